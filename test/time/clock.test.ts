import { describe, expect, it } from 'vitest';
import { clockOf, deadline, pass } from '../../src/time/clock.ts';
import { FakeClock, settle } from '../support/fake-clock.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A real clock whose hands somebody moves. */
function meddledWith() {
  let byMs = 0;
  const clock = clockOf({ now: () => Date.now() + byMs, elapsed: () => performance.now() });
  return { clock, set: (ms: number) => void (byMs += ms) };
}

describe('a clock that is set while somebody waits', () => {
  it('keeps nobody waiting until the old time comes again', async () => {
    const { clock, set } = meddledWith();
    const waits = [clock.until(clock.now() + 50), pass(clock, 50)];
    set(-3 * HOUR);
    await Promise.all(waits); // in three hours, otherwise
    await clock.until(clock.now() + 5);
  });

  it('waits for a moment that is near once it was set forward, and not for one that has passed', async () => {
    const { clock, set } = meddledWith();
    const moment = clock.now() + 399 * DAY;
    set(400 * DAY);
    await clock.until(moment);
  });

  it('ends a wait whose rest is less than the world can tell', async () => {
    const clock = new FakeClock();
    const done: string[] = [];
    void pass(clock, 10.3).then(() => done.push('pass'));
    await clock.advance(0.3);
    await clock.advance(20);
    expect(done).toEqual(['pass']);
  });

  it('ends no wait for a span of time before that has passed', async () => {
    const clock = new FakeClock();
    const done: string[] = [];
    void pass(clock, 60_000).then(() => done.push('pass'));
    clock.step(400 * DAY);
    await settle();
    await clock.advance(59_999);
    expect(done).toEqual([]);
    await clock.advance(1);
    expect(done).toEqual(['pass']);
    expect(clock.waiters).toBe(0);
  });

  it.each([
    ['goes back three hours', -3 * HOUR],
    ['goes forward 400 days', 400 * DAY],
    ['stands', 0],
  ])('reaches a deadline when its time has passed, though it %s', async (_, step) => {
    const clock = new FakeClock();
    const limit = deadline(clock, clock.now() + 10_000, new Error('late'));
    clock.step(step);
    await settle();
    for (let second = 1; second <= 10; second++) {
      expect(limit.signal.aborted, `${second} s`).toBe(false);
      await clock.advance(1_000);
      if (step === 0) clock.step(-1_000); // time passes, and the hands stand
      await settle();
    }
    expect(limit.signal.reason).toMatchObject({ message: 'late' });
    expect(clock.waiters).toBe(0);
  });
});

it('lets many wait for the end of one piece of work without a warning', async () => {
  const warnings: Error[] = [];
  const heard = (warning: Error) => void warnings.push(warning);
  process.on('warning', heard);
  const { signal, clear } = deadline(new FakeClock(), HOUR, new Error('late'));
  for (let n = 0; n < 30; n++) signal.addEventListener('abort', () => {});
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', heard);
  clear();
  expect(warnings).toEqual([]);
});
