import { expect, it } from 'vitest';
import { message, slot, writtenJob } from '../support/inbound.ts';
import type { Engine, OpenEngine } from './engine.ts';
import { DESK, at, closing, post } from './given.ts';

/** What a turn book keeps to where several desks share it: the open turns of a lane are one desk's, or nobody's. */
export function describeSharedTurns(open: OpenEngine): void {
  const accept = async (
    { turns }: Engine,
    id: string,
    desk: string,
    { key = 'console:desk', hasRoom = true } = {},
  ) => {
    const accepted = await turns.accept(message(id, 'words', key), at(5, { desk: { id: desk, hasRoom } }));
    return accepted.kind === 'queued' ? (accepted.desk ?? 'nobody') : accepted.kind;
  };
  const taken = async ({ turns }: Engine, desk: string, lanes = 10) =>
    (await turns.take(desk, lanes)).map(({ id }) => id);
  const begin = ({ turns }: Engine, id: string) => turns.start(id, { nowMs: 6, deadlineMs: 600_000 });
  const recover = ({ turns }: Engine, desk: string, desks?: readonly string[]) =>
    turns.recover({ nowMs: 10, personMaxAgeMs: 100, desk, desks });

  it('gives a lane to the desk that has its turns, else to the accepting one when it has room', async () => {
    const engine = await open();
    expect(await accept(engine, 'm1', 'a')).toBe('a');
    expect(await accept(engine, 'm2', 'b')).toBe('a');
    expect(await accept(engine, 'm3', 'b', { key: 'console:other', hasRoom: false })).toBe('nobody');
    expect(await accept(engine, 'm4', 'b', { key: 'console:other' })).toBe('nobody');
    expect(await taken(engine, 'a', 0)).toEqual(['m1', 'm2']);
    expect(await taken(engine, 'b', 1)).toEqual(['m3', 'm4']);
    expect(await taken(engine, 'a')).toEqual(['m1', 'm2']);
    for (const id of ['m1', 'm2']) await engine.turns.skip(id, 'nobody wants it', 6);
    expect(await accept(engine, 'm5', 'b')).toBe('b');
  });

  it('gives each lane to one of those that ask at once, the longest wait first', async () => {
    const engine = await open();
    const lanes = Array.from({ length: 12 }, (_, n) => `console:chat-${n}`);
    for (const [n, key] of lanes.entries()) await accept(engine, `m${n}`, 'a', { key, hasRoom: false });
    expect(await taken(engine, 'a', 2)).toEqual(['m0', 'm1']);
    const [b, c] = await Promise.all([taken(engine, 'b', 5), taken(engine, 'c', 5)]);
    const all = ['m0', 'm1', ...b, ...c];
    expect(new Set(all).size).toBe(all.length);
    const rest = await taken(engine, 'd', 99);
    expect(new Set([...all, ...rest]).size).toBe(lanes.length);
  });

  it('gives lanes in which a person waits before those in which only jobs do', async () => {
    const engine = await open();
    await engine.jobs.add(writtenJob('diary', 1_000));
    const terms = at(4, { desk: { id: 'a', hasRoom: false }, nextRunAtMs: null });
    await engine.turns.accept(slot('diary', 1_000), terms);
    await accept(engine, 'm1', 'a', { key: 'console:other', hasRoom: false });
    expect(await taken(engine, 'b', 1)).toEqual(['m1']);
    expect(await taken(engine, 'c', 1)).toHaveLength(1);
  });

  it('reads only the turns that a desk doesn’t know yet', async () => {
    const engine = await open();
    for (const id of ['m1', 'm2', 'm3']) await accept(engine, id, 'a');
    await accept(engine, 'm4', 'b', { key: 'console:other', hasRoom: false });
    const asked: string[] = [];
    const fresh = await engine.turns.take('a', 1, (turn) => {
      asked.push(turn);
      return turn === 'm1' || turn === 'm3';
    });
    expect(asked).toEqual(['m1', 'm2', 'm3', 'm4']);
    expect(fresh.map(({ id }) => id)).toEqual(['m2', 'm4']);
    expect(fresh[0]).toMatchObject({ text: 'words', lane: 'console:desk', session: 'console:desk' });
    expect(await engine.turns.take('a', 1, () => true)).toEqual([]);
  });

  it('takes from desks that are gone, and leaves those of the others alone', async () => {
    const engine = await open();
    await accept(engine, 'm1', 'a');
    await accept(engine, 'm2', 'a');
    await accept(engine, 'm3', 'b', { key: 'console:other' });
    await begin(engine, 'm1');
    await begin(engine, 'm3');
    const left = await recover(engine, 'c', ['a']);
    expect([left.waiting, left.cutOff]).toEqual([[], []]);
    expect(await taken(engine, 'c')).toEqual(['m1', 'm2']);
    expect(await engine.turns.find('m3')).toEqual({ state: 'running' });
  });

  it('gives a lane in which a turn was cut off to who recovers it, which closes that one first', async () => {
    const engine = await open();
    await accept(engine, 'm1', 'a');
    await accept(engine, 'm2', 'a');
    await begin(engine, 'm1');
    await recover(engine, 'b', ['a']);
    expect(await taken(engine, 'b')).toEqual(['m1', 'm2']);
    await begin(engine, 'm1');
    const left = await recover(engine, 'c', ['b']);
    expect(left.cutOff.map(({ started: { turn } }) => turn.id)).toEqual(['m1']);
    expect(left.waiting.map(({ id }) => id)).toEqual(['m2']);
    expect(await taken(engine, 'd')).toEqual([]);
  });

  it('takes whatever is open where no desk works any more', async () => {
    const engine = await open();
    await accept(engine, 'm1', 'a');
    await engine.turns.accept(message('m2', 'words', 'console:other'), at(5));
    await recover(engine, 'b');
    expect(await taken(engine, 'b')).toEqual(['m1', 'm2']);
  });

  it('lets the messages of a lane wait for those that a dead desk has left held', async () => {
    const engine = await open();
    const answer = async (id: string, desk: string) => {
      await accept(engine, id, desk);
      const begun = await begin(engine, id);
      if (begun.kind !== 'started') throw new Error(begun.because);
      await engine.turns.commit(closing(begun, { ops: [post(`${id}/1`)] }));
    };
    const next = async () => (await engine.ops.next(DESK))?.op.key;
    await answer('m1', 'a'); // and this desk dies
    await answer('m2', 'b');
    await engine.turns.release('m2');
    expect(await next()).toBeUndefined();
    const { release } = await recover(engine, 'b', ['a']);
    for (const turn of release) await engine.turns.release(turn);
    expect(await next()).toBe('m1/1');
  });
}
