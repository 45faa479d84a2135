import { describe, expect, it } from 'vitest';
import type { Job } from '../../src/cron/job.ts';
import type { WrittenJob } from '../../src/cron/job-book.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import { message, slot, writtenJob } from '../support/inbound.ts';
import type { Engine, OpenEngine } from './engine.ts';
import { DESK, OTHER, at, closing, ended, mark, post, started, unwritten } from './given.ts';

const MAIN = parseSessionKey('main');
const ids = (jobs: readonly Job[]) => jobs.map(({ id }) => id);
const event = (slotMs: number) => ({
  id: `job:${slotMs}`,
  slotMs,
  trigger: 'schedule' as const,
  session: MAIN,
  text: 'look at the wires',
});

/** What every book of jobs keeps to. */
export function describeJobBook(open: OpenEngine): void {
  const openedWith = async (...jobs: readonly WrittenJob[]): Promise<Engine> => {
    const engine = await open();
    for (const job of jobs) await engine.jobs.add(job);
    return engine;
  };
  /** A job whose slot 100 has failed and is to be tried again. */
  const failing = async () => {
    const engine = await openedWith(writtenJob('job', 100));
    const begun = await started(engine, slot('job', 100, DESK, { attempt: 1, maxAttempts: 3 }));
    await engine.turns.commit(
      closing(begun, { end: { status: 'failed', summary: 'It broke.', error: 'no model' } }),
    );
    const [waiting] = await engine.jobs.dueRetries(Number.MAX_SAFE_INTEGER, 9);
    if (!waiting) throw new Error('no retry waits');
    return engine;
  };
  const retryAt = async ({ jobs }: Engine): Promise<number> => {
    await jobs.advance('job', null);
    return (await jobs.earliest()) ?? Number.NaN;
  };

  describe('adding', () => {
    it('keeps a job as it was written, with its next slot', async () => {
      const written = { ...writtenJob('job', 100), description: 'words', policy: { quiet: true } };
      const engine = await open();
      const { nextRunAtMs: _, ...kept } = written;
      const job = { ...kept, state: { nextRunAtMs: 100 } };
      expect(await engine.jobs.add(written)).toEqual(job);
      const { jobs } = await engine.restart();
      expect(await jobs.get('job')).toEqual(job);
      expect(await jobs.get('never')).toBeUndefined();
    });

    it('begins its state with what another ledger said', async () => {
      const past = {
        lastRunAtMs: 5,
        lastStatus: 'failed',
        lastError: 'no',
        lastDurationMs: 7,
        pausedBecause: 'x',
      };
      const { jobs } = await openedWith({ ...writtenJob('job', 100), past });
      const job = await jobs.get('job');
      expect(job?.state).toEqual({ ...past, nextRunAtMs: 100 });
      expect(job).not.toHaveProperty('past');
    });

    it('is part of the turn that does it: refused, with nothing changed, when that runs no more', async () => {
      const engine = await open();
      const begun = await started(engine, message('m1'));
      await engine.jobs.add(writtenJob('a', 1), mark(begun, 1, 'made a'));
      const stale = { ...mark(begun, 2), fence: begun.fence + 1 };
      await expect(engine.jobs.add(writtenJob('b', 1), stale)).rejects.toThrow('no longer running');
      await expect(engine.jobs.add(writtenJob('a', 1), mark(begun, 3, 'made it twice'))).rejects.toThrow();
      expect(ids(await engine.jobs.list())).toEqual(['a']);
      const { turns } = await engine.restart();
      const { cutOff } = await turns.recover({ nowMs: 20, personMaxAgeMs: 99 });
      expect(cutOff.map(({ effects }) => effects)).toEqual([['made a']]);
    });
  });

  describe('changing', () => {
    it('replaces what is written, and keeps what the ledger says', async () => {
      const engine = await openedWith(writtenJob('job', 100));
      await ended(engine, slot('job', 100));
      const changed = { ...writtenJob('job', 300, OTHER), name: 'renamed', updatedAtMs: 40 };
      expect(await engine.jobs.update('job', changed, { forgetsPause: false })).toMatchObject({
        name: 'renamed',
        updatedAtMs: 40,
        state: { nextRunAtMs: 300, lastStatus: 'ok', lastRunAtMs: 10 },
      });
      expect(ids(await engine.jobs.list({ session: OTHER }))).toEqual(['job']);
      expect(await engine.jobs.list({ session: DESK })).toEqual([]);
      expect(await engine.jobs.update('never', changed, { forgetsPause: false })).toBeUndefined();
    });

    it('forgets why it was paused when it is told to, and takes a new reason with its end', async () => {
      const { jobs } = await openedWith({ ...writtenJob('job', 1), past: { pausedBecause: 'gone' } });
      const kept = await jobs.update('job', writtenJob('job', 1), { forgetsPause: false });
      expect(kept?.state.pausedBecause).toBe('gone');
      const forgot = await jobs.update('job', writtenJob('job', 1), { forgetsPause: true });
      expect(forgot?.state).not.toHaveProperty('pausedBecause');
      const paused = { ...writtenJob('job', null), enabled: false };
      const pause = { because: 'until Monday', resumesAtMs: 700 };
      const anew = await jobs.update('job', paused, { forgetsPause: true, pause });
      expect(anew?.state).toMatchObject({ pausedBecause: 'until Monday', resumesAtMs: 700 });
      const still = await jobs.update('job', paused, { forgetsPause: false });
      expect(still?.state).toMatchObject({ pausedBecause: 'until Monday', resumesAtMs: 700 });
      const runs = await jobs.update('job', writtenJob('job', 1), { forgetsPause: true });
      expect(runs?.state).toEqual({ nextRunAtMs: 1 });
    });

    it('lets a retry wait on, or closes it with the reason and tells of the failure', async () => {
      const engine = await failing();
      await engine.jobs.update('job', writtenJob('job', 200), { forgetsPause: false });
      expect(await engine.jobs.retryOf('job')).toEqual({ slotMs: 100, attempt: 2 });
      await engine.jobs.update('job', writtenJob('job', 200), {
        forgetsPause: false,
        dropsRetry: 'it was changed',
      });
      expect(await engine.jobs.retryOf('job')).toBeUndefined();
      const runs = await engine.jobs.runs('job', 9, false);
      expect(runs).toMatchObject([
        {
          runId: 'job:100:r2',
          status: 'skipped',
          error: expect.stringContaining('it was changed') as string,
        },
        { runId: 'job:100', status: 'failed' },
      ]);
      const text = expect.stringContaining('no model') as string;
      expect((await engine.ops.next(DESK))?.op).toMatchObject({ spec: { text } });
    });

    it('is part of the turn that does it', async () => {
      const engine = await openedWith(writtenJob('job', 100));
      const begun = await started(engine, message('m1'));
      const stale = { ...mark(begun), fence: begun.fence + 1 };
      const changed = { ...writtenJob('job', 100), name: 'renamed' };
      await expect(
        engine.jobs.update('job', changed, { forgetsPause: false, mark: stale }),
      ).rejects.toThrow();
      expect((await engine.jobs.get('job'))?.name).toBe('job');
    });
  });

  describe('skipping the next run', () => {
    const terms = { nowMs: 40_000, zone: 'UTC', hourlySpreadMs: 0 };

    it('is in the ledger at once, and the job waits for the slot after it', async () => {
      const engine = await openedWith(writtenJob('job', 60_000), writtenJob('other', 60_000));
      const skipped = await engine.jobs.skipNext('job', { by: 'Ann', because: 'holiday' }, terms);
      expect(skipped).toMatchObject({ slotMs: 60_000, runId: 'job:60000' });
      expect(await engine.jobs.skipNext('never', { by: 'Ann' }, terms)).toBeUndefined();
      const { jobs } = await engine.restart();
      expect((await jobs.get('job'))?.state).toEqual({ nextRunAtMs: 120_000 });
      expect(await jobs.runs('job', 9, false)).toMatchObject([
        { runId: 'job:60000', status: 'skipped', error: 'skipped by Ann: holiday', delivery: 'none' },
      ]);
      expect(await jobs.skippedAhead(40_000)).toEqual([
        { jobId: 'job', runId: 'job:60000', slotMs: 60_000, because: 'skipped by Ann: holiday' },
      ]);
      expect(await jobs.skippedAhead(60_000)).toEqual([]);
    });

    it('is taken back, the latest slot first', async () => {
      const { jobs } = await openedWith(writtenJob('job', 60_000));
      for (let n = 0; n < 2; n++) await jobs.skipNext('job', { by: 'Ann' }, terms);
      const back = await jobs.skipNext('job', { by: 'Ann', undo: true }, terms);
      expect(back?.slotMs).toBe(120_000);
      expect((await jobs.get('job'))?.state.nextRunAtMs).toBe(120_000);
      expect((await jobs.skippedAhead(0)).map(({ slotMs }) => slotMs)).toEqual([60_000]);
      await jobs.skipNext('job', { by: 'Ann', undo: true }, terms);
      expect(await jobs.runs('job', 9, false)).toEqual([]);
      await expect(jobs.skipNext('job', { by: 'Ann', undo: true }, terms)).rejects.toThrow('was skipped');
    });

    it('is taken back by its slot', async () => {
      const { jobs } = await openedWith(writtenJob('job', 60_000));
      for (let n = 0; n < 2; n++) await jobs.skipNext('job', { by: 'Ann' }, terms);
      const undo = { by: 'Ann', undo: true, slotMs: 60_000 };
      expect(await jobs.skipNext('job', undo, terms)).toMatchObject({ slotMs: 60_000 });
      expect((await jobs.get('job'))?.state.nextRunAtMs).toBe(60_000);
      expect((await jobs.skippedAhead(0)).map(({ slotMs }) => slotMs)).toEqual([120_000]);
      await expect(jobs.skipNext('job', undo, terms)).rejects.toThrow('was skipped');
    });
  });

  describe('the ledger', () => {
    it('is read a page at a time, and a run with its details', async () => {
      const engine = await openedWith(writtenJob('job', 100));
      for (const slotMs of [100, 200, 300, 400, 500]) await ended(engine, slot('job', slotMs));
      const { jobs } = engine;
      const page = async (before?: string) =>
        (await jobs.runs('job', 2, false, before)).map(({ runId }) => runId);
      expect(await page()).toEqual(['job:500', 'job:400']);
      expect(await page('job:400')).toEqual(['job:300', 'job:200']);
      expect(await page('job:200')).toEqual(['job:100']);
      expect(await page('job:100')).toEqual([]);
      expect(await page('never')).toEqual([]);
      expect(await jobs.run('job:300')).toMatchObject({
        runId: 'job:300',
        prompt: 'rendered',
        variables: {},
      });
      expect(await jobs.run('never')).toBeUndefined();
    });
  });

  describe('removing', () => {
    it('takes the job away once, and leaves its ledger', async () => {
      const engine = await openedWith(writtenJob('job', 100));
      await ended(engine, slot('job', 100));
      const terms = { because: 'the job was removed', nowMs: 30 };
      expect(await engine.jobs.remove('job', terms)).toBe(true);
      expect(await engine.jobs.remove('job', terms)).toBe(false);
      const { jobs } = await engine.restart();
      expect(await jobs.list({ includeDisabled: true })).toEqual([]);
      expect(await jobs.runs('job', 9, false)).toMatchObject([{ runId: 'job:100', jobName: 'job' }]);
    });

    it('is remembered by the session that the job is bound to, where that is open', async () => {
      const engine = await openedWith(writtenJob('job', 100), writtenJob('other', 100, OTHER));
      await ended(engine, slot('job', 100));
      const removal = (id: string) => ({
        ...{ because: 'the job was removed', nowMs: 30 },
        record: { v: 1, id: `removed:${id}`, ts: 30, role: 'system', content: 'Ann removed it.' } as const,
      });
      for (const id of ['job', 'other']) await engine.jobs.remove(id, removal(id));
      expect(await engine.jobs.remove('job', removal('job'))).toBe(false);
      expect((await unwritten(engine)).filter((id) => id.startsWith('removed'))).toEqual(['removed:job']);
      // Nobody has opened it.
      expect(await unwritten(engine, OTHER)).toEqual([]);
    });

    it('closes a retry that waits', async () => {
      const engine = await failing();
      await engine.jobs.remove('job', { because: 'the job was removed', nowMs: 30 });
      expect(await engine.jobs.runs('job', 9, false)).toMatchObject([
        { status: 'skipped' },
        { status: 'failed' },
      ]);
      expect(await engine.jobs.dueRetries(Number.MAX_SAFE_INTEGER, 9)).toEqual([]);
    });

    it('is part of the turn that does it', async () => {
      const engine = await openedWith(writtenJob('job', 100));
      const stale = { ...mark(await started(engine, message('m1'))), fence: 99 };
      await expect(engine.jobs.remove('job', { because: 'no', nowMs: 30, mark: stale })).rejects.toThrow();
      expect(await engine.jobs.get('job')).toBeDefined();
    });
  });

  describe('listing', () => {
    it('gives those of a session or all, enabled ones unless asked for more, the oldest first', async () => {
      const { jobs } = await openedWith(
        { ...writtenJob('b', 1), createdAtMs: 2 },
        { ...writtenJob('c', 1, OTHER), createdAtMs: 1 },
        { ...writtenJob('a', 1), createdAtMs: 2 },
        { ...writtenJob('off', 1), createdAtMs: 3, enabled: false },
      );
      expect(ids(await jobs.list())).toEqual(['c', 'a', 'b']);
      expect(ids(await jobs.list({ session: DESK }))).toEqual(['a', 'b']);
      expect(ids(await jobs.list({ session: DESK, includeDisabled: true }))).toEqual(['a', 'b', 'off']);
      expect((await jobs.get('off'))?.state).not.toHaveProperty('nextRunAtMs');
      expect(await jobs.counts()).toEqual({ jobs: 4, running: 0, deferred: 0 });
    });

    it('gives what is due, the longest overdue first, and never moves a slot by it', async () => {
      const { jobs } = await openedWith(
        writtenJob('late', 90),
        writtenJob('later', 50),
        writtenJob('now', 100),
        writtenJob('soon', 101),
        writtenJob('done', null),
        { ...writtenJob('off', 1), enabled: false },
      );
      for (let n = 0; n < 2; n++) expect(ids(await jobs.due(100, 9))).toEqual(['later', 'late', 'now']);
      expect(ids(await jobs.due(100, 2))).toEqual(['later', 'late']);
      expect(await jobs.earliest()).toBe(50);
    });

    it('knows no earliest moment where nothing is to come', async () => {
      const { jobs } = await openedWith(writtenJob('done', null), {
        ...writtenJob('off', 1),
        enabled: false,
      });
      expect(await jobs.earliest()).toBeUndefined();
    });
  });

  describe('slots', () => {
    it('move without a run, and say so in the ledger where some were missed, once', async () => {
      const { jobs } = await openedWith(writtenJob('job', 100));
      await jobs.advance('job', 200);
      expect((await jobs.get('job'))?.state.nextRunAtMs).toBe(200);
      expect(await jobs.runs('job', 9, false)).toEqual([]);
      const missed = { fromMs: 200, toMs: 400, count: 3 };
      await jobs.advance('job', 500, missed, 450);
      await jobs.advance('job', null, missed, 460);
      expect(await jobs.runs('job', 9, false)).toMatchObject([
        { runId: 'job:200', status: 'skipped', scheduledForMs: 200, queuedAtMs: 450 },
      ]);
      expect((await jobs.get('job'))?.state).not.toHaveProperty('nextRunAtMs');
      await jobs.advance('never', 100, missed, 450);
      expect(await jobs.runs('never', 9, false)).toEqual([]);
    });

    it('count from another moment', async () => {
      const { jobs } = await openedWith(writtenJob('job', 100));
      await jobs.reanchor('job', -30, 70);
      expect(await jobs.get('job')).toMatchObject({
        schedule: { kind: 'every', everyMs: 60_000, anchorMs: -30 },
        state: { nextRunAtMs: 70 },
      });
    });

    it('of a job without a turn become a system event and a run, once, and move the job', async () => {
      const engine = await openedWith(writtenJob('job', 100));
      const job = (await engine.jobs.get('job'))!;
      const fire = (jobs = engine.jobs) => jobs.fireEvent(job, event(100), at(101, { nextRunAtMs: 200 }));
      expect((await Promise.all([fire(), fire()])).toSorted()).toEqual([false, true]);
      const again = await engine.restart();
      expect(await fire(again.jobs)).toBe(false);
      expect(await again.events.pending(MAIN)).toEqual([
        { id: 'job:100', text: 'look at the wires', atMs: 101 },
      ]);
      expect(await again.jobs.runs('job', 9, false)).toMatchObject([
        { runId: 'job:100', sessionKey: 'main', status: 'ok', summary: 'look at the wires', attempts: 1 },
      ]);
      expect((await again.jobs.get('job'))?.state).toMatchObject({ nextRunAtMs: 200, lastStatus: 'ok' });
    });

    it('of a one-shot without a turn take the job with them', async () => {
      const { jobs } = await openedWith({ ...writtenJob('job', 100), deleteAfterRun: true });
      await jobs.fireEvent((await jobs.get('job'))!, event(100), at(101, { nextRunAtMs: null }));
      expect(await jobs.get('job')).toBeUndefined();
    });

    it('whose turn could not be made are failed runs, with the reason', async () => {
      const { jobs } = await openedWith(writtenJob('job', 100));
      const job = (await jobs.get('job'))!;
      const failed = { slotMs: 100, trigger: 'schedule' as const, error: 'no such profile' };
      for (let n = 0; n < 2; n++)
        await jobs.failSlot(job, failed, { nowMs: 101, nextRunAtMs: 200, mainSession: DESK });
      expect(await jobs.runs('job', 9, false)).toMatchObject([
        { runId: 'job:100', sessionKey: DESK, status: 'failed', error: 'no such profile', finishedAtMs: 101 },
      ]);
      expect((await jobs.get('job'))?.state).toMatchObject({
        nextRunAtMs: 200,
        lastStatus: 'failed',
        lastError: 'no such profile',
      });
    });
  });

  describe('retries', () => {
    it('are due at their time, of enabled jobs, also after a restart', async () => {
      const engine = await failing();
      const dueMs = await retryAt(engine);
      const { jobs } = await engine.restart();
      expect(await jobs.dueRetries(dueMs - 1, 9)).toEqual([]);
      expect((await jobs.get('job'))?.state).toMatchObject({ retryAtMs: dueMs });
      expect(await jobs.dueRetries(dueMs, 9)).toMatchObject([
        { job: { id: 'job' }, retry: { slotMs: 100, attempt: 2 } },
      ]);
      await jobs.update('job', { ...writtenJob('job', null), enabled: false }, { forgetsPause: false });
      expect(await jobs.dueRetries(dueMs, 9)).toEqual([]);
      expect((await jobs.get('job'))?.state).not.toHaveProperty('retryAtMs');
      expect(await jobs.earliest()).toBeUndefined();
    });

    it('come after as long a time when the clock was set', async () => {
      const engine = await failing();
      const dueMs = await retryAt(engine);
      await engine.jobs.moveRetries(-1_000);
      expect(await retryAt(engine)).toBe(dueMs - 1_000);
    });

    it('end when the next natural slot comes', async () => {
      const engine = await failing();
      await engine.turns.accept(slot('job', 200), at(200));
      expect(await engine.jobs.retryOf('job')).toBeUndefined();
      const runs = await engine.jobs.runs('job', 9, false);
      expect(runs.map(({ runId, status }) => [runId, status])).toEqual([
        ['job:200', 'queued'],
        ['job:100:r2', 'skipped'],
        ['job:100', 'failed'],
      ]);
    });
  });

  describe('the ledger', () => {
    it('is read newest first, so many rows, with prompts only when asked', async () => {
      const engine = await openedWith(writtenJob('job', 100), writtenJob('other', 100));
      for (const ms of [100, 300, 200]) await ended(engine, slot('job', ms), { nowMs: ms });
      await ended(engine, slot('other', 100));
      const runs = await engine.jobs.runs('job', 2, false);
      expect(runs.map(({ runId }) => runId)).toEqual(['job:300', 'job:200']);
      expect(runs[0]).not.toHaveProperty('prompt');
      expect(runs[0]?.promptRef).toEqual({ id: 'cron.agent_turn.reminder', version: 1, sha256: 'x' });
      expect((await engine.jobs.runs('job', 1, true))[0]).toMatchObject({
        prompt: 'rendered',
        variables: {},
      });
    });

    it('says of a run’s delivery what became of its messages', async () => {
      const engine = await openedWith(writtenJob('job', 100));
      const delivery = async () => (await engine.jobs.runs('job', 1, false))[0]?.delivery;
      const begun = await started(engine, slot('job', 100));
      expect(await delivery()).toBe('none');
      await engine.turns.commit(closing(begun, { ops: [post('a'), post('b')] }));
      expect(await delivery()).toBe('pending');
      await engine.turns.release('job:100');
      const landing = { session: { key: DESK, origin: { channel: 'console', chatId: 'desk' } } };
      await engine.ops.sent('a', 'm1', landing, 30);
      expect(await delivery()).toBe('pending');
      await engine.ops.sent('b', 'm2', landing, 30);
      expect(await delivery()).toBe('sent');
      for (const [slotMs, state] of [
        [200, 'unknown'],
        [300, 'failed'],
      ] as const) {
        await ended(engine, slot('job', slotMs), { ops: [post(`c${slotMs}`), post(`d${slotMs}`)] });
        await engine.ops.failed(`c${slotMs}`, state, 'no');
        expect(await delivery()).toBe(state);
      }
    });

    it('knows the run that waits or runs, and who waits behind a turn, the longest first', async () => {
      const engine = await openedWith(writtenJob('a', 1), writtenJob('b', 1), writtenJob('c', 1));
      for (const job of ['a', 'b', 'c']) await engine.turns.accept(slot(job, 1), at(1));
      await engine.turns.defer('b:1', 5);
      await engine.turns.defer('a:1', 6);
      await engine.turns.start('c:1', { nowMs: 7, deadlineMs: 99 });
      expect(await engine.jobs.waiting()).toEqual([
        { jobId: 'b', name: 'b', since: 5 },
        { jobId: 'a', name: 'a', since: 6 },
      ]);
      expect(await engine.jobs.counts()).toEqual({ jobs: 3, running: 1, deferred: 2 });
      expect(await engine.jobs.openRun('a')).toEqual({ id: 'a:1', waiting: true });
      expect(await engine.jobs.openRun('c')).toEqual({ id: 'c:1', waiting: false });
      await engine.turns.skip('a:1', 'no', 8);
      expect(await engine.jobs.openRun('a')).toBeUndefined();
    });
  });
}
