import { describe, expect, it } from 'vitest';
import { SYSTEM } from '../../src/sessions/actor.ts';
import { UNIFIED } from '../../src/sessions/key.ts';
import { message, slot, writtenJob } from '../support/inbound.ts';
import type { OpenEngine } from './engine.ts';
import { CHANNEL, DESK, OTHER, at, closing, entry, flush, openPlace, started, unwritten } from './given.ts';
import { describeTurnEnds } from './turn-ends.ts';

/** What every turn book keeps to. */
export function describeTurnBook(open: OpenEngine): void {
  describe('accepting', () => {
    it('writes down a turn and its entry', async () => {
      const engine = await open();
      const accepted = await engine.turns.accept(message('m1'), at(5));
      const turn = { id: 'm1', text: 'words of m1', lane: DESK, acceptedAtMs: 5, attempts: 0 };
      expect(accepted).toMatchObject({ kind: 'queued', turn });
      expect(await engine.turns.find('m1')).toEqual({ state: 'waiting' });
      expect(await engine.turns.waiting(DESK)).toEqual(['m1']);
      expect(await unwritten(engine)).toEqual(['m1:0']);
      expect(await engine.sessions.get(DESK)).toMatchObject({ title: 'desk', createdAtMs: 5 });
    });

    it('writes the same turn down once, also when it comes twice at once, or after its end', async () => {
      const engine = await open();
      const accept = () => engine.turns.accept(message('m1'), at(5));
      const both = await Promise.all([accept(), accept()]);
      expect(both.map(({ kind }) => kind).sort()).toEqual(['known', 'queued']);
      await engine.turns.skip('m1', 'nobody wants it', 6);
      const again = await engine.restart();
      expect(await again.turns.accept(message('m1'), at(7))).toEqual({ kind: 'known', id: 'm1' });
      expect(await again.turns.waiting(DESK)).toEqual([]);
      expect(await unwritten(again)).toEqual(['m1:0']);
    });

    it('numbers turns in the order of acceptance over all sessions, also after a restart', async () => {
      const engine = await open();
      const seqs: number[] = [];
      for (const [id, key] of [
        ['a', 'console:desk'],
        ['b', 'console:other'],
        ['c', 'console:desk'],
      ] as const) {
        const { turns } = id === 'c' ? await engine.restart() : engine;
        const accepted = await turns.accept(message(id, 'words', key), at(5));
        if (accepted.kind === 'queued') seqs.push(accepted.turn.seq);
      }
      expect(seqs).toHaveLength(3);
      expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
      expect(new Set(seqs).size).toBe(3);
    });

    it('writes down nothing of a turn that it can’t write down whole', async () => {
      const engine = await open();
      await engine.jobs.add(writtenJob('job', 100));
      const broken = {
        ...slot('job', 100),
        get material(): never {
          throw new Error('it cannot be written down');
        },
      };
      await expect(engine.turns.accept(broken, at(100, { nextRunAtMs: 200 }))).rejects.toThrow(
        'written down',
      );
      expect(await engine.turns.find('job:100')).toBeUndefined();
      expect(await engine.sessions.get(DESK)).toBeUndefined();
      expect(await engine.jobs.runs('job', 9, false)).toEqual([]);
      expect((await engine.jobs.get('job'))?.state.nextRunAtMs).toBe(100);
    });

    it('keeps what a platform says of a session when a person writes there, and a job’s word for it never', async () => {
      const { turns, sessions } = await open();
      const said = (id: string, title: string, origin = {}) => ({
        ...message(id, 'words', CHANNEL),
        title,
        origin: { channel: 'discord', chatId: '100', ...origin },
      });
      await turns.accept(said('m1', '#news', { guildId: '9' }), at(1));
      await turns.accept(said('m2', '#world', { kind: 'forum' }), at(2));
      expect(await sessions.get(CHANNEL)).toMatchObject({
        title: '#world',
        origin: { channel: 'discord', chatId: '100', guildId: '9', kind: 'forum' },
      });
      await turns.accept({ ...said('w1', '#old'), kind: 'worker' }, at(3));
      expect((await sessions.get(CHANNEL))?.title).toBe('#world');
    });

    it('puts all chats into one memory in unified mode, and each entry into both transcripts', async () => {
      const engine = await open();
      await engine.turns.accept(message('m1'), at(1, { unified: true }));
      expect(await engine.turns.waiting(UNIFIED)).toEqual(['m1']);
      expect(await engine.turns.waiting(DESK)).toEqual([]);
      expect(await unwritten(engine, DESK)).toEqual(['m1:0']);
      expect(await unwritten(engine, UNIFIED)).toEqual(['m1:0']);
    });

    it('refuses what comes into a session that is being deleted or is gone', async () => {
      const engine = await open();
      await openPlace(engine, CHANNEL);
      await engine.turns.accept(message('m1'), at(1));
      await engine.removal.begin([DESK], 2);
      await engine.places.gone(CHANNEL, 'it was deleted', 2);
      for (const key of [DESK, CHANNEL])
        expect(await engine.turns.accept(message(`late ${key}`, 'words', key), at(3))).toMatchObject({
          kind: 'refused',
        });
      expect(await unwritten(engine)).toEqual(['m1:0']);
    });
  });

  describe('accepting a slot', () => {
    it('writes down its run and the job’s next slot with it; its entry waits for the start', async () => {
      const engine = await open();
      await engine.jobs.add(writtenJob('job', 100));
      expect(await engine.turns.accept(slot('job', 100), at(101, { nextRunAtMs: 200 }))).toMatchObject({
        kind: 'queued',
      });
      expect(await engine.jobs.runs('job', 9, true)).toMatchObject([
        {
          runId: 'job:100',
          status: 'queued',
          scheduledForMs: 100,
          queuedAtMs: 101,
          prompt: 'rendered',
          attempts: 0,
        },
      ]);
      expect((await engine.jobs.get('job'))?.state.nextRunAtMs).toBe(200);
      expect(await unwritten(engine)).toEqual([]);
      await engine.turns.start('job:100', { nowMs: 102, deadlineMs: 999 });
      expect(await unwritten(engine)).toEqual(['job:100:0']);
    });

    it('has one run a slot', async () => {
      const engine = await open();
      await engine.jobs.add(writtenJob('job', 100));
      const accept = () => engine.turns.accept(slot('job', 100), at(101, { nextRunAtMs: 200 }));
      await Promise.all([accept(), accept()]);
      expect(await engine.turns.waiting(DESK)).toEqual(['job:100']);
      expect(await engine.jobs.runs('job', 9, false)).toHaveLength(1);
    });

    it('refuses a job that is gone, and one that is paused but for a run by hand', async () => {
      const { turns, jobs } = await open();
      expect(await turns.accept(slot('gone', 100), at(101))).toMatchObject({ kind: 'refused' });
      await jobs.add({ ...writtenJob('paused', 100), enabled: false });
      expect(await turns.accept(slot('paused', 100), at(101))).toMatchObject({ kind: 'refused' });
      expect(await jobs.runs('paused', 9, false)).toEqual([]);
      const byHand = slot('paused', 150, 'console:desk', { trigger: 'forced' });
      expect(await turns.accept(byHand, at(101))).toMatchObject({ kind: 'queued' });
    });

    it('skips a slot while an earlier run is open: the ledger says so, and the job moves on', async () => {
      const { turns, jobs } = await open();
      await jobs.add(writtenJob('job', 100));
      await turns.accept(slot('job', 100), at(101, { nextRunAtMs: 200 }));
      expect(await turns.accept(slot('job', 200), at(201, { nextRunAtMs: 300 }))).toMatchObject({
        kind: 'refused',
      });
      expect(await jobs.runs('job', 9, false)).toMatchObject([
        { runId: 'job:200', status: 'skipped', error: expect.any(String) as string, finishedAtMs: 201 },
        { runId: 'job:100', status: 'queued' },
      ]);
      expect((await jobs.get('job'))?.state).toMatchObject({ nextRunAtMs: 300, lastStatus: 'skipped' });
    });

    it('skips a slot of a session that takes nothing: the ledger says so, and the job moves on', async () => {
      const engine = await open();
      await engine.jobs.add(writtenJob('job', 100));
      await engine.turns.accept(message('m1'), at(1));
      await engine.removal.begin([DESK], 2);
      await engine.turns.accept(slot('job', 100), at(101, { nextRunAtMs: 200 }));
      expect(await engine.jobs.runs('job', 9, false)).toMatchObject([
        { runId: 'job:100', status: 'skipped' },
      ]);
      expect((await engine.jobs.get('job'))?.state.nextRunAtMs).toBe(200);
    });

    it('records slots that were missed in one row, once', async () => {
      const { turns, jobs } = await open();
      await jobs.add(writtenJob('job', 100));
      const missed = { fromMs: 100, toMs: 300, count: 3 };
      await turns.accept(slot('job', 400), at(401, { missed }));
      await turns.skip('job:400', 'no', 402);
      await turns.accept(slot('job', 500), at(501, { missed }));
      expect(await jobs.runs('job', 9, false)).toMatchObject([
        { runId: 'job:500' },
        { runId: 'job:400' },
        { runId: 'job:100', status: 'skipped', scheduledForMs: 100 },
      ]);
    });

    it('tells of a run that is deferred since when it waits', async () => {
      const engine = await open();
      await engine.jobs.add(writtenJob('job', 100));
      await engine.turns.accept(slot('job', 100), at(101));
      await engine.turns.defer('job:100', 105);
      await engine.turns.defer('job:100', 110);
      const { jobs } = await engine.restart();
      expect((await jobs.get('job'))?.state.deferredSince).toBe(105);
    });
  });

  describe('joining', () => {
    it('lets a person’s words join the running turn of a person, who reads them once and in order', async () => {
      const engine = await open();
      const { fence } = await started(engine, message('m1'));
      for (const id of ['m2', 'm3'])
        expect(await engine.turns.accept(message(id), at(11))).toMatchObject({
          kind: 'joined',
          running: 'm1',
        });
      expect(await engine.turns.find('m2')).toEqual({ state: 'joined' });
      expect(await engine.turns.readSteering('m1', fence + 1)).toEqual([]);
      const read = await engine.turns.readSteering('m1', fence);
      expect(read.map(({ id, content }) => [id, content])).toEqual([
        ['m2:0', 'words of m2'],
        ['m3:0', 'words of m3'],
      ]);
      expect(await engine.turns.readSteering('m1', fence)).toEqual([]);
      expect(await unwritten(engine)).toEqual(['m1:0', 'm2:0', 'm3:0']);
    });

    it('lets three join, and nobody past one who waits', async () => {
      const { turns } = await open();
      await started({ turns }, message('m1'));
      const kinds: string[] = [];
      for (const id of ['m2', 'm3', 'm4', 'm5', 'm6'])
        kinds.push((await turns.accept(message(id), at(11))).kind);
      expect(kinds).toEqual(['joined', 'joined', 'joined', 'queued', 'queued']);
      const other = message('o1', 'words', OTHER);
      await started({ turns }, other);
      await turns.accept(message('o2', 'words', OTHER), at(11, { overdue: true }));
      expect(await turns.accept(message('o3', 'words', OTHER), at(12))).toMatchObject({ kind: 'queued' });
    });

    it('lets nobody join who has other rights, no job, and nothing join a job’s turn', async () => {
      const { turns, jobs } = await open();
      await jobs.add(writtenJob('job', 100));
      await started({ turns }, message('m1'));
      expect(await turns.accept(slot('job', 100), at(11))).toMatchObject({ kind: 'queued' });
      expect(await turns.accept({ ...message('m2'), actor: SYSTEM }, at(11))).toMatchObject({
        kind: 'queued',
      });
      await jobs.add(writtenJob('elsewhere', 100, OTHER));
      await started({ turns }, slot('elsewhere', 100, OTHER));
      expect(await turns.accept(message('o1', 'words', OTHER), at(11))).toMatchObject({ kind: 'queued' });
    });
  });

  describe('starting', () => {
    it('pins the generation, the fence and the deadline, and does so once', async () => {
      const { turns, jobs } = await open();
      await turns.accept(message('m0'), at(1));
      await turns.skip('m0', 'no', 2);
      const { generation } = await turns.reset(DESK, 'Ann', 3);
      await jobs.add(writtenJob('job', 100));
      await turns.accept(slot('job', 100), at(101));
      expect(await turns.start('job:100', { nowMs: 105, deadlineMs: 700 })).toMatchObject({
        kind: 'started',
        generation,
        deadlineMs: 700,
        turn: { id: 'job:100', attempts: 1 },
      });
      expect(await turns.find('job:100')).toEqual({ state: 'running' });
      expect(await turns.waiting(DESK)).toEqual([]);
      expect(await jobs.runs('job', 1, false)).toMatchObject([
        { status: 'running', startedAtMs: 105, attempts: 1 },
      ]);
      expect((await jobs.get('job'))?.state.runningSince).toBe(105);
      expect(await turns.start('job:100', { nowMs: 106, deadlineMs: 700 })).toMatchObject({ kind: 'gone' });
      expect(await turns.start('never', { nowMs: 106, deadlineMs: 700 })).toMatchObject({ kind: 'gone' });
    });

    it('gives one of two that start the same turn at once the fence', async () => {
      const { turns } = await open();
      await turns.accept(message('m1'), at(1));
      const start = () => turns.start('m1', { nowMs: 2, deadlineMs: 700 });
      const kinds = (await Promise.all([start(), start()])).map(({ kind }) => kind);
      expect(kinds.sort()).toEqual(['gone', 'started']);
    });
  });

  describe('the journal', () => {
    it('is handed out in order with its session’s header, until it is flushed', async () => {
      const engine = await open();
      await engine.turns.accept(message('m1'), at(1));
      await engine.turns.accept(message('m2'), at(2));
      const first = (await engine.turns.unflushed(DESK))!;
      expect(first.header).toEqual({
        v: 1,
        header: true,
        key: DESK,
        createdAtMs: 1,
        origin: { channel: 'console', chatId: 'desk' },
      });
      expect(first.from).toBe(0);
      await engine.turns.flushed(DESK, { rows: [first.rows[0]!.seq], length: 50, newestMs: 9 });
      const again = await engine.restart();
      expect(await unwritten(again)).toEqual(['m2:0']);
      expect(await again.sessions.get(DESK)).toMatchObject({ entries: 1, updatedAtMs: 9 });
      await again.turns.accept(message('m3'), at(3));
      expect((await again.turns.unflushed(DESK))?.from).toBe(0); // m2 may stand before the 50 bytes
      await flush(again);
      await again.turns.accept(message('m4'), at(4));
      expect((await again.turns.unflushed(DESK))?.from).toBe(100);
    });

    it('is empty for a session that there is not', async () => {
      const { turns } = await open();
      expect(await turns.unflushed(OTHER)).toBeUndefined();
    });

    it('counts the place of a trigger from when its turn starts', async () => {
      const engine = await open();
      await engine.jobs.add(writtenJob('job', 100));
      await engine.turns.accept(slot('job', 100), at(1));
      await engine.turns.accept(message('m1'), at(2));
      await flush(engine);
      await engine.turns.start('job:100', { nowMs: 3, deadlineMs: 700 });
      expect((await engine.turns.unflushed(DESK))?.from).toBe(100);
    });

    it('has an entry once, however often it is written', async () => {
      const engine = await open();
      const begun = await started(engine, message('m1'));
      await engine.turns.commit(closing(begun, { entries: [entry('m1:1'), entry('m1:1', 'other words')] }));
      expect(await unwritten(engine)).toEqual(['m1:0', 'm1:1']);
    });
  });

  describeTurnEnds(open);
}
