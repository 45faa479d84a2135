import { assert, asyncProperty, constantFrom, integer, option, record, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TaskRefused, backoffMs } from '../../src/async/task-queue.ts';
import type { NewTask, TaskHandler, TaskNext, TaskPass, TaskQueue } from '../../src/async/task-queue.ts';
import { taskHandler } from '../../src/feature/task.ts';
import { FakeClock, eventually, settle } from '../support/fake-clock.ts';
import type { Engine, OpenEngine } from './engine.ts';
import { run as batch } from './given-stories.ts';

const schema = z.strictObject({ n: z.number() });
type Work = (payload: z.infer<typeof schema>, pass: TaskPass) => Promise<void | TaskNext>;

/** A queue whose tasks note their beginnings, and end when they are told to. */
class Stand {
  readonly clock: FakeClock;
  readonly engine: Engine;
  readonly begun: number[] = [];
  readonly failures: string[] = [];
  readonly #ends = new Map<number, () => void>();

  constructor(engine: Engine, clock = new FakeClock(1_000)) {
    this.engine = engine;
    this.clock = clock;
  }

  handler(work: Work, terms: Partial<TaskHandler> = {}): TaskHandler {
    return taskHandler(schema, { ...terms, name: terms.name ?? 'work', run: work });
  }

  /** Begins, and ends by `end`, or with the signal's reason. */
  readonly held: Work = ({ n }, { signal }) =>
    new Promise<void>((resolve, reject) => {
      this.begun.push(n);
      this.#ends.set(n, resolve);
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });

  readonly quick: Work = async ({ n }) => void this.begun.push(n);

  queue(handlers: readonly TaskHandler[], atOnce?: number) {
    const { clock } = this;
    const failed = (what: string, error: unknown) => void this.failures.push(`${what}: ${String(error)}`);
    return this.engine.queue({ handlers: () => handlers, clock, failed, ...(atOnce && { atOnce }) });
  }

  started(work: Work, terms: Partial<TaskHandler> = {}) {
    const queue = this.queue([this.handler(work, terms)]);
    void queue.start();
    return queue;
  }

  async end(n: number): Promise<void> {
    (await eventually(() => this.#ends.get(n)))();
    await settle();
  }

  /** Time passes, and at each moment the queue comes to rest, however long its engine takes. */
  async passes(ms: number, queue: TaskQueue): Promise<void> {
    await this.clock.advance(ms, async () => {
      await settle();
      await queue.idle();
    });
  }

  async hasBegun(...ns: readonly number[]): Promise<void> {
    await eventually(() => this.begun.length >= ns.length, `${this.begun.join()} becomes ${ns.join()}`);
    await settle();
    expect(this.begun).toEqual(ns);
  }
}

const task = (n: number, more: Partial<NewTask> = {}): NewTask => ({
  task: 'work',
  key: `k${n}`,
  payload: { n },
  ...more,
});

/** What every engine's queue of durable tasks keeps to. */
export function describeTaskQueue(open: OpenEngine): void {
  const opened = async () => new Stand(await open());

  it('does what was added, once, and forgets it', async () => {
    const stand = await opened();
    const queue = stand.started(stand.quick);
    await queue.add(task(1));
    await queue.idle();
    expect(stand.begun).toEqual([1]);
    const again = new Stand(await stand.engine.restart());
    await again.started(again.quick).idle();
    expect(again.begun).toEqual([]);
  });

  it('takes up what was added before it started, and by another book in its own transaction', async () => {
    const stand = await opened();
    const queue = stand.queue([stand.handler(stand.quick)]);
    await queue.add(task(1));
    const tasks = [{ ...task(2), runAtMs: stand.clock.now() }];
    await stand.engine.stories.order({ ...batch('r1', 40), tasks });
    expect(stand.begun).toEqual([]);
    await queue.start();
    await queue.idle();
    expect(stand.begun).toEqual([1, 2]);
  });

  it('takes up those of some names alone, where it is started for them, and leaves the others as they are', async () => {
    const stand = await opened();
    const handlers = [stand.handler(stand.quick), stand.handler(stand.quick, { name: 'other' })];
    const queue = stand.queue(handlers);
    await queue.add(task(1));
    await queue.add(task(2, { task: 'other' }));
    await queue.start(['other']);
    await queue.add(task(3));
    await queue.idle();
    expect(stand.begun).toEqual([2]);
    expect(await stand.engine.tasks.waiting()).toEqual(new Map([['work', 2]]));
  });

  it('writes no task down where the transaction of the other book fails', async () => {
    const stand = await opened();
    const queue = stand.started(stand.quick);
    const tasks = [{ ...task(1), runAtMs: 0 }];
    const stale = { turn: 'over', fence: 1, n: 1, what: 'order', atMs: 1 };
    await expect(stand.engine.stories.order({ ...batch('r1', 40), tasks }, stale)).rejects.toThrow();
    queue.poke();
    await queue.idle();
    expect(stand.begun).toEqual([]);
  });

  describe('a queue', () => {
    it('runs its tasks one at a time, beside those of others', async () => {
      const stand = await opened();
      const queue = stand.started(stand.held);
      await queue.add(task(1, { queue: 'a' }));
      await queue.add(task(2, { queue: 'a' }));
      await queue.add(task(3, { queue: 'b' }));
      await queue.add(task(4));
      await stand.hasBegun(1, 3, 4);
      await stand.end(3);
      await stand.hasBegun(1, 3, 4);
      await stand.end(1);
      await stand.hasBegun(1, 3, 4, 2);
    });

    it('goes by priority, then by time, then by the order of adding', async () => {
      const stand = await opened();
      const queue = stand.queue([stand.handler(stand.quick)]);
      await queue.add(task(1, { queue: 'a' }));
      await queue.add(task(2, { queue: 'a', runAtMs: 500 }));
      await queue.add(task(3, { queue: 'a', priority: -1 }));
      await queue.add(task(4, { queue: 'a', priority: 5, runAtMs: 1 }));
      await queue.add(task(5, { queue: 'a' }));
      await queue.start();
      await queue.idle();
      expect(stand.begun).toEqual([3, 2, 1, 5, 4]);
    });

    it('is not held up by one whose time has not come', async () => {
      const stand = await opened();
      const queue = stand.started(stand.quick);
      await queue.add(task(1, { queue: 'a', runAtMs: 5_000, priority: -1 }));
      await queue.add(task(2, { queue: 'a' }));
      await queue.idle();
      expect(stand.begun).toEqual([2]);
      await stand.clock.advance(4_000);
      await stand.hasBegun(2, 1);
    });

    it('serves others though many of it wait', async () => {
      const stand = await opened();
      const queue = stand.queue([stand.handler(stand.held)]);
      for (let n = 1; n <= 120; n++) await queue.add(task(n, { queue: 'a' }));
      await queue.add(task(500, { queue: 'b' }));
      await queue.start();
      await stand.hasBegun(1, 500);
    });
  });

  describe('a key', () => {
    it('names one task that waits: the one added last', async () => {
      const stand = await opened();
      const queue = stand.queue([stand.handler(stand.quick)]);
      await queue.add(task(1, { key: 'k', runAtMs: 9_000 }));
      await queue.add(task(2, { key: 'k' }));
      await queue.start();
      await queue.idle();
      await stand.passes(20_000, queue);
      expect(stand.begun).toEqual([2]);
    });

    it('lets what runs end, and then runs what was added meanwhile', async () => {
      const stand = await opened();
      const queue = stand.started(stand.held);
      await queue.add(task(1, { key: 'k' }));
      await stand.hasBegun(1);
      await queue.add(task(2, { key: 'k' }));
      await queue.add(task(3, { key: 'k' }));
      await stand.hasBegun(1);
      await stand.end(1);
      await stand.hasBegun(1, 3);
      await stand.end(3);
      await queue.idle();
      expect(stand.begun).toEqual([1, 3]);
    });

    it('takes the place of what failed, with all its attempts', async () => {
      const stand = await opened();
      const attempts: number[] = [];
      const queue = stand.started(
        async ({ n }, { attempt }) => {
          attempts.push(10 * n + attempt);
          if (n === 1) throw new Error('no');
        },
        { attempts: 1 },
      );
      await queue.add(task(1, { key: 'k' }));
      await queue.idle();
      await queue.add(task(2, { key: 'k' }));
      await queue.idle();
      expect(attempts).toEqual([11, 21]);
    });

    it('cancels what waits, and ends what runs, which is tried no more', async () => {
      const stand = await opened();
      const queue = stand.started(stand.held);
      await queue.add(task(1, { runAtMs: 2_000 }));
      await queue.add(task(2));
      await stand.hasBegun(2);
      await queue.cancel('k1');
      await queue.cancel('k2');
      await queue.cancel('never added');
      await queue.idle();
      await stand.passes(600_000, queue);
      expect(stand.begun).toEqual([2]);
      expect(stand.failures).toEqual([]);
    });
  });

  describe('time', () => {
    it('is the clock’s: one alarm for the next task, however many wait', async () => {
      const stand = await opened();
      const queue = stand.started(stand.quick);
      for (const [n, runAtMs] of [3_000, 2_000, 4_000, 2_000].entries())
        await queue.add(task(n, { runAtMs }));
      await queue.idle();
      expect(stand.clock.waiters).toBe(1);
      await stand.clock.advance(999);
      expect(stand.begun).toEqual([]);
      await stand.clock.advance(1);
      await stand.hasBegun(1, 3);
      await stand.clock.advance(10_000);
      await stand.hasBegun(1, 3, 0, 2);
      expect(stand.clock.waiters).toBe(0);
    });

    it('passes, too, while the clock is set back', async () => {
      const stand = await opened();
      const queue = stand.started(stand.quick);
      await queue.add(task(1, { runAtMs: 5_000 }));
      await queue.idle();
      stand.clock.step(-86_400_000);
      await stand.clock.advance(3_999);
      expect(stand.begun).toEqual([]);
      await stand.clock.advance(1);
      await stand.hasBegun(1);
    });

    it('is what a handler may ask for: the same again, with no attempt counted', async () => {
      const stand = await opened();
      const seen: [number, number][] = [];
      const queue = stand.started(async (_, { attempt }) => {
        seen.push([stand.clock.now(), attempt]);
        if (seen.length === 2) throw new Error('once');
        return seen.length < 5 ? { againAtMs: stand.clock.now() + 60_000 } : undefined;
      });
      await queue.add(task(1));
      await queue.idle();
      await stand.passes(600_000, queue);
      const at = [0, 60_000, 61_000, 121_000, 181_000].map((ms) => 1_000 + ms);
      expect(seen).toEqual(at.map((ms, n) => [ms, n === 2 ? 2 : 1]));
    });

    it('of a handler that asks for the same again gives way to what was added meanwhile', async () => {
      const stand = await opened();
      let again: Promise<void> | undefined;
      const queue = stand.started(async ({ n }) => {
        stand.begun.push(n);
        again ??= queue.add(task(2, { key: 'k1' }));
        await again;
        return n === 1 ? { againAtMs: 2_000 } : undefined;
      });
      await queue.add(task(1));
      await queue.idle();
      await stand.passes(10_000, queue);
      expect(stand.begun).toEqual([1, 2]);
    });
  });

  describe('what a handler asks for', () => {
    it('is written down with its end: others, and itself again', async () => {
      const stand = await opened();
      const queue = stand.started(async ({ n }) => {
        stand.begun.push(n);
        if (n === 1) return { then: [task(2), task(3, { runAtMs: 5_000 })] };
        return n === 2 ? { againAtMs: 3_000, then: [task(4)] } : undefined;
      });
      await queue.add(task(1));
      await queue.idle();
      expect(stand.begun).toEqual([1, 2, 4]);
      expect(await queue.under('k')).toMatchObject([
        { key: 'k2', runAtMs: 3_000 },
        { key: 'k3', runAtMs: 5_000 },
      ]);
    });

    it('is not lost with a process that dies in between, and doesn’t come without its end', async () => {
      const stand = await opened();
      const queue = stand.started(async (work, pass) => {
        await stand.held(work, pass);
        return { then: [task(2)] };
      });
      await queue.add(task(1));
      await stand.hasBegun(1);
      await queue.stop();
      expect((await queue.under('')).map(({ key }) => key)).toEqual(['k1']);
      const again = new Stand(await stand.engine.restart());
      await again
        .started(async ({ n }) => {
          again.begun.push(n);
          return n === 1 ? { then: [task(2)] } : undefined;
        })
        .idle();
      expect(again.begun).toEqual([1, 2]);
      expect(await again.engine.tasks.under('')).toEqual([]);
    });

    it('fails with it where a handler refuses its payload', async () => {
      const stand = await opened();
      const queue = stand.started(async () => ({ then: [{ ...task(2), payload: { n: 'two' } }] }));
      await queue.add(task(1));
      await queue.idle();
      expect(stand.failures).toHaveLength(1);
      expect(await queue.under('k')).toMatchObject([{ key: 'k1', attempts: 1 }]);
    });
  });

  it('says what waits or runs under a key’s beginning, and how often that has failed', async () => {
    const stand = await opened();
    const queue = stand.started(stand.held);
    await queue.add(task(1, { key: 'a/1' }));
    await queue.add(task(2, { key: 'a/2', runAtMs: 9_000 }));
    await queue.add(task(3, { key: 'ab', runAtMs: 9_000 }));
    await stand.hasBegun(1);
    expect(await queue.under('a/')).toMatchObject([
      { key: 'a/1', runAtMs: 1_000, attempts: 0 },
      { key: 'a/2', runAtMs: 9_000, attempts: 0 },
    ]);
    await stand.end(1);
    await queue.idle();
    expect((await queue.under('a/')).map(({ key }) => key)).toEqual(['a/2']);
    expect(await queue.under('A')).toEqual([]);
  });

  describe('a handler that fails', () => {
    it('is asked again, later each time, and has had enough in the end', async () => {
      const stand = await opened();
      const at: number[] = [];
      const queue = stand.started(
        async (_, { attempt }) => {
          expect(attempt).toBe(at.length + 1);
          at.push(stand.clock.now());
          throw new Error('no');
        },
        { attempts: 4 },
      );
      await queue.add(task(1));
      await queue.idle();
      await stand.passes(3_600_000, queue);
      expect(at).toEqual([1_000, 2_000, 4_000, 8_000]);
      expect(stand.failures).toHaveLength(4);
      expect(stand.failures[0]).toContain('no');
      expect(await stand.engine.tasks.waiting()).toEqual(new Map());
    });

    it('keeps its attempts through a restart', async () => {
      const stand = await opened();
      const fails: Work = async (_, { attempt }) => {
        stand.begun.push(attempt);
        throw new Error('no');
      };
      await stand.started(fails).add(task(1));
      await stand.hasBegun(1);
      await stand.clock.advance(1_000);
      await stand.hasBegun(1, 2);
      const again = new Stand(await stand.engine.restart(), stand.clock);
      again.started(async (_, { attempt }) => void again.begun.push(attempt));
      await stand.clock.advance(1_999);
      expect(again.begun).toEqual([]);
      await stand.clock.advance(1);
      await again.hasBegun(3);
    });

    it('lets the rest of its queue go first while it waits', async () => {
      const stand = await opened();
      const queue = stand.queue([
        stand.handler(async ({ n }, { attempt }) => {
          stand.begun.push(n);
          if (n === 1 && attempt === 1) throw new Error('no');
        }),
      ]);
      await queue.add(task(1, { queue: 'a' }));
      await queue.add(task(2, { queue: 'a' }));
      await queue.start();
      await queue.idle();
      await stand.passes(5_000, queue);
      expect(stand.begun).toEqual([1, 2, 1]);
    });

    it('waits as it wishes', async () => {
      const stand = await opened();
      const fails: Work = async ({ n }) => {
        stand.begun.push(n);
        throw new Error('no');
      };
      const queue = stand.started(fails, { waitMs: (attempt) => attempt * 10_000, attempts: 3 });
      await queue.add(task(1));
      await queue.idle();
      await stand.passes(9_999, queue);
      await stand.hasBegun(1);
      await stand.passes(20_001, queue);
      await stand.hasBegun(1, 1, 1);
    });

    it('is one that is silent for too long: its signal aborts, unless it says that it is alive', async () => {
      const stand = await opened();
      const ended: string[] = [];
      const queue = stand.started(
        async ({ n }, { signal, heartbeat, attempt }) => {
          if (attempt > 1) return;
          stand.begun.push(n);
          for (let beat = 0; beat < 3; beat++) {
            await stand.clock.until(stand.clock.now() + 4_000, signal);
            heartbeat();
          }
          await stand.clock.until(Infinity, signal).catch(() => ended.push(String(signal.reason)));
          signal.throwIfAborted();
        },
        { silenceMs: 5_000 },
      );
      await queue.add(task(1));
      await stand.hasBegun(1);
      await stand.clock.advance(16_999);
      expect(ended).toEqual([]);
      await stand.clock.advance(1);
      expect(ended).toEqual(['Error: nothing was heard of it for 5000 ms']);
      await stand.clock.advance(1_000);
      await queue.idle();
      expect(await stand.engine.tasks.waiting()).toEqual(new Map());
    });
  });

  describe('a stop', () => {
    it('ends what runs, and is no attempt: it is taken up again', async () => {
      const stand = await opened();
      const queue = stand.started(stand.held);
      await queue.add(task(1));
      await queue.add(task(2, { runAtMs: 5_000 }));
      await stand.hasBegun(1);
      await queue.stop();
      expect(stand.failures).toEqual([]);
      expect(stand.clock.waiters).toBe(0);
      const again = new Stand(await stand.engine.restart());
      again.started(async ({ n }, { attempt }) => void again.begun.push(n, attempt));
      await again.hasBegun(1, 1);
      await again.clock.advance(4_000);
      await again.hasBegun(1, 1, 2, 1);
    });

    it('waits for what doesn’t hear it, and keeps what that has done', async () => {
      const stand = await opened();
      let end = () => {};
      const queue = stand.started(({ n }) => {
        stand.begun.push(n);
        return new Promise<void>((resolve) => (end = resolve));
      });
      await queue.add(task(1));
      await stand.hasBegun(1);
      let isStopped = false;
      const stopped = queue.stop().then(() => (isStopped = true));
      await settle();
      expect(isStopped).toBe(false);
      end();
      await stopped;
      expect(await stand.engine.tasks.waiting()).toEqual(new Map());
    });

    it('begins nothing that is added after it', async () => {
      const stand = await opened();
      const queue = stand.started(stand.quick);
      await queue.stop();
      await queue.add(task(1));
      await settle();
      expect(stand.begun).toEqual([]);
      expect(await stand.engine.tasks.waiting()).toEqual(new Map([['work', 1]]));
    });
  });

  it('takes up again what a process was at when it died', async () => {
    const stand = await opened();
    const queue = stand.started(stand.held);
    await queue.add(task(1, { queue: 'a' }));
    await queue.add(task(2, { queue: 'a' }));
    await stand.hasBegun(1);
    // Nothing is told to the queue: its store is opened by another process.
    const again = new Stand(await stand.engine.restart());
    await again.started(again.quick).idle();
    expect(again.begun).toEqual([1, 2]);
  });

  it('runs as many of a name at once as its handler allows, and as many in all as the desk does', async () => {
    const stand = await opened();
    const pair = stand.handler(stand.held, { name: 'pair', atOnce: 2 });
    const queue = stand.queue([pair, stand.handler(stand.held)], 4);
    for (const n of [1, 2, 3]) await queue.add(task(n, { task: 'pair' }));
    for (const n of [4, 5, 6]) await queue.add(task(n));
    await queue.start();
    await stand.hasBegun(1, 2, 4, 5);
    await stand.end(4);
    await stand.hasBegun(1, 2, 4, 5, 6);
    await stand.end(1);
    await stand.hasBegun(1, 2, 4, 5, 6, 3);
  });

  it('keeps what nobody handles, and says so, until somebody does', async () => {
    const stand = await opened();
    const queue = stand.started(stand.quick);
    await queue.add(task(1, { task: 'gone' }));
    await queue.add(task(2, { task: 'gone' }));
    await queue.add(task(3));
    await queue.idle();
    expect(stand.begun).toEqual([3]);
    expect(await queue.unhandled()).toEqual(new Map([['gone', 2]]));
    await queue.stop();
    const back = stand.queue([stand.handler(stand.quick, { name: 'gone' })]);
    expect(await back.unhandled()).toEqual(new Map());
    await back.start();
    await back.idle();
    expect(stand.begun).toEqual([3, 1, 2]);
  });

  it('refuses a payload that its handler refuses, and gives up one that it finds', async () => {
    const stand = await opened();
    const queue = stand.queue([stand.handler(stand.quick)]);
    await expect(queue.add(task(1, { payload: { n: 'one' } }))).rejects.toThrow(TaskRefused);
    await stand.engine.tasks.put([{ ...task(2, { payload: { of: 'an older desk' } }), runAtMs: 0 }]);
    await queue.start();
    await queue.idle();
    expect(stand.begun).toEqual([]);
    expect(stand.failures).toHaveLength(1);
    expect(stand.failures[0]).toMatch(/work k2: TaskRefused: .*n/);
    expect(await stand.engine.tasks.waiting()).toEqual(new Map());
  });

  it('keeps to all of that, whatever is added and however often the process dies', async () => {
    const stand = await opened();
    let round = 0;
    await assert(
      asyncProperty(
        uniqueArray(
          record({
            n: integer({ min: 0, max: 999 }),
            queue: option(constantFrom('a', 'b'), { nil: undefined }),
            priority: integer({ min: -1, max: 1 }),
            runAtMs: integer({ min: 0, max: 20_000 }),
            failures: integer({ min: 0, max: 2 }),
            dies: integer({ min: 0, max: 1 }),
          }),
          { maxLength: 8, selector: ({ n }) => n },
        ),
        async (given) => {
          round += 1;
          const clock = new FakeClock(0);
          const left = new Map(given.map(({ n, failures, dies }) => [n, { failures, dies }]));
          const done: number[] = [];
          const running = new Set<string>();
          let die = () => {};
          const work: Work = async ({ n }, { signal }) => {
            const { queue, runAtMs } = given.find((one) => one.n === n)!;
            expect(clock.now()).toBeGreaterThanOrEqual(runAtMs);
            if (queue !== undefined) expect(running).not.toContain(queue);
            if (queue !== undefined) running.add(queue);
            try {
              await settle(1);
              const still = left.get(n)!;
              if (still.dies > 0) {
                still.dies -= 1;
                die();
                await clock.until(Infinity, signal);
              }
              if (still.failures > 0) {
                still.failures -= 1;
                throw new Error('no');
              }
              done.push(n);
            } finally {
              if (queue !== undefined) running.delete(queue);
            }
          };
          const name = `work ${round}`;
          const handler = stand.handler(work, { name });
          const one = (wanted: (typeof given)[number]): NewTask => {
            const { n, queue, priority, runAtMs } = wanted;
            return { ...task(n), task: name, priority, runAtMs, ...(queue && { queue }) };
          };
          let queue = stand.engine.queue({ handlers: () => [handler], clock, failed: () => {} });
          for (const wanted of given) await queue.add(one(wanted));
          for (let lives = 0; done.length < given.length && lives < 50; lives++) {
            let isDead = false;
            const dead = new Promise<void>((resolve) => {
              die = () => {
                isDead = true;
                resolve();
              };
            });
            void queue.start();
            const atRest = async () => {
              await settle(10);
              await Promise.race([queue.idle(), dead]);
            };
            for (let step = 0; step < 40 && !isDead && done.length < given.length; step++) {
              await atRest();
              if (!isDead) await clock.advance(1_000, atRest);
            }
            await queue.stop();
            queue = stand.engine.queue({ handlers: () => [handler], clock, failed: () => {} });
          }
          expect([...done].sort()).toEqual(given.map(({ n }) => n).sort());
          expect((await stand.engine.tasks.waiting()).get(name)).toBeUndefined();
        },
      ),
      { numRuns: 25 },
    );
  });

  it('waits longer after each attempt, and never longer than five minutes', () => {
    expect([1, 2, 3, 9, 10, 1_000].map(backoffMs)).toEqual([1_000, 2_000, 4_000, 256_000, 300_000, 300_000]);
  });
}
