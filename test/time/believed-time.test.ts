import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BelievedTime, believe } from '../../src/time/believed-time.ts';
import { FakeClock } from '../support/fake-clock.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/** A home on which one process after another looks at its clock. */
function aHome(seenMs?: number) {
  const clock = new FakeClock();
  const doubted: number[] = [];
  let kept: string | undefined;
  const start = () =>
    new BelievedTime({
      clock,
      kept: { get: async () => kept, set: async (value) => void (kept = value) },
      seenMs: async () => seenMs,
      doubts: (_, saidMs) => doubted.push(saidMs),
    });
  let time = start();
  return {
    clock,
    doubted,
    now: () => time.now(),
    restart: () => void (time = start()),
    spoil: () => void (kept = '{"atMs":'),
    /** Looks every hour, as a desk does. */
    live: async (hours: number) => {
      for (let hour = 0; hour < hours; hour++) {
        await clock.advance(HOUR);
        await time.now();
      }
    },
  };
}

describe('the time by which things are old', () => {
  it('is the clock’s, while nobody sets it', async () => {
    const { clock, now, live, restart, doubted } = aHome();
    expect(await now()).toBe(clock.now());
    await live(50);
    clock.step(20 * HOUR); // off for a night
    restart();
    expect(await now()).toBe(clock.now());
    expect(doubted).toEqual([]);
  });

  it('stays what it was when the clock is 400 days ahead for a moment, or for hours', async () => {
    const { clock, now, live, doubted } = aHome();
    await now();
    clock.step(400 * DAY);
    expect(await now()).toBe(clock.now() - 400 * DAY);
    await live(20);
    expect(await now()).toBe(clock.now() - 400 * DAY);
    expect(doubted).toHaveLength(1);
    clock.step(-400 * DAY);
    expect(await now()).toBe(clock.now());
  });

  it('goes back with the clock at once, and comes again with it', async () => {
    const { clock, now, live } = aHome();
    await now();
    for (const step of [-3 * HOUR, -400 * DAY]) {
      clock.step(step);
      expect(await now()).toBe(clock.now());
      await live(2);
      clock.step(-step);
      expect(await now()).toBe(clock.now());
    }
  });

  it('goes no further than a clock that stands', async () => {
    const { clock, now } = aHome();
    const atMs = await now();
    for (let hour = 0; hour < 100; hour++) {
      await clock.advance(HOUR);
      clock.step(-HOUR);
      expect(await now()).toBe(atMs);
    }
  });

  it('is the clock’s again after a day, where the desk was really off for a year', async () => {
    const { clock, now, live, restart } = aHome();
    await now();
    clock.step(YEAR);
    restart();
    expect(await now()).toBe(clock.now() - YEAR);
    await live(12);
    restart(); // a day in all, not in one go
    await live(11);
    expect(await now()).toBe(clock.now() - YEAR);
    await live(2);
    expect(await now()).toBe(clock.now());
  });

  it.each([
    ['in 1970', -56 * YEAR],
    ['a year ahead', YEAR],
  ])('drops nothing after a start %s, and goes on when the clock is corrected', async (_, wrong) => {
    const { clock, now, live, restart, doubted } = aHome();
    const lastMs = await now();
    await live(1);
    clock.step(wrong + 8 * HOUR);
    restart();
    expect(await now()).toBeLessThanOrEqual(lastMs + HOUR);
    await clock.advance(5 * 60_000);
    clock.step(-wrong);
    expect(await now()).toBe(clock.now());
    expect(doubted).toHaveLength(1);
  });

  it('begins where a desk that kept none saw the clock last, and with the clock on a new home', async () => {
    const { clock } = aHome();
    const before = aHome(clock.now() - YEAR);
    expect(await before.now()).toBe(clock.now() - YEAR);
    const { now, spoil, restart } = aHome();
    expect(await now()).toBe(clock.now());
    spoil();
    restart();
    expect(await now()).toBe(clock.now());
  });

  it('is never a day ahead of what really passed, however the clock is set for less than a day', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            passedMs: fc.integer({ min: 0, max: 2 * HOUR }),
            offMs: fc.integer({ min: -50 * YEAR, max: 50 * YEAR }),
          }),
          { maxLength: 12 },
        ),
        (looks) => {
          let belief = believe(undefined, { nowMs: YEAR, passedMs: 0 });
          let trueMs = YEAR;
          for (const { passedMs, offMs } of looks) {
            trueMs += passedMs;
            const nowMs = trueMs + offMs;
            belief = believe(belief, { nowMs, passedMs });
            // Each look may take a clock for right that is off by a night.
            expect(Math.min(nowMs, belief.atMs)).toBeLessThanOrEqual(trueMs + looks.length * DAY);
          }
        },
      ),
    ));
});
