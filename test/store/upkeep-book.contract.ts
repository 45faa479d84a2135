import { expect, it } from 'vitest';
import type { KeepTerms } from '../../src/sessions/upkeep-book.ts';
import { message, slot, writtenJob } from '../support/inbound.ts';
import type { Engine, OpenEngine } from './engine.ts';
import { DESK, at, closing, ended, entry, flush, mark, post, started } from './given.ts';
import { receipt, snapshot } from './given-stories.ts';

/** What ended before 1,000 goes; what ended since 2,000 stays, however much of it there is. */
const TERMS: KeepTerms = {
  beforeMs: 1_000,
  freshMs: 2_000,
  runs: 2,
  events: 2,
  receipts: 2,
  unasked: ['heartbeat'],
};
const NOTHING = { turns: 0, runs: 0, events: 0, effects: 0, messages: 0, receipts: 0 };

const drop = ({ upkeep }: Engine, terms: Partial<KeepTerms> = {}, most = 100) =>
  upkeep.drop({ ...TERMS, ...terms }, most);

/** What every upkeep keeps to. */
export function describeUpkeepBook(open: OpenEngine): void {
  /** A person's turn that ended at this time, its words in the transcript. */
  const over = async (engine: Engine, id: string, nowMs: number) => {
    await ended(engine, message(id), { nowMs, ops: [post(`${id}/1`)] });
    await engine.ops.failed(`${id}/1`, 'failed', 'nobody listens');
    await flush(engine);
  };

  it('drops turns that ended before, with their effects and messages, and no younger ones', async () => {
    const engine = await open();
    const begun = await started(engine, message('marked'));
    const note = { id: 'n', text: 'no crypto', by: 'Ann', atMs: 12 };
    await engine.notes.add(DESK, note, mark(begun));
    await engine.turns.commit(closing(begun));
    await engine.turns.release('marked');
    await over(engine, 'old', 999);
    await over(engine, 'young', 1_000);
    expect(await drop(engine)).toEqual({ ...NOTHING, turns: 2, effects: 1, messages: 1 });
    const again = await engine.restart();
    expect(await again.turns.find('old')).toBeUndefined();
    expect(await again.ops.find('old/1')).toBeUndefined();
    expect(await again.turns.find('young')).toMatchObject({ state: 'closed' });
    expect(await again.ops.find('young/1')).toBeDefined();
    expect(await again.notes.list(DESK, 5_000)).toEqual([note]);
    expect(await drop(again)).toEqual(NOTHING);
  });

  it('drops no turn that is open, or whose words or messages are still on their way', async () => {
    const engine = await open();
    await started(engine, message('running'));
    await engine.turns.accept(message('waiting', 'words', 'console:other'), at(10));
    const unreleased = message('unreleased', 'words', 'console:a');
    await engine.turns.commit(closing(await started(engine, unreleased)));
    await ended(engine, message('unflushed', 'words', 'console:b'), { entries: [entry('unflushed:1')] });
    await ended(engine, message('unsent', 'words', 'console:c'), { ops: [post('unsent/1')] });
    for (const key of ['a', 'c'] as const) await flush(engine, message('x', '', `console:${key}`).session);
    await flush(engine);
    expect(await drop(engine)).toEqual(NOTHING);
  });

  it('drops no turn that had inputs: they say why nothing was planned', async () => {
    const engine = await open();
    await engine.stories.saveInputs('planner', snapshot(5));
    await over(engine, 'planner', 500);
    expect(await drop(engine)).toEqual(NOTHING);
  });

  it('drops turns of a kind that nobody asks for as soon as they aren’t fresh', async () => {
    const engine = await open();
    for (const [id, nowMs] of [
      ['beat', 1_999],
      ['late', 2_000],
    ] as const)
      await ended(engine, { ...message(id), kind: 'heartbeat' }, { nowMs });
    await flush(engine);
    expect(await drop(engine, { unasked: [] })).toEqual(NOTHING);
    expect(await drop(engine)).toEqual({ ...NOTHING, turns: 1 });
    expect(await engine.turns.find('late')).toBeDefined();
  });

  it('keeps of each job the newest runs with their turns and their delivery, whatever their age', async () => {
    const engine = await open();
    await engine.jobs.add(writtenJob('job', 100));
    await engine.jobs.add(writtenJob('rare', 100));
    await ended(engine, slot('rare', 50), { nowMs: 50 });
    for (const n of [100, 200, 300]) {
      await ended(engine, slot('job', n), { nowMs: n, ops: [post(`job:${n}/1`)] });
      await engine.ops.failed(`job:${n}/1`, 'failed', 'nobody listens');
    }
    await flush(engine);
    expect(await drop(engine)).toMatchObject({ runs: 1, turns: 4, messages: 1 });
    const { jobs } = await engine.restart();
    expect((await jobs.runs('job', 9, false)).map(({ runId, delivery }) => [runId, delivery])).toEqual([
      ['job:300', 'failed'],
      ['job:200', 'failed'],
    ]);
    expect(await jobs.runs('rare', 9, false)).toHaveLength(1);
  });

  it('drops the runs of jobs that are gone when they ended before, and none that is open', async () => {
    const engine = await open();
    await engine.jobs.add(writtenJob('job', 100));
    await ended(engine, slot('job', 100), { nowMs: 900 });
    await ended(engine, slot('job', 200), { nowMs: 1_000 });
    await engine.turns.accept(slot('job', 300), at(10));
    await engine.jobs.remove('job', { because: 'the job was removed', nowMs: 1_100 });
    expect(await drop(engine)).toMatchObject({ runs: 1 });
    expect((await engine.jobs.runs('job', 9, false)).map(({ runId }) => runId)).toEqual([
      'job:300',
      'job:200',
    ]);
  });

  it('drops the turn of a slot that was skipped, with its run', async () => {
    const engine = await open();
    await engine.jobs.add(writtenJob('job', 100));
    await engine.turns.accept(slot('job', 100), at(10));
    await engine.turns.skip('job:100', 'it is too late', 20);
    await engine.jobs.remove('job', { because: 'the job was removed', nowMs: 30 });
    expect(await drop(engine)).toEqual({ ...NOTHING, runs: 1, turns: 1 });
  });

  it('drops events that were taken, and of those that wait the old ones and all but the newest of a session', async () => {
    const engine = await open();
    const add = (id: string, atMs: number) => engine.events.add(DESK, { id, text: id, atMs });
    await add('taken', 1_999);
    await add('taken fresh', 2_000);
    await engine.turns.commit(closing(await started(engine, message('m1'))));
    await add('being taken', 500);
    await started(engine, message('m2'));
    for (const [id, atMs] of [
      ['old', 999],
      ['a', 1_500],
      ['b', 1_600],
      ['c', 1_700],
    ] as const)
      await add(id, atMs);
    expect(await drop(engine)).toMatchObject({ events: 3 });
    expect((await engine.events.pending(DESK)).map(({ id }) => id)).toEqual(['b', 'c']);
    expect((await engine.events.takenBy('m1')).map(({ id }) => id)).toEqual(['taken fresh']);
    expect((await engine.events.takenBy('m2')).map(({ id }) => id)).toEqual(['being taken']);
  });

  it('drops old receipts, and all but the newest of those that aren’t fresh', async () => {
    const { upkeep, receipts } = await open();
    for (const atMs of [999, 1_000, 1_500, 1_600, 2_000]) await receipts.write(receipt({ atMs }));
    expect((await upkeep.drop(TERMS, 100)).receipts).toBe(3);
    expect((await receipts.newest(9)).map(({ atMs }) => atMs)).toEqual([2_000, 1_600]);
    for (const atMs of [2_001, 2_002]) await receipts.write(receipt({ atMs }));
    expect((await upkeep.drop(TERMS, 100)).receipts).toBe(1);
    expect(await receipts.newest(9)).toHaveLength(3);
  });

  it('drops at most so many of a kind at a time, and ends', async () => {
    const engine = await open();
    for (const n of [1, 2, 3, 4, 5]) await engine.receipts.write(receipt({ atMs: n }));
    const dropped: number[] = [];
    for (let n = 0; n < 4; n++) dropped.push((await drop(engine, {}, 2)).receipts);
    expect(dropped).toEqual([2, 2, 1, 0]);
  });

  it('says how much room what went has left', async () => {
    const { upkeep } = await open();
    expect(await upkeep.free()).toBeGreaterThanOrEqual(0);
  });
}
