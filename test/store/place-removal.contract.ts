import { expect, it } from 'vitest';
import type { PlaceAttempt } from '../../src/sessions/session-removal.ts';
import { message, slot, writtenJob } from '../support/inbound.ts';
import type { OpenEngine } from './engine.ts';
import { CHANNEL, THREAD, at, closing, openPlace, post, started, unwritable, unwritten } from './given.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';

const BECAUSE = 'Ann deletes #100';
const ATTEMPT: PlaceAttempt = {
  op: 'remove:1',
  place: CHANNEL,
  title: '#100',
  by: 'Ann',
  locale: 'en',
  because: BECAUSE,
};
const DELETION = post('remove:1', CHANNEL, { spec: { kind: 'remove', channel: { id: '100' } } });
const LATE = parseSessionKey('discord:102');

/** A channel and its thread, with a job in each, a running turn, one that waits, and a message to be sent. */
async function busy(open: OpenEngine) {
  const engine = await open();
  await openPlace(engine, CHANNEL);
  await openPlace(engine, THREAD, CHANNEL);
  await engine.jobs.add(writtenJob('above', 100, CHANNEL));
  await engine.jobs.add(writtenJob('below', 100, THREAD));
  await engine.jobs.add({ ...writtenJob('paused', 100, CHANNEL), enabled: false });
  const begun = await started(engine, message('m1', 'words', CHANNEL));
  await engine.turns.accept(slot('below', 100, THREAD), at(11));
  await engine.ops.put([post('before', CHANNEL)]);
  return { engine, begun };
}

/** What every removal of places keeps to. */
export function describePlaceRemoval(open: OpenEngine): void {
  it('begins with everything there stopped, and the deletion behind what is to be sent', async () => {
    const { engine, begun } = await busy(open);
    const stopped = await engine.placeRemoval.begin(ATTEMPT, DELETION, 20);
    expect(stopped?.turns.toSorted()).toEqual(['below:100', 'm1']);
    expect(await engine.turns.find('m1')).toMatchObject({ end: { status: 'interrupted', summary: BECAUSE } });
    expect(await engine.jobs.runs('below', 9, false)).toMatchObject([{ status: 'skipped', error: BECAUSE }]);
    expect(await engine.turns.commit(closing(begun))).toEqual({ kind: 'stale' });
    const jobs = await engine.jobs.list({ includeDisabled: true });
    expect(jobs.map(({ id, enabled, state }) => [id, enabled, state.pausedBecause])).toEqual([
      ['above', false, BECAUSE],
      ['below', false, BECAUSE],
      ['paused', false, undefined],
    ]);
    expect(await engine.turns.accept(message('m2', 'words', THREAD), at(21))).toMatchObject({
      kind: 'refused',
    });
    expect((await engine.ops.next(CHANNEL))?.op.key).toBe('before');
    expect((await engine.ops.next(CHANNEL, ['before']))?.op.key).toBe('remove:1');
    expect(await unwritten(engine, THREAD)).toEqual(['remove:1']);
  });

  it('begins once, and not where nothing is open', async () => {
    const { engine } = await busy(open);
    const begin = () => engine.placeRemoval.begin(ATTEMPT, DELETION, 20);
    const [one, other] = await Promise.all([begin(), begin()]);
    expect([one, other].filter((stopped) => stopped !== undefined)).toHaveLength(1);
    const never = { ...ATTEMPT, place: LATE, op: 'remove:2' };
    expect(await engine.placeRemoval.begin(never, post('remove:2', LATE), 21)).toBeUndefined();
    expect(await engine.ops.find('remove:2')).toBeUndefined();
  });

  it('does not begin at all when the deletion can’t be written down', async () => {
    const { engine } = await busy(open);
    await expect(engine.placeRemoval.begin(ATTEMPT, unwritable('remove:1', CHANNEL), 20)).rejects.toThrow();
    expect(await engine.turns.find('m1')).toEqual({ state: 'running' });
    expect((await engine.jobs.get('above'))?.enabled).toBe(true);
    expect(await engine.placeRemoval.attempts()).toEqual([]);
  });

  it('is known over a restart, by the place and by its threads', async () => {
    const { engine } = await busy(open);
    await engine.placeRemoval.begin(ATTEMPT, DELETION, 20);
    const { placeRemoval } = await engine.restart();
    expect(await placeRemoval.attempts()).toEqual([ATTEMPT]);
    expect(await placeRemoval.attemptOf(THREAD)).toEqual(ATTEMPT);
    expect(await placeRemoval.attemptOf(LATE)).toBeUndefined();
    expect(await placeRemoval.family(ATTEMPT)).toEqual([CHANNEL, THREAD]);
  });

  it('includes threads that are opened meanwhile, and none that is being deleted by itself', async () => {
    const { engine } = await busy(open);
    await engine.removal.begin([THREAD], 19);
    await engine.placeRemoval.begin(ATTEMPT, DELETION, 20);
    await openPlace(engine, LATE, CHANNEL);
    expect(await engine.placeRemoval.family(ATTEMPT)).toEqual([CHANNEL, LATE]);
    await engine.placeRemoval.finish(ATTEMPT, 21);
    expect(await engine.removal.unfinished()).toEqual([THREAD]);
  });

  it('is taken back whole: sessions open, exactly its jobs run again, and the notice is said', async () => {
    const { engine } = await busy(open);
    await engine.placeRemoval.begin(ATTEMPT, DELETION, 20);
    const changed = { ...writtenJob('below', 100, THREAD), enabled: false };
    await engine.jobs.update('below', changed, { forgetsPause: true });
    await expect(engine.placeRemoval.restore(ATTEMPT, unwritable('notice'))).rejects.toThrow();
    expect(await engine.placeRemoval.attempts()).toEqual([ATTEMPT]);
    await engine.placeRemoval.restore(ATTEMPT, post('notice', CHANNEL));
    expect(await engine.placeRemoval.attempts()).toEqual([]);
    const jobs = await engine.jobs.list({ includeDisabled: true });
    expect(jobs.filter(({ enabled }) => enabled).map(({ id }) => id)).toEqual(['above']);
    expect((await engine.jobs.get('above'))?.state).not.toHaveProperty('pausedBecause');
    expect(await engine.turns.accept(message('m2', 'words', THREAD), at(23))).toMatchObject({
      kind: 'queued',
    });
    expect(await engine.ops.find('notice')).toMatchObject({ state: 'ready' });
  });

  it('ends with the place gone: late events don’t open it again, and it is remembered why', async () => {
    const { engine } = await busy(open);
    await engine.placeRemoval.begin(ATTEMPT, DELETION, 20);
    await engine.placeRemoval.finish(ATTEMPT, 30);
    const again = await engine.restart();
    expect(await again.placeRemoval.attempts()).toEqual([]);
    expect(await again.sessions.list()).toEqual([]);
    await openPlace(again, CHANNEL);
    expect(await again.sessions.get(CHANNEL)).toBeUndefined();
    expect(await again.turns.accept(message('m2', 'words', CHANNEL), at(31))).toMatchObject({
      kind: 'refused',
    });
    expect(await again.places.find(CHANNEL)).toMatchObject({
      because: BECAUSE,
      atMs: 30,
      family: [CHANNEL, THREAD],
    });
    expect(await unwritten(again, THREAD)).toEqual([]);
    expect(await again.jobs.runs('below', 9, false)).toHaveLength(1);
  });
}
