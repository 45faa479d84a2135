import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideEnter, decideSkip } from '../../src/cron/decide-enter.ts';
import type { SeenSlot } from '../../src/cron/decide-enter.ts';
import { decideAdvance, decideEvent, decideFailedSlot } from '../../src/cron/decide-slot.ts';
import type { Job } from '../../src/cron/job.ts';
import type { LedgerJob } from '../../src/cron/ledger.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { RunTrigger } from '../../src/sessions/turn.ts';
import { slot, writtenJob } from '../support/inbound.ts';

const HOUR = 3_600_000;
const job: LedgerJob = { isEnabled: true, failures: 0, nextRunAtMs: HOUR, deletesAfterRun: false };
const session = parseSessionKey('console:desk');
const failed = { jobName: 'diary', session, attempts: 1, error: 'broken' };
const waiting = { slotMs: 0, attempt: 2, failed };

/** The hour's slot of the diary, as it comes by this trigger. */
function come(seen: Partial<SeenSlot> = {}, trigger: RunTrigger = 'schedule', terms = {}) {
  const inbound = slot('diary', HOUR, 'console:desk', { trigger });
  return decideEnter(inbound, inbound.run!, { nowMs: 2 * HOUR, ...terms }, { job, isKnown: false, ...seen });
}

describe('a slot that has come', () => {
  it('gets a run, and its job the next slot', () => {
    const { refused, change } = come({}, 'schedule', { nextRunAtMs: 3 * HOUR });
    expect(refused).toBeUndefined();
    expect(change).toMatchObject({ job: { nextRunAtMs: 3 * HOUR } });
    expect(change.runs).toMatchObject([{ id: 'diary:3600000', status: 'queued', slotMs: HOUR, attempts: 0 }]);
  });

  it('gets none when its job was removed, or is paused and nobody runs it by hand', () => {
    expect(come({ job: undefined })).toEqual({ refused: 'the job was removed', change: {} });
    const paused = { ...job, isEnabled: false };
    expect(come({ job: paused })).toEqual({ refused: 'the job is paused', change: {} });
    expect(come({ job: paused }, 'forced').refused).toBeUndefined();
  });

  it('is skipped while a run of its job waits or runs, and the ledger says which', () => {
    const waits = come({ open: { id: 'diary:0', isRunning: false } });
    expect(waits.refused).toBe('the run of 1970-01-01T00:00:00.000Z still waits');
    expect(waits.change.runs).toMatchObject([{ status: 'skipped', error: waits.refused }]);
    expect(waits.change.job).toMatchObject({ lastStatus: 'skipped', lastError: waits.refused });
    expect(come({ open: { id: 'diary:0:r2', isRunning: true } }).refused).toBe(
      'the run of diary:0:r2 still runs',
    );
  });

  it('ends the wait for a retry, but not when it is run by hand', () => {
    const seen = { job: { ...job, retry: waiting } };
    expect(come(seen, 'retry').change).toMatchObject({ job: { retry: null }, runs: [{ status: 'queued' }] });
    expect(come(seen).change).toMatchObject({
      job: { retry: null },
      runs: [
        {
          id: 'diary:0:r2',
          status: 'skipped',
          error: 'the retry was dropped: its next time has come',
          attempts: 1,
        },
        { status: 'queued' },
      ],
    });
    expect(come(seen, 'forced').change.job).toEqual({});
  });

  it('records what was missed before it, as one row', () => {
    const missed = { fromMs: 0, toMs: HOUR, count: 2 };
    expect(come({}, 'catch-up', { missed }).change.runs).toMatchObject([
      {
        status: 'skipped',
        error: 'missed: 2 slots from 1970-01-01T00:00:00.000Z to 1970-01-01T01:00:00.000Z',
      },
      { status: 'queued' },
    ]);
    const many = come({}, 'catch-up', { missed: { ...missed, count: 999 } }).change.runs?.[0];
    expect(many?.error).toMatch(/^missed: 999 or more slots/);
    const one = come({}, 'catch-up', { missed: { ...missed, count: 1 } }).change.runs?.[0];
    expect(one?.error).toBe('missed: the slot of 1970-01-01T00:00:00.000Z passed while the desk was away');
  });

  it('whatever is seen: a queued run or a reason, never two open runs, and no slot that is dealt with twice', () =>
    fc.assert(
      fc.property(
        fc.record({
          job: fc.option(
            fc.record({
              isEnabled: fc.boolean(),
              failures: fc.nat(12),
              nextRunAtMs: fc.option(fc.nat()),
              deletesAfterRun: fc.boolean(),
              retry: fc.constantFrom(waiting, { slotMs: 0, attempt: 3 }),
            }),
            { nil: undefined },
          ),
          isKnown: fc.boolean(),
          open: fc.record({ id: fc.constantFrom('diary:0', 'odd'), isRunning: fc.boolean() }),
        }),
        fc.boolean(),
        fc.constantFrom<RunTrigger>('schedule', 'catch-up', 'forced', 'retry'),
        ({ open, ...seen }, isOpen, trigger) => {
          const { refused, change } = come({ ...seen, ...(isOpen && { open }) }, trigger, { nextRunAtMs: 9 });
          const queued = (change.runs ?? []).filter(({ status }) => status === 'queued');
          expect(queued).toHaveLength(refused === undefined ? 1 : 0);
          if (isOpen) expect(queued).toEqual([]);
          if (seen.isKnown) expect(change.runs ?? []).toEqual([]);
          const isTaken = seen.job !== undefined && (seen.job.isEnabled || trigger === 'forced');
          expect(change.job?.nextRunAtMs).toBe(isTaken ? 9 : undefined);
          // A wait that is ended was ended for a run, or is closed in the ledger.
          if (change.job?.retry === null) expect(trigger).not.toBe('forced');
        },
      ),
    ));

  it('of a session that takes nothing is skipped with the reason, and the job moves on', () => {
    const inbound = slot('diary', HOUR);
    const because = 'session console:desk is gone';
    const change = decideSkip(inbound, inbound.run!, { nowMs: HOUR, nextRunAtMs: null }, job, because);
    expect(change.runs).toMatchObject([{ status: 'skipped', error: because, finishedAtMs: HOUR }]);
    expect(change.job).toEqual({ nextRunAtMs: null, lastStatus: 'skipped', lastError: because });
  });
});

describe('a slot without a turn', () => {
  const bound = { ...writtenJob('diary', HOUR), state: {} } as Job;
  const event = { id: 'diary:1', slotMs: 1, trigger: 'schedule' as const, session, text: 'look' };
  const terms = { nowMs: HOUR, unified: false };

  it('leaves its text as an event, once', () => {
    const { isNew, change } = decideEvent(bound, event, terms, { job, isKnown: false });
    expect(isNew).toBe(true);
    expect(change.events).toEqual([{ session, id: 'diary:1', text: 'look', atMs: HOUR }]);
    expect(change.runs).toMatchObject([{ status: 'ok', summary: 'look', attempts: 1 }]);
    expect(change.removesJob).toBe(false);
    const again = decideEvent(bound, event, terms, { job, isKnown: true });
    expect(again).toEqual({ isNew: false, change: {} });
  });

  it('takes a one-shot along that has no further slot', () => {
    const once = { ...job, deletesAfterRun: true };
    const removes = (nextRunAtMs: number | null) =>
      decideEvent(bound, event, { ...terms, nextRunAtMs }, { job: once, isKnown: false }).change.removesJob;
    expect([removes(null), removes(5)]).toEqual([true, false]);
  });

  it('counts as a failure when its turn could not be made', () => {
    const slotOf = { slotMs: HOUR, trigger: 'schedule' as const, error: 'no prompt' };
    const change = decideFailedSlot(
      bound,
      slotOf,
      { nowMs: HOUR, nextRunAtMs: 9, mainSession: session },
      { ...job, failures: 2 },
    );
    expect(change.job).toEqual({ nextRunAtMs: 9, lastStatus: 'failed', lastError: 'no prompt', failures: 3 });
    expect(change.runs).toMatchObject([{ status: 'failed', error: 'no prompt', session }]);
  });

  it('moves without a row where nothing was missed', () => {
    expect(decideAdvance(bound, 9, undefined, HOUR)).toEqual({ job: { nextRunAtMs: 9 } });
    const missed = { fromMs: 0, toMs: 0, count: 1 };
    expect(decideAdvance(bound, 9, missed, HOUR).runs).toMatchObject([{ id: 'diary:0', status: 'skipped' }]);
  });
});
