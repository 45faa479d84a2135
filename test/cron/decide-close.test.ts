import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideClose } from '../../src/cron/decide-close.ts';
import type { SeenRun } from '../../src/cron/decide-close.ts';
import { closeRetry, dropRetry } from '../../src/cron/decide-drop.ts';
import type { LedgerChange, LedgerJob, WaitingRetry } from '../../src/cron/ledger.ts';
import { deliveryOf } from '../../src/cron/run.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { OpState } from '../../src/sessions/op.ts';
import type { RunOfTurn, Turn, TurnEnd, TurnStatus } from '../../src/sessions/turn.ts';
import { slot } from '../support/inbound.ts';

const job: LedgerJob = { isEnabled: true, failures: 0, nextRunAtMs: 9, deletesAfterRun: false };
const main = parseSessionKey('main');

function turnOf(key: string, run: Partial<RunOfTurn> = {}): Turn {
  const inbound = slot('diary', 5, key, run);
  return { ...inbound, lane: inbound.session, seq: 1, acceptedAtMs: 0, attempts: 1 };
}

const end = (status: TurnStatus): TurnEnd => ({ status, summary: `it was ${status}` });

function close(status: TurnStatus, seen: Partial<SeenRun> = {}, turn = turnOf('console:desk')) {
  return decideClose(turn, turn.run!, end(status), { job, hasActed: false, ...seen }, 100);
}

describe('a run that ends', () => {
  it('leaves with its job how it went, and how long it took', () => {
    expect(close('ok', { startedAtMs: 40, job: { ...job, failures: 3 } }).change).toMatchObject({
      closes: { id: 'diary:5', status: 'ok', atMs: 100, summary: 'it was ok', error: null },
      job: { lastStatus: 'ok', lastError: null, lastRunAtMs: 40, lastDurationMs: 60, failures: 0 },
    });
    expect(close('skipped').change).toMatchObject({
      closes: { error: 'it was skipped' },
      job: { lastStatus: 'skipped', lastError: 'it was skipped' },
    });
    expect(close('skipped').change.job).not.toHaveProperty('failures');
  });

  it('is tried again where that was asked for, unless it did something, or another slot waits for that', () => {
    const turn = turnOf('console:desk', { maxAttempts: 3 });
    const tried = close('failed', {}, turn);
    expect(tried).toMatchObject({
      retries: true,
      change: { job: { retry: { slotMs: 5, attempt: 2, atMs: 30_100 } } },
    });
    const refused = [
      close('failed', { hasActed: true }, turn),
      close('failed', { job: { ...job, retry: { slotMs: 0, attempt: 2 } } }, turn),
      close('failed', { job: { ...job, isEnabled: false } }, turn),
      close('failed', { job: undefined }, turn),
      close('failed', {}, turnOf('console:desk', { maxAttempts: 3, attempt: 3 })),
      close('interrupted', {}, turn),
    ];
    expect(refused.map(({ retries }) => retries)).toEqual(refused.map(() => undefined));
  });

  it('pauses its job with the tenth failure in a row, and says so after its last words', () => {
    expect(close('failed', { job: { ...job, failures: 8 } }).change.job?.pausedBecause).toBeUndefined();
    const { change } = close('failed', { job: { ...job, failures: 9 } });
    const notice =
      '"diary" failed 10 times in a row and was paused. The last error: it was failed ' +
      'It runs again when somebody resumes it: /cron resume.';
    expect(change.job).toMatchObject({ failures: 10, pausedBecause: notice });
    expect(change.posts).toMatchObject([{ op: { key: 'diary:5/paused' }, turn: 'diary:5', state: 'held' }]);
  });

  it('takes the retry of another slot along when its job is paused', () => {
    const failed = { jobName: 'diary', session: main, attempts: 1, error: 'broken' };
    const seen = { ...job, failures: 9, retry: { slotMs: 1, attempt: 2, failed } };
    const { change, dropped } = close('failed', { job: seen });
    expect(dropped).toEqual({
      jobId: 'diary',
      runId: 'diary:1:r2',
      because: 'the retry was dropped: the job was paused',
    });
    expect(change.job?.retry).toBeNull();
    expect(change.runs).toMatchObject([{ id: 'diary:1:r2', status: 'skipped' }]);
  });

  it('takes a one-shot along that has succeeded and has nothing left to try', () => {
    const once = { ...job, deletesAfterRun: true, nextRunAtMs: null };
    expect(close('quiet', { job: once }).change.removesJob).toBe(true);
    expect(close('failed', { job: once }).change.removesJob).toBe(false);
    expect(close('ok', { job: { ...once, retry: { slotMs: 1, attempt: 2 } } }).change.removesJob).toBe(false);
    expect(close('ok', { job: { ...once, nextRunAtMs: 9 } }).change.removesJob).toBe(false);
  });

  it('is announced where that was asked for, but neither when it was skipped or quiet nor before its last try', () => {
    const turn = turnOf('cron:diary', { announce: { session: main, prefix: 'Cron' }, maxAttempts: 2 });
    expect(close('ok', {}, turn).change.events).toEqual([
      { session: main, id: 'summary:diary:5', text: 'Cron: diary: it was ok', atMs: 100 },
    ]);
    expect(close('skipped', {}, turn).change.events).toEqual([]);
    expect(close('quiet', {}, turn).change.events).toEqual([]);
    expect(close('failed', {}, turn).change.events).toEqual([]);
    const paused = close('failed', { job: { ...job, failures: 9 } }, turn).change;
    expect(paused.events?.map(({ id }) => id)).toEqual(['summary:diary:5', 'paused:diary:5']);
    expect(paused.posts).toEqual([]);
  });

  it('any row of ends: failures are those in a row, no slot is tried too often, ten of them pause', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.constantFrom<TurnStatus>('ok', 'quiet', 'failed', 'timed_out', 'skipped', 'interrupted'),
            fc.boolean(),
          ),
        ),
        fc.integer({ min: 1, max: 5 }),
        (ends, maxAttempts) => {
          let seen: LedgerJob = job;
          let inARow = 0;
          for (const [status, hasActed] of ends) {
            const attempt = seen.retry?.attempt ?? 1;
            const { retry: _, ...rest } = seen; // its run has begun
            const turn = turnOf('console:desk', { maxAttempts, attempt });
            const { change, retries } = close(status, { job: rest, hasActed }, turn);
            if (status === 'failed' || status === 'timed_out') inARow += 1;
            if (status === 'ok' || status === 'quiet') inARow = 0;
            seen = after(rest, change);
            expect(seen.failures).toBe(inARow);
            expect(seen.isEnabled).toBe(inARow < 10);
            expect(retries === true).toBe(seen.retry !== undefined);
            if (seen.retry) expect(hasActed || seen.retry.attempt > maxAttempts).toBe(false);
            if (!seen.isEnabled) return;
          }
        },
      ),
    ));
});

/** A job after what was decided. */
function after(seen: LedgerJob, { job: change = {} }: LedgerChange): LedgerJob {
  const { retry: old, ...rest } = seen;
  const retry: WaitingRetry | undefined = change.retry === undefined ? old : (change.retry ?? undefined);
  return {
    ...rest,
    ...(retry && { retry }),
    failures: change.failures ?? seen.failures,
    isEnabled: seen.isEnabled && change.pausedBecause === undefined,
  };
}

describe('a retry that will not come', () => {
  const failed = {
    jobName: 'diary',
    session: parseSessionKey('console:desk'),
    attempts: 2,
    error: 'no answer',
  };
  const told = { ...failed, turn: turnOf('console:desk') };

  it('is nothing where none waits', () => {
    expect(closeRetry('diary', job, 'paused', 1)).toEqual({ change: {} });
    expect(dropRetry('diary', undefined, 'paused', 1)).toEqual({});
  });

  it('is forgotten where its failed run is no longer in the ledger', () => {
    expect(dropRetry('diary', { retry: { slotMs: 5, attempt: 2 } }, 'paused', 1)).toEqual({
      job: { retry: null },
    });
  });

  it('is told to whoever was not told of the failure, as far as anybody reads there', () => {
    const { posts } = dropRetry(
      'diary',
      { retry: { slotMs: 5, attempt: 3, failed: told } },
      'the job was paused',
      1,
    );
    expect(posts).toMatchObject([
      {
        op: {
          key: 'diary:5/dropped',
          spec: {
            text: '"diary" failed 2 times and is not tried again: the job was paused. The error: no answer',
          },
        },
        state: 'ready',
      },
    ]);
    const run = { ...told.turn.run!, locale: 'zh' as const };
    const inChinese = { ...told, turn: { ...told.turn, run } };
    expect(
      dropRetry('diary', { retry: { slotMs: 5, attempt: 3, failed: inChinese } }, 'the job was paused', 1)
        .posts,
    ).toMatchObject([{ op: { spec: { text: '「diary」失敗了 2 次，不會再試。錯誤：no answer' } } }]);
    expect(dropRetry('diary', { retry: { slotMs: 5, attempt: 3, failed } }, 'paused', 1).posts ?? []).toEqual(
      [],
    );
  });
});

describe('the delivery of a run', () => {
  it('is as bad as the worst of its messages, and done when all of them are', () =>
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom<OpState>('held', 'ready', 'sending', 'sent', 'failed', 'unknown')),
        (states) => {
          const delivery = deliveryOf(states);
          expect(delivery === 'none').toBe(states.length === 0);
          expect(delivery === 'failed').toBe(states.includes('failed'));
          expect(delivery === 'sent').toBe(states.length > 0 && states.every((state) => state === 'sent'));
        },
      ),
    ));
});
