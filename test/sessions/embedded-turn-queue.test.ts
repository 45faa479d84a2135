import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EmbeddedTurnQueue } from '../../src/sessions/embedded-turn-queue.ts';
import type { SessionKey } from '../../src/sessions/key.ts';
import type { Turn, TurnKind } from '../../src/sessions/turn.ts';
import { message, slot } from '../support/inbound.ts';
import { settle } from '../support/fake-clock.ts';

let seq = 0;
function turn(kind: TurnKind, lane: string, acceptedAtMs = 0, maxDeferMs = 1_000): Turn {
  seq += 1;
  const key = `console:${lane}`;
  const inbound = kind === 'person' ? message(`m${seq}`, 'x', key) : slot(`job${seq}`, seq, key, { maxDeferMs });
  return { ...inbound, lane: key as SessionKey, seq, acceptedAtMs, attempts: 0 };
}

/** A queue whose turns end when the test says so. */
function stage(slots = 4, elapsed = () => 0) {
  const started: Turn[] = [];
  const ends = new Map<string, () => void>();
  const run = (begun: Turn) => {
    started.push(begun);
    return new Promise<void>((resolve) => ends.set(begun.id, resolve));
  };
  const queue = new EmbeddedTurnQueue({ run, elapsed, slots });
  const end = async (ended: Turn) => {
    ends.get(ended.id)!();
    await settle(3);
  };
  return { queue, started, end };
}

describe('the turn queue of one process', () => {
  it('start a turn at once in an idle memory, and say when it has to wait', async () => {
    const { queue, started, end } = stage();
    const [a, b] = [turn('person', 'x'), turn('scheduled', 'x')];
    expect(queue.enter(a)).toBe(true);
    expect(queue.enter(b)).toBe(false);
    expect(started).toEqual([a]);
    await end(a);
    expect(started).toEqual([a, b]);
    await end(b);
    expect(queue.size).toBe(0);
  });

  it('let people go first, and scheduled turns strictly in their order', async () => {
    const { queue, started, end } = stage();
    const running = turn('person', 'x');
    const [one, two, three, person] = [
      turn('scheduled', 'x'),
      turn('scheduled', 'x'),
      turn('scheduled', 'x'),
      turn('person', 'x'),
    ];
    for (const waiting of [running, two, one, three, person]) queue.enter(waiting);
    for (const ended of [running, person, one, two, three]) await end(ended);
    expect(started).toEqual([running, person, one, two, three]);
  });

  it('let a scheduled turn that waited past its patience go before people', async () => {
    let now = 0;
    const { queue, started, end } = stage(4, () => now);
    const [running, aged, person] = [turn('person', 'x'), turn('scheduled', 'x', 0, 1_000), turn('person', 'x')];
    for (const entered of [running, aged, person]) queue.enter(entered);
    now = 1_001;
    await end(running);
    expect(started.at(-1)).toBe(aged);
  });

  it('hold no more scheduled turns than there are slots, and let people by meanwhile', async () => {
    const { queue, started, end } = stage(1);
    const [first, second, person] = [turn('scheduled', 'x'), turn('scheduled', 'y'), turn('person', 'y')];
    for (const entered of [first, second, person]) queue.enter(entered);
    expect(started).toEqual([first, person]);
    await end(person);
    expect(started).toEqual([first, person]);
    await end(first);
    expect(started).toEqual([first, person, second]);
  });

  it('forget a turn that is withdrawn', async () => {
    const { queue, started, end } = stage();
    const [running, waiting] = [turn('person', 'x'), turn('scheduled', 'x')];
    queue.enter(running);
    queue.enter(waiting);
    expect(queue.withdraw(waiting.id)).toBe(true);
    expect(queue.withdraw(waiting.id)).toBe(false);
    await end(running);
    expect(started).toEqual([running]);
    expect(queue.size).toBe(0);
  });

  it('keep one turn at a time in a memory, within the slots, whenever turns arrive and end', () =>
    fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom<TurnKind>('person', 'scheduled'))),
        fc.integer({ min: 1, max: 3 }),
        async (world, arrivals, slots) => {
          const running: Turn[] = [];
          const order: Turn[] = [];
          const queue = new EmbeddedTurnQueue({
            slots,
            elapsed: () => 0,
            run: async (begun) => {
              order.push(begun);
              running.push(begun);
              expect(running.filter(({ lane }) => lane === begun.lane)).toHaveLength(1);
              expect(running.filter(({ kind }) => kind === 'scheduled').length).toBeLessThanOrEqual(slots);
              await world.schedule(Promise.resolve());
              running.splice(running.indexOf(begun), 1);
            },
          });
          const all = arrivals.map(([lane, kind]) => turn(kind, lane));
          for (const entered of all) void world.schedule(Promise.resolve()).then(() => queue.enter(entered));
          await world.waitIdle();
          expect(new Set(order)).toEqual(new Set(all));
          expect(queue.size).toBe(0);
        },
      ),
    ));
});
