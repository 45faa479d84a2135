import { describe, expect, it } from 'vitest';
import { parseSessionKey, UNIFIED } from '../../src/sessions/key.ts';
import { message, slot, writtenJob } from '../support/inbound.ts';
import type { Engine, OpenEngine } from './engine.ts';
import {
  DESK,
  at,
  closing,
  ended,
  entry,
  flush,
  mark,
  post,
  started,
  unwritable,
  unwritten,
} from './given.ts';

/** How a turn book lets turns end: committed, handed back, skipped, cut off by a reset or by a crash. */
export function describeTurnEnds(open: OpenEngine): void {
  describe('committing', () => {
    it('closes the turn with its entries in order; its messages wait for the release', async () => {
      const engine = await open();
      const begun = await started(engine, message('m1'));
      const end = { status: 'ok' as const, summary: 'done', kept: [{ n: 1 }] };
      const entries = [entry('m1:1'), entry('m1:2')];
      const ops = [post('m1/1'), post('m1/2')];
      expect(await engine.turns.commit(closing(begun, { end, entries, ops }))).toEqual({
        kind: 'committed',
        again: [],
      });
      expect(await engine.turns.find('m1')).toEqual({ state: 'closed', end });
      expect(await unwritten(engine)).toEqual(['m1:0', 'm1:1', 'm1:2']);
      expect(await engine.ops.find('m1/1')).toMatchObject({ state: 'held', turn: 'm1' });
      expect(await engine.ops.lanes()).toEqual([]);
      await engine.turns.release('m1');
      await engine.turns.release('m1');
      const again = await engine.restart();
      expect(await again.ops.lanes()).toEqual([DESK]);
      expect((await again.ops.next(DESK))?.op.key).toBe('m1/1');
      expect((await again.turns.recover({ nowMs: 30, personMaxAgeMs: 9 })).release).toEqual([]);
    });

    it('closes the run of a slot, and tells its job', async () => {
      const engine = await open();
      await engine.jobs.add(writtenJob('job', 100));
      const begun = await started(engine, slot('job', 100), { nextRunAtMs: 200 });
      await engine.turns.commit(closing(begun, { nowMs: 25 }));
      expect(await engine.jobs.runs('job', 9, false)).toMatchObject([
        {
          status: 'ok',
          summary: 'done',
          startedAtMs: 10,
          finishedAtMs: 25,
          durationMs: 15,
          delivery: 'none',
        },
      ]);
      expect((await engine.jobs.get('job'))?.state).toEqual({
        nextRunAtMs: 200,
        lastRunAtMs: 10,
        lastStatus: 'ok',
        lastDurationMs: 15,
      });
    });

    it('closes nothing when one of its messages can’t be written down', async () => {
      const engine = await open();
      await engine.jobs.add(writtenJob('job', 100));
      const begun = await started(engine, slot('job', 100));
      const broken = closing(begun, { entries: [entry('job:100:1')], ops: [post('a'), unwritable('b')] });
      await expect(engine.turns.commit(broken)).rejects.toThrow('written down');
      expect(await engine.turns.find('job:100')).toEqual({ state: 'running' });
      expect(await engine.jobs.runs('job', 9, false)).toMatchObject([{ status: 'running' }]);
      expect(await engine.ops.find('a')).toBeUndefined();
      expect(await unwritten(engine)).toEqual(['job:100:0']);
      expect(await engine.turns.commit(closing(begun))).toMatchObject({ kind: 'committed' });
    });

    it('is refused under another fence, a second time, and in a generation that is over', async () => {
      const engine = await open();
      const begun = await started(engine, message('m1'));
      const ends = (one = begun) => closing(one, { entries: [entry('late')], ops: [post('late')] });
      expect(await engine.turns.commit(ends({ ...begun, fence: begun.fence + 1 }))).toEqual({
        kind: 'stale',
      });
      await engine.turns.reset(DESK, 'Ann', 15);
      expect(await engine.turns.commit(ends())).toEqual({ kind: 'stale' });
      const second = await started(engine, message('m2'));
      await engine.turns.commit(closing(second));
      expect(await engine.turns.commit(ends(second))).toEqual({ kind: 'stale' });
      expect(await unwritten(engine)).not.toContain('late');
      expect(await engine.ops.find('late')).toBeUndefined();
    });

    it('is not done while people have joined who were not read; those who were, are answered with it', async () => {
      const engine = await open();
      const begun = await started(engine, message('m1'));
      await engine.turns.accept(message('m2'), at(11));
      expect(await engine.turns.commit(closing(begun))).toEqual({ kind: 'joined' });
      expect(await engine.turns.find('m1')).toEqual({ state: 'running' });
      await engine.turns.readSteering('m1', begun.fence);
      expect(await engine.turns.commit(closing(begun))).toEqual({ kind: 'committed', again: [] });
      expect(await engine.turns.find('m2')).toMatchObject({ state: 'closed', end: { status: 'ok' } });
      expect((await engine.turns.recover({ nowMs: 30, personMaxAgeMs: 99 })).release).toEqual(['m1']);
    });

    it('of a turn that is out of time makes turns of their own of whom it did not answer', async () => {
      const engine = await open();
      const begun = await started(engine, message('m1'));
      await engine.turns.accept(message('m2'), at(11));
      await engine.turns.readSteering('m1', begun.fence);
      await engine.turns.accept(message('m3'), at(12));
      const committed = await engine.turns.commit(closing(begun, { final: true }));
      expect(committed).toMatchObject({ kind: 'committed', again: [{ id: 'm2' }, { id: 'm3' }] });
      expect(await (await engine.restart()).turns.waiting(DESK)).toEqual(['m2', 'm3']);
    });

    it('of a turn that is out of time does not answer again whom an earlier end had answered', async () => {
      const { turns } = await open();
      const begun = await started({ turns }, message('m1'));
      await turns.accept(message('m2'), at(11));
      await turns.readSteering('m1', begun.fence);
      await turns.accept(message('m3'), at(12));
      expect(await turns.commit(closing(begun))).toEqual({ kind: 'joined' }); // an end that answers m2
      const committed = await turns.commit(closing(begun, { final: true }));
      expect(committed).toMatchObject({ kind: 'committed', again: [{ id: 'm3' }] });
    });

    it('of a turn that has changed something leaves nobody to be answered again', async () => {
      const { turns, notes } = await open();
      const begun = await started({ turns }, message('m1'));
      await turns.accept(message('m2'), at(11));
      await turns.readSteering('m1', begun.fence);
      await notes.add(DESK, { id: 'n', text: 'no crypto', by: 'Ann', atMs: 12 }, mark(begun));
      expect(await turns.commit(closing(begun, { final: true }))).toEqual({ kind: 'committed', again: [] });
      expect(await turns.find('m2')).toMatchObject({ state: 'closed' });
    });

    it('of a failed attempt at a slot says nothing yet, and lets its job try again', async () => {
      const engine = await open();
      await engine.jobs.add(writtenJob('job', 100));
      const begun = await started(engine, slot('job', 100, DESK, { attempt: 1, maxAttempts: 2 }));
      const end = { status: 'failed' as const, summary: 'It broke.', error: 'no model' };
      await engine.turns.commit(closing(begun, { end, ops: [post('said')] }));
      expect(await engine.ops.find('said')).toBeUndefined();
      expect(await engine.jobs.retryOf('job')).toEqual({ slotMs: 100, attempt: 2 });
      expect((await engine.jobs.get('job'))?.state).toMatchObject({
        lastStatus: 'failed',
        lastError: 'no model',
      });
      const retry = {
        ...slot('job', 100, DESK, { attempt: 2, maxAttempts: 2, trigger: 'retry' }),
        id: 'job:100:r2',
      };
      const second = await started(engine, retry);
      expect(await engine.jobs.retryOf('job')).toBeUndefined();
      await engine.turns.commit(closing(second, { end, ops: [post('said')] }));
      expect(await engine.ops.find('said')).toMatchObject({ state: 'held' });
      expect(await engine.jobs.retryOf('job')).toBeUndefined();
    });

    it('of a job that fails again and again pauses it, and says so where it is', async () => {
      const engine = await open();
      await engine.jobs.add(writtenJob('job', 100));
      const end = { status: 'failed' as const, summary: 'It broke.' };
      for (let n = 1; n <= 20; n++) {
        await engine.turns.accept(slot('job', n), at(n));
        const begun = await engine.turns.start(`job:${n}`, { nowMs: n, deadlineMs: 999 });
        if (begun.kind === 'started') await engine.turns.commit(closing(begun, { end, nowMs: n }));
        await engine.turns.release(`job:${n}`);
      }
      const job = await engine.jobs.get('job');
      expect(job).toMatchObject({
        enabled: false,
        state: { pausedBecause: expect.stringContaining('job') as string },
      });
      expect((await engine.ops.next(DESK))?.op).toMatchObject({ spec: { text: job?.state.pausedBecause } });
    });

    it('tells the session that an isolated job announces to', async () => {
      const engine = await open();
      await engine.jobs.add(writtenJob('job', 100));
      const announce = { session: parseSessionKey('main'), prefix: 'Cron' };
      await ended(engine, slot('job', 100, 'cron:job', { announce }));
      expect(await engine.events.pending(announce.session)).toMatchObject([{ text: 'Cron: job: done' }]);
    });

    it('of a one-shot that is to go when it has run removes the job, and keeps its run', async () => {
      const { turns, jobs } = await open();
      await jobs.add({ ...writtenJob('once', 100), deleteAfterRun: true });
      await ended({ turns }, slot('once', 100));
      expect(await jobs.get('once')).toMatchObject({ id: 'once' }); // it has a next time
      await jobs.advance('once', null);
      await ended({ turns }, slot('once', 200));
      expect(await jobs.get('once')).toBeUndefined();
      expect(await jobs.runs('once', 9, false)).toHaveLength(2);
    });

    it('puts the closing entries into the shared memory, too', async () => {
      const engine = await open();
      const begun = await started(engine, message('m1'), { unified: true });
      await engine.turns.commit(closing(begun, { entries: [entry('m1:1')] }));
      for (const session of [DESK, UNIFIED])
        expect(await unwritten(engine, session)).toEqual(['m1:0', 'm1:1']);
    });
  });

  describe('handing back', () => {
    it('lets the turn wait as if it had not been started, with who had joined', async () => {
      const engine = await open();
      await engine.jobs.add(writtenJob('job', 100));
      const run = await started(engine, slot('job', 100));
      expect(await engine.turns.handBack('job:100', run.fence + 1)).toBe(false);
      expect(await engine.turns.handBack('job:100', run.fence)).toBe(true);
      expect(await engine.turns.handBack('job:100', run.fence)).toBe(false);
      expect(await engine.turns.waiting(DESK)).toEqual(['job:100']);
      expect(await engine.jobs.runs('job', 1, false)).toMatchObject([{ status: 'queued', attempts: 0 }]);
      expect(await engine.turns.commit(closing(run))).toEqual({ kind: 'stale' });
      const again = await engine.turns.start('job:100', { nowMs: 30, deadlineMs: 700 });
      expect(again).toMatchObject({ turn: { attempts: 1 } });
      expect(again.kind === 'started' && again.fence).not.toBe(run.fence);
      expect(await engine.turns.commit(closing(run))).toEqual({ kind: 'stale' });
    });

    it('has those who had joined read anew', async () => {
      const { turns } = await open();
      const begun = await started({ turns }, message('m1'));
      await turns.accept(message('m2'), at(11));
      await turns.readSteering('m1', begun.fence);
      await turns.handBack('m1', begun.fence);
      const again = await turns.start('m1', { nowMs: 30, deadlineMs: 700 });
      if (again.kind !== 'started') throw new Error(again.because);
      expect(await turns.readSteering('m1', again.fence)).toMatchObject([{ id: 'm2:0' }]);
    });

    it('is refused once the turn has had an effect', async () => {
      const { turns, notes } = await open();
      const begun = await started({ turns }, message('m1'));
      await notes.add(DESK, { id: 'n', text: 'no crypto', by: 'Ann', atMs: 12 }, mark(begun));
      expect(await turns.handBack('m1', begun.fence)).toBe(false);
      expect(await turns.find('m1')).toEqual({ state: 'running' });
    });
  });

  describe('skipping', () => {
    it('closes what waits, and takes back an entry that was held', async () => {
      const engine = await open();
      await engine.jobs.add(writtenJob('job', 100));
      await engine.turns.accept(slot('job', 100), at(1));
      expect(await engine.turns.skip('job:100', 'it is too late', 30)).toEqual([]);
      expect(await engine.turns.find('job:100')).toEqual({
        state: 'closed',
        end: { status: 'skipped', summary: 'it is too late' },
      });
      expect(await engine.jobs.runs('job', 1, false)).toMatchObject([
        { status: 'skipped', error: 'it is too late', finishedAtMs: 30 },
      ]);
      expect(await unwritten(engine)).toEqual([]);
      expect(await engine.turns.start('job:100', { nowMs: 31, deadlineMs: 700 })).toMatchObject({
        kind: 'gone',
      });
    });

    it('leaves those who had joined, when it ran before, to wait for themselves', async () => {
      const { turns } = await open();
      const begun = await started({ turns }, message('m1'));
      await turns.accept(message('m2'), at(11));
      await turns.readSteering('m1', begun.fence);
      await turns.handBack('m1', begun.fence);
      expect(await turns.skip('m1', 'it was taken back', 30)).toMatchObject([{ id: 'm2' }]);
      expect(await turns.find('m2')).toEqual({ state: 'waiting' });
      expect(await turns.start('m2', { nowMs: 31, deadlineMs: 700 })).toMatchObject({ kind: 'started' });
    });

    it('leaves alone what runs, what is closed, and what there is not', async () => {
      const { turns } = await open();
      const begun = await started({ turns }, message('m1'));
      expect(await turns.skip('m1', 'no', 30)).toBeUndefined();
      await turns.commit(closing(begun));
      expect(await turns.skip('m1', 'no', 31)).toBeUndefined();
      expect(await turns.skip('never', 'no', 31)).toBeUndefined();
    });
  });

  describe('resetting', () => {
    it('begins a generation, marked in the transcript, and cuts off what runs with who had joined', async () => {
      const engine = await open();
      await engine.jobs.add(writtenJob('job', 100));
      await started(engine, message('m1'));
      await engine.turns.accept(message('m2'), at(11));
      await engine.turns.accept(slot('job', 100), at(12));
      expect(await engine.turns.reset(DESK, 'Ann', 15)).toEqual({ generation: 1, cutOff: ['m1'] });
      for (const id of ['m1', 'm2'])
        expect(await engine.turns.find(id)).toMatchObject({
          state: 'closed',
          end: { status: 'interrupted' },
        });
      expect(await engine.turns.waiting(DESK)).toEqual(['job:100']);
      const rows = (await engine.turns.unflushed(DESK))!.rows.map((row) => row.entry);
      expect(rows.at(-1)).toMatchObject({ role: 'system', meta: { kind: 'generation', generation: 1 } });
      const { turns } = await engine.restart();
      expect((await turns.reset(DESK, 'Ann', 16)).generation).toBe(2);
      expect((await turns.reset(parseSessionKey('console:never'), 'Ann', 16)).generation).toBe(0);
    });

    it('closes the run that it cuts off', async () => {
      const engine = await open();
      await engine.jobs.add(writtenJob('job', 100));
      const begun = await started(engine, slot('job', 100));
      await engine.turns.reset(DESK, 'Ann', 15);
      expect(await engine.jobs.runs('job', 1, false)).toMatchObject([
        { status: 'interrupted', finishedAtMs: 15 },
      ]);
      expect(await engine.turns.readSteering('job:100', begun.fence)).toEqual([]);
    });
  });

  describe('recovering', () => {
    const recovered = async (engine: Engine, nowMs = 20) =>
      (await engine.restart()).turns.recover({ nowMs, personMaxAgeMs: 600_000 });

    it('lets what had no effect wait again, in the order of acceptance, and once only', async () => {
      const engine = await open();
      await engine.jobs.add(writtenJob('job', 100));
      await started(engine, slot('job', 100));
      await engine.turns.accept(message('m1'), at(11));
      const again = await engine.restart();
      const terms = { nowMs: 20, personMaxAgeMs: 600_000 };
      expect((await again.turns.recover(terms)).waiting.map(({ id }) => id)).toEqual(['job:100', 'm1']);
      expect(await again.jobs.runs('job', 1, false)).toMatchObject([{ status: 'queued', attempts: 0 }]);
      await again.turns.start('job:100', { nowMs: 21, deadlineMs: 700 });
      const { waiting, cutOff } = await recovered(again);
      expect(waiting.map(({ id }) => id)).toEqual(['m1']);
      expect(cutOff.map(({ started: { turn } }) => [turn.id, turn.attempts])).toEqual([['job:100', 2]]);
    });

    it('runs nothing again that had an effect, and tells of all it did', async () => {
      const engine = await open();
      const begun = await started(engine, message('m1'));
      const note = { text: 'no crypto', by: 'Ann', atMs: 12 };
      await engine.notes.add(DESK, { ...note, id: 'n2' }, mark(begun, 2, 'the second'));
      await engine.notes.add(DESK, { ...note, id: 'n1' }, mark(begun, 1, 'the first'));
      const { waiting, cutOff } = await recovered(engine);
      expect(waiting).toEqual([]);
      expect(cutOff).toMatchObject([
        { started: { fence: begun.fence }, effects: ['the first', 'the second'] },
      ]);
    });

    it('runs no words of a person again that are old', async () => {
      const engine = await open();
      await started(engine, message('m1'));
      const { waiting, cutOff } = await recovered(engine, 10 + 600_000);
      expect(waiting).toEqual([]);
      expect(cutOff).toMatchObject([{ started: { turn: { id: 'm1' } }, effects: [] }]);
    });

    it('has those who had joined read anew, and answers whose answer had not gone out', async () => {
      const engine = await open();
      const begun = await started(engine, message('m1'));
      await engine.turns.accept(message('m2'), at(11));
      await engine.turns.readSteering('m1', begun.fence);
      const again = await engine.restart();
      await again.turns.recover({ nowMs: 20, personMaxAgeMs: 600_000 });
      expect(await again.turns.find('m2')).toEqual({ state: 'joined' });
      const second = await again.turns.start('m1', { nowMs: 30, deadlineMs: 700 });
      if (second.kind !== 'started') throw new Error(second.because);
      expect(await again.turns.readSteering('m1', second.fence)).toMatchObject([{ id: 'm2:0' }]);
    });

    it('names the sessions that are to be flushed, and the turns that are to be released', async () => {
      const engine = await open();
      await engine.turns.commit(closing(await started(engine, message('m1')), { ops: [post('m1/1')] }));
      await ended(engine, message('m2'));
      expect(await recovered(engine)).toMatchObject({ flush: [DESK], release: ['m1'] });
      const again = await engine.restart();
      await flush(again);
      expect((await recovered(again)).flush).toEqual([]);
    });
  });
}
