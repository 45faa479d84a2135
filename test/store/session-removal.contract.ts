import { expect, it } from 'vitest';
import { message, slot, writtenJob } from '../support/inbound.ts';
import type { Engine, OpenEngine } from './engine.ts';
import { CHANNEL, DESK, OTHER, at, closing, mark, openPlace, post, started, unwritten } from './given.ts';

/** A session with a running turn, one that waits, and messages that were not sent. */
async function busy(open: OpenEngine) {
  const engine = await open();
  await engine.jobs.add(writtenJob('job', 100));
  const begun = await started(engine, message('m1'));
  await engine.turns.accept(slot('job', 100), at(11));
  await engine.ops.put([post('sending'), post('ready'), post('elsewhere', OTHER)]);
  await engine.ops.sending('sending', undefined, 12);
  return { engine, begun };
}

const states = async ({ ops }: Engine) =>
  Object.fromEntries((await ops.under('')).map(({ key, state }) => [key, state]));

/** What every removal of sessions keeps to. */
export function describeSessionRemoval(open: OpenEngine): void {
  it('begins with that nothing more comes in, what waits is skipped, and what was not sent will not be', async () => {
    const { engine } = await busy(open);
    expect(await engine.removal.begin([DESK], 20)).toEqual(['job:100']);
    expect(await engine.turns.find('job:100')).toMatchObject({ state: 'closed', end: { status: 'skipped' } });
    expect(await engine.jobs.runs('job', 9, false)).toMatchObject([{ status: 'skipped' }]);
    expect(await engine.turns.find('m1')).toEqual({ state: 'running' });
    expect(await states(engine)).toEqual({ sending: 'sending', ready: 'failed', elsewhere: 'ready' });
    expect(await engine.turns.accept(message('m2'), at(21))).toMatchObject({ kind: 'refused' });
    expect(await engine.removal.isDeleting(DESK)).toBe(true);
    expect(await engine.removal.isDeleting(OTHER)).toBe(false);
  });

  it('is taken up after a restart, and can be begun again', async () => {
    const { engine } = await busy(open);
    await engine.removal.begin([DESK], 20);
    const { removal } = await engine.restart();
    expect(await removal.unfinished()).toEqual([DESK]);
    expect(await removal.begin([DESK], 21)).toEqual([]);
    await removal.finish([DESK], 22);
    expect(await removal.unfinished()).toEqual([]);
    expect(await removal.isDeleting(DESK)).toBe(false);
  });

  it('ends with the session, its journal, notes and events gone, and the ledger there', async () => {
    const { engine, begun } = await busy(open);
    const note = { id: 'n', text: 'no crypto', by: 'Ann', atMs: 12 };
    await engine.notes.add(DESK, note, mark(begun));
    await engine.events.add(DESK, { id: 'e', text: 'battery low', atMs: 12 });
    await engine.removal.begin([DESK], 20);
    expect(await engine.removal.finish([DESK], 21)).toEqual(['m1']);
    const again = await engine.restart();
    expect(await again.turns.commit(closing(begun, { ops: [post('late')] }))).toEqual({ kind: 'stale' });
    expect(await again.sessions.get(DESK)).toBeUndefined();
    expect(await again.notes.list(DESK, 22)).toEqual([]);
    expect(await again.events.pending(DESK)).toEqual([]);
    expect(await unwritten(again)).toEqual([]);
    expect(await states(again)).toEqual({ sending: 'failed', ready: 'failed', elsewhere: 'ready' });
    expect(await again.jobs.runs('job', 9, false)).toHaveLength(1);
    expect(await again.turns.recover({ nowMs: 30, personMaxAgeMs: 99 })).toEqual({
      waiting: [],
      cutOff: [],
      flush: [],
      release: [],
    });
  });

  it('leaves a session of the same key to begin anew, with the same ids', async () => {
    const { engine, begun } = await busy(open);
    await engine.notes.add(DESK, { id: 'n', text: 'no crypto', by: 'Ann', atMs: 12 }, mark(begun));
    await engine.turns.reset(DESK, 'Ann', 15);
    await engine.removal.begin([DESK], 20);
    await engine.removal.finish([DESK], 21);
    const again = await started(engine, message('m1'));
    expect(again.generation).toBe(0);
    expect(await unwritten(engine)).toEqual(['m1:0']);
    expect((await engine.turns.unflushed(DESK))?.from).toBe(0);
    expect(await engine.turns.handBack('m1', again.fence)).toBe(true); // no effect of the old turn counts
  });

  it('takes several sessions at once, and none of those that there are not', async () => {
    const { engine } = await busy(open);
    await engine.turns.accept(message('o1', 'words', OTHER), at(11));
    await engine.removal.begin([DESK, OTHER, CHANNEL], 20);
    expect(await engine.removal.unfinished()).toEqual([DESK, OTHER]);
    await engine.removal.finish([DESK, OTHER, CHANNEL], 21);
    expect(await engine.sessions.list()).toEqual([]);
  });

  it('has nothing to do with places that are being deleted', async () => {
    const engine = await open();
    await openPlace(engine, CHANNEL);
    const attempt = {
      op: 'remove:1',
      place: CHANNEL,
      title: '#100',
      by: 'Ann',
      locale: 'en' as const,
      because: 'Ann deletes it',
    };
    await engine.placeRemoval.begin(attempt, post('remove:1', CHANNEL), 7);
    expect(await engine.removal.unfinished()).toEqual([]);
    expect(await engine.removal.isDeleting(CHANNEL)).toBe(true);
  });
}
