import { describe, expect, it } from 'vitest';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { SessionKey } from '../../src/sessions/key.ts';
import { message, slot, writtenJob } from '../support/inbound.ts';
import type { Engine, OpenEngine } from './engine.ts';
import { CHANNEL, THREAD, at, closing, flush, openPlace, post, started, unwritten } from './given.ts';

const GONE = '#100 was deleted';
const LOST = '#100 can’t be reached';
const UNKNOWN = parseSessionKey('discord:900');
const ann = { kind: 'person' as const, id: '42', name: 'Ann' };

/** A channel and its thread, with a job of Ann's in each, and one that nobody there has made. */
async function peopled(open: OpenEngine): Promise<Engine> {
  const engine = await open();
  await openPlace(engine, CHANNEL);
  await openPlace(engine, THREAD, CHANNEL);
  await engine.jobs.add({ ...writtenJob('above', 100, CHANNEL), createdBy: ann });
  await engine.jobs.add({ ...writtenJob('below', 100, THREAD), createdBy: ann });
  await engine.jobs.add({ ...writtenJob('system', 100, CHANNEL), createdBy: { kind: 'system' } });
  return engine;
}

const enabled = async ({ jobs }: Engine) => (await jobs.list()).map(({ id }) => id);
const notices = async ({ places }: Engine) =>
  (await places.pendingNotices())
    .map(({ kind, owner, jobs }) => [kind, owner?.name ?? 'nobody', ...jobs.map(({ id }) => id)].join(' '))
    .toSorted();

/** What every book of places keeps to. */
export function describePlaceBook(open: OpenEngine): void {
  describe('a place that is gone', () => {
    it('has everything in it stopped, in its threads as well', async () => {
      const engine = await peopled(open);
      const begun = await started(engine, message('m1', 'words', CHANNEL));
      await engine.turns.accept(slot('below', 100, THREAD), at(11));
      await engine.ops.put([post('ready', CHANNEL), post('begun', THREAD)]);
      await engine.ops.sending('begun', undefined, 12);
      const stopped = await engine.places.gone(CHANNEL, GONE, 20);
      expect(stopped?.turns.toSorted()).toEqual(['below:100', 'm1']);
      expect(await enabled(engine)).toEqual([]);
      expect((await engine.jobs.get('below'))?.state.pausedBecause).toBe(GONE);
      expect(await engine.jobs.runs('below', 9, false)).toMatchObject([{ status: 'skipped', error: GONE }]);
      expect(await engine.turns.commit(closing(begun))).toEqual({ kind: 'stale' });
      expect(await engine.ops.find('ready')).toMatchObject({ state: 'failed' });
      expect(await engine.ops.find('begun')).toMatchObject({ state: 'sending' });
      const words = (await engine.turns.unflushed(THREAD))!.rows.map((row) => row.entry.content);
      expect(words.at(-1)).toBe(GONE);
    });

    it('opens no more, and says what it was', async () => {
      const engine = await peopled(open);
      await engine.places.gone(CHANNEL, GONE, 20);
      const again = await engine.restart();
      for (const key of [CHANNEL, THREAD])
        expect(await again.turns.accept(message(`m ${key}`, 'words', key), at(21))).toMatchObject({
          kind: 'refused',
        });
      expect(await again.places.find(CHANNEL)).toEqual({
        key: CHANNEL,
        title: '#100',
        origin: { channel: 'discord', chatId: '100', guildId: '9' },
        because: GONE,
        atMs: 20,
        family: [CHANNEL, THREAD],
      });
      expect(await again.places.find(THREAD)).toMatchObject({ origin: { guildId: '9' }, family: [THREAD] });
      expect(await again.places.find(UNKNOWN)).toBeUndefined();
      expect(await again.places.bound('discord')).toEqual([]);
    });

    it('is gone once; what is unknown, or deleted by the desk itself, is nothing to do', async () => {
      const engine = await peopled(open);
      const gone = () => engine.places.gone(CHANNEL, GONE, 20);
      const both = await Promise.all([gone(), gone()]);
      expect(both.filter((stopped) => stopped !== undefined)).toHaveLength(1);
      expect(await engine.places.gone(UNKNOWN, GONE, 20)).toBeUndefined();
      const other = await peopled(open);
      await other.removal.begin([CHANNEL], 15);
      expect(await other.places.gone(CHANNEL, GONE, 20)).toBeUndefined();
      expect(await notices(other)).toEqual([]);
    });

    it('may be known by its jobs alone', async () => {
      const engine = await open();
      await engine.jobs.add(writtenJob('job', 100, UNKNOWN));
      expect(await engine.places.gone(UNKNOWN, GONE, 20)).toEqual({ turns: [], retries: [] });
      expect(await enabled(engine)).toEqual([]);
      expect((await engine.places.find(UNKNOWN))?.title).toBe('900');
    });

    it('names a retry that will not come', async () => {
      const engine = await peopled(open);
      const begun = await started(engine, slot('above', 100, CHANNEL, { attempt: 1, maxAttempts: 2 }));
      const end = { status: 'failed' as const, summary: 'It broke.', error: 'no model' };
      await engine.turns.commit(closing(begun, { end }));
      expect((await engine.places.gone(CHANNEL, GONE, 20))?.retries).toMatchObject([
        { jobId: 'above', runId: 'above:100:r2' },
      ]);
    });

    it('waits until its transcripts are set aside, over restarts, and lets go of what was written', async () => {
      const engine = await peopled(open);
      await engine.turns.accept(message('m1', 'words', CHANNEL), at(11));
      await flush(engine, CHANNEL);
      await engine.places.gone(CHANNEL, GONE, 20);
      const again = await engine.restart();
      expect(await again.places.leaving()).toEqual([CHANNEL, THREAD]);
      await flush(again, CHANNEL);
      await again.places.left([CHANNEL]);
      await again.places.left([CHANNEL]);
      expect(await again.places.leaving()).toEqual([THREAD]);
      await again.places.back(CHANNEL, 'gone');
      await again.turns.accept(message('m2', 'words', CHANNEL), at(30));
      expect((await again.turns.unflushed(CHANNEL))?.from).toBe(0);
    });
  });

  describe('a place that is lost', () => {
    it('is open, with its jobs paused and their runs skipped; people’s words wait on', async () => {
      const engine = await peopled(open);
      await engine.turns.accept(slot('below', 100, THREAD), at(11));
      await engine.turns.accept(message('m1', 'words', THREAD), at(12));
      await engine.ops.put([post('ready', CHANNEL)]);
      expect(await engine.places.lost(CHANNEL, LOST, 20)).toEqual({
        turns: ['below:100'],
        retries: [],
        isNews: true,
      });
      expect(await enabled(engine)).toEqual([]);
      expect(await engine.turns.waiting(THREAD)).toEqual(['m1']);
      expect(await engine.ops.find('ready')).toMatchObject({ state: 'ready' });
      expect(await engine.turns.accept(message('m2', 'words', CHANNEL), at(21))).toMatchObject({
        kind: 'queued',
      });
      expect(await engine.places.leaving()).toEqual([]);
      expect(await engine.places.bound('discord')).toEqual([
        { key: CHANNEL, title: '#100', guildId: '9', lost: true },
        { key: THREAD, title: '#101', guildId: '9', lost: true },
      ]);
    });

    it('is news the first time; later the first reason stands, and jobs made since are paused for it', async () => {
      const engine = await peopled(open);
      await engine.places.lost(CHANNEL, LOST, 20);
      for (const { id } of await engine.places.pendingNotices()) await engine.places.noticeSent(id);
      await engine.jobs.add({ ...writtenJob('new', 100, CHANNEL), createdBy: ann });
      expect(await engine.places.lost(CHANNEL, 'another reason', 30)).toMatchObject({ isNews: false });
      expect(await notices(engine)).toEqual([]);
      expect((await engine.jobs.get('new'))?.state.pausedBecause).toBe(LOST);
      expect(await engine.places.find(CHANNEL)).toMatchObject({ because: LOST, atMs: 20 });
      expect(await engine.places.lost(UNKNOWN, LOST, 30)).toEqual({ turns: [], retries: [], isNews: false });
    });

    it('may be gone in the end: that is the reason then, also of what was paused before', async () => {
      const engine = await peopled(open);
      await engine.places.lost(CHANNEL, LOST, 20);
      await engine.places.gone(CHANNEL, GONE, 30);
      expect((await engine.jobs.get('above'))?.state.pausedBecause).toBe(GONE);
      expect(await notices(engine)).toEqual(['gone Ann above below', 'gone nobody system']);
      expect(await engine.places.back(CHANNEL, 'lost')).toBe(false);
    });
  });

  describe('a place that is back', () => {
    const restored = async (engine: Engine, from: 'gone' | 'lost', key: SessionKey = CHANNEL) =>
      (await engine.restart()).places.back(key, from);

    it('is open with its threads, and what had been paused for it runs again', async () => {
      for (const from of ['gone', 'lost'] as const) {
        const engine = await peopled(open);
        await engine.places[from](CHANNEL, GONE, 20);
        expect(await restored(engine, from)).toBe(true);
        const again = await engine.restart();
        expect(await enabled(again)).toEqual(['above', 'below', 'system']);
        expect((await again.jobs.get('below'))?.state).not.toHaveProperty('pausedBecause');
        expect(await again.turns.accept(message('m2', 'words', THREAD), at(30))).toMatchObject({
          kind: 'queued',
        });
        expect(await notices(again)).toEqual([]);
        expect(await again.places.find(CHANNEL)).toBeUndefined();
        expect(await again.places.back(CHANNEL, from)).toBe(false);
      }
    });

    it('leaves alone a job that somebody has taken over, and a thread that went by itself', async () => {
      const engine = await peopled(open);
      await engine.places.gone(THREAD, 'the thread was deleted', 15);
      await engine.places.gone(CHANNEL, GONE, 20);
      const written = { ...writtenJob('above', 100, CHANNEL), enabled: false };
      await engine.jobs.update('above', written, { forgetsPause: true });
      await restored(engine, 'gone');
      const again = await engine.restart();
      expect(await enabled(again)).toEqual(['system']);
      expect(await again.places.find(THREAD)).toMatchObject({ because: 'the thread was deleted' });
    });

    it('is not back from what it never was', async () => {
      const engine = await peopled(open);
      expect(await engine.places.back(CHANNEL, 'gone')).toBe(false);
      await engine.places.lost(CHANNEL, LOST, 20);
      expect(await engine.places.back(CHANNEL, 'gone')).toBe(false);
      expect(await enabled(engine)).toEqual([]);
    });
  });

  describe('notices', () => {
    it('are left for everybody who made a job, the paused ones’ too, and once', async () => {
      const engine = await peopled(open);
      const paused = { ...writtenJob('paused', 100, CHANNEL), enabled: false };
      await engine.jobs.add({ ...paused, createdBy: { kind: 'agent', id: '43', name: 'Bob' } });
      await engine.jobs.add({
        ...writtenJob('console', 1, CHANNEL),
        createdBy: { kind: 'person', id: 'anna', name: 'Anna' },
      });
      await engine.places.gone(CHANNEL, GONE, 20);
      await engine.places.gone(CHANNEL, GONE, 21);
      const again = await engine.restart();
      expect(await notices(again)).toEqual([
        'gone Ann above below',
        'gone Bob paused',
        'gone nobody console system',
      ]);
      const pending = await again.places.pendingNotices();
      expect(pending.find(({ owner }) => owner?.id === '42')).toEqual({
        id: expect.any(String) as string,
        kind: 'gone',
        owner: { id: '42', name: 'Ann' },
        guildId: '9',
        place: { key: CHANNEL, title: '#100' },
        jobs: [
          { id: 'above', name: 'above' },
          { id: 'below', name: 'below' },
        ],
        because: GONE,
      });
    });

    it('of a place that is lost name the jobs that ran', async () => {
      const engine = await peopled(open);
      await engine.jobs.add({ ...writtenJob('paused', 100, CHANNEL), enabled: false, createdBy: ann });
      await engine.places.lost(CHANNEL, LOST, 20);
      expect(await notices(engine)).toEqual(['lost Ann above below', 'lost nobody system']);
    });

    it('go when they were told, one by one', async () => {
      const engine = await peopled(open);
      await engine.places.gone(CHANNEL, GONE, 20);
      const [first, second] = await engine.places.pendingNotices();
      await engine.places.noticeSent(first!.id);
      await engine.places.noticeSent(first!.id);
      expect(await (await engine.restart()).places.pendingNotices()).toEqual([second]);
    });
  });

  it('names the places of a platform that jobs are bound to, and that are there', async () => {
    const engine = await peopled(open);
    await engine.jobs.add(writtenJob('console', 100));
    await engine.jobs.add({ ...writtenJob('new', 100, UNKNOWN), enabled: false });
    await engine.places.gone(THREAD, GONE, 20);
    expect(await engine.places.bound('discord')).toEqual([
      { key: CHANNEL, title: '#100', guildId: '9' },
      { key: UNKNOWN, title: '900' },
    ]);
    await engine.removal.begin([CHANNEL], 21);
    expect((await engine.places.bound('discord')).map(({ key }) => key)).toEqual([UNKNOWN]);
    expect(await unwritten(engine, CHANNEL)).toEqual([]);
  });
}
