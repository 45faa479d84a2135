import { expect, it } from 'vitest';
import type { QueuedTask } from '../../src/async/task-queue.ts';
import type { OpenEngine } from './engine.ts';

const task = (key: string, more: Partial<QueuedTask> = {}): QueuedTask => ({
  task: 'work',
  key,
  payload: { of: key },
  runAtMs: 5,
  ...more,
});

const ANY = { names: ['work'], busy: [], limit: 9 };

/** What every book of tasks keeps to, beside the promises of its queue. */
export function describeTaskBook(open: OpenEngine): void {
  it('gives a task as it was put, once its time has come, through a restart', async () => {
    const engine = await open();
    await engine.tasks.put([task('a'), task('b', { queue: 'q', priority: 2, runAtMs: 7 })]);
    const { tasks } = await engine.restart();
    expect(await tasks.due({ ...ANY, nowMs: 4 })).toEqual([]);
    const [a, b] = await tasks.due({ ...ANY, nowMs: 7 });
    expect(a).toMatchObject({ ...task('a'), priority: 0, attempts: 0 });
    expect(b).toMatchObject({ ...task('b'), queue: 'q', priority: 2, runAtMs: 7, attempts: 0 });
    expect(a?.queue).not.toBe(b?.queue);
    expect(await tasks.due({ ...ANY, nowMs: 7, limit: 1 })).toEqual([a]);
    expect(await tasks.due({ ...ANY, nowMs: 7, names: ['other'] })).toEqual([]);
    expect(await tasks.due({ ...ANY, nowMs: 7, busy: ['q'] })).toEqual([a]);
  });

  it('says when the next of those that may begin is due', async () => {
    const { tasks } = await open();
    expect(await tasks.nextAtMs(ANY)).toBeUndefined();
    await tasks.put([task('a', { runAtMs: 9 }), task('b', { runAtMs: 3, queue: 'q' })]);
    expect(await tasks.nextAtMs(ANY)).toBe(3);
    expect(await tasks.nextAtMs({ ...ANY, busy: ['q'] })).toBe(9);
    expect(await tasks.nextAtMs({ ...ANY, names: ['other'] })).toBeUndefined();
  });

  it('keeps what became of a task from the one that replaced it', async () => {
    const { tasks } = await open();
    await tasks.put([task('a')]);
    const [old] = await tasks.due({ ...ANY, nowMs: 5 });
    await tasks.put([task('a', { payload: { of: 'new' } })]);
    await tasks.done(old!);
    await tasks.postpone(old!, { runAtMs: 50, attempts: 3 });
    await tasks.giveUp(old!, { because: 'no', atMs: 5, keep: 9 });
    const [left, ...more] = await tasks.due({ ...ANY, nowMs: 5 });
    expect(left).toMatchObject({ payload: { of: 'new' }, attempts: 0 });
    expect(more).toEqual([]);
  });

  it('lets a task wait with its attempts, be given up, and come back under its key', async () => {
    const { tasks } = await open();
    await tasks.put([task('a')]);
    const [first] = await tasks.due({ ...ANY, nowMs: 5 });
    await tasks.postpone(first!, { runAtMs: 50, attempts: 3 });
    expect(await tasks.due({ ...ANY, nowMs: 49 })).toEqual([]);
    expect(await tasks.due({ ...ANY, nowMs: 50 })).toMatchObject([{ attempts: 3 }]);
    expect(await tasks.waiting()).toEqual(new Map([['work', 1]]));
    await tasks.giveUp(first!, { because: 'no', atMs: 60, keep: 9 });
    expect(await tasks.due({ ...ANY, nowMs: 99 })).toEqual([]);
    expect(await tasks.nextAtMs(ANY)).toBeUndefined();
    expect(await tasks.waiting()).toEqual(new Map());
    await tasks.put([task('a')]);
    expect(await tasks.due({ ...ANY, nowMs: 99 })).toMatchObject([{ attempts: 0 }]);
    await tasks.cancel('a');
    expect(await tasks.waiting()).toEqual(new Map());
  });

  it('keeps so many of those that were given up, the newest', async () => {
    const { tasks } = await open();
    await tasks.put(['a', 'b', 'c', 'd'].map((key) => task(key)));
    const all = await tasks.due({ ...ANY, nowMs: 5 });
    for (const one of all.slice(0, 3)) await tasks.giveUp(one, { because: 'no', atMs: 6, keep: 2 });
    expect((await tasks.givenUp()).map(({ key, because }) => [key, because])).toEqual([
      ['c', 'no'],
      ['b', 'no'],
    ]);
    expect((await tasks.due({ ...ANY, nowMs: 9 })).map(({ key }) => key)).toEqual(['d']);
  });
}
