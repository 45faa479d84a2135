import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideSkip, decideUnskip } from '../../src/cron/decide-skip.ts';
import { decideUpdate } from '../../src/cron/decide-update.ts';
import type { Job } from '../../src/cron/job.ts';
import { writtenJob } from '../support/inbound.ts';

const MINUTE = 60_000;
const slots = { zone: 'UTC', hourlySpreadMs: 0 };
const terms = { nowMs: 30_000, ...slots };
/** Each minute from 1970 on, next at `next`. */
const job = (next: number | undefined, more: Partial<Job> = {}): Job => {
  const { nextRunAtMs: _, ...written } = writtenJob('diary', null);
  return { ...written, state: next === undefined ? {} : { nextRunAtMs: next }, ...more };
};
const ahead = (slotMs: number) => ({
  jobId: 'diary',
  runId: `diary:${slotMs}`,
  slotMs,
  because: 'skipped by Ann',
});

describe('skipping the next run', () => {
  it('closes its slot with who and why, and moves the job to the slot after it', () => {
    const { slotMs, change } = decideSkip(job(MINUTE), { by: 'Ann', because: 'holiday' }, terms);
    expect(slotMs).toBe(MINUTE);
    expect(change.job).toEqual({ nextRunAtMs: 2 * MINUTE });
    expect(change.runs).toEqual([
      {
        id: 'diary:60000',
        jobId: 'diary',
        jobName: 'diary',
        session: 'console:desk',
        trigger: 'schedule',
        status: 'skipped',
        slotMs: MINUTE,
        queuedAtMs: 30_000,
        finishedAtMs: 30_000,
        error: 'skipped by Ann: holiday',
        attempts: 0,
      },
    ]);
  });

  it('leaves a job of one moment without a further run', () => {
    const once = job(MINUTE, { schedule: { kind: 'at', atMs: MINUTE } });
    expect(decideSkip(once, { by: 'Ann' }, terms).change.job).toEqual({ nextRunAtMs: null });
  });

  it('is refused where there is no next run, and says why', () => {
    expect(() => decideSkip(job(undefined, { enabled: false }), { by: 'Ann' }, terms)).toThrow(
      '"diary" is paused',
    );
    expect(() => decideSkip(job(undefined), { by: 'Ann' }, terms)).toThrow('"diary" has no further run');
  });
});

describe('taking a skip back', () => {
  it('takes the slot out of the ledger, so that it comes again', () => {
    expect(decideUnskip(job(2 * MINUTE), ahead(MINUTE), terms)).toMatchObject({
      slotMs: MINUTE,
      change: { removesRun: 'diary:60000', job: { nextRunAtMs: MINUTE } },
    });
  });

  it('is refused where nothing was skipped, where its time has passed, and where the schedule is another one', () => {
    const refused = 'no run of "diary" that is still to come was skipped';
    expect(() => decideUnskip(job(MINUTE), undefined, terms)).toThrow(refused);
    expect(() => decideUnskip(job(2 * MINUTE), ahead(MINUTE), { ...terms, nowMs: MINUTE })).toThrow(refused);
    expect(() => decideUnskip(job(2 * MINUTE), ahead(MINUTE + 7), terms)).toThrow(refused);
  });

  it('is the inverse of skipping, however often', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 90 }), (times, minutes) => {
        const every = job(0, { schedule: { kind: 'every', everyMs: minutes * MINUTE, anchorMs: 0 } });
        let next = minutes * MINUTE;
        const skipped: number[] = [];
        for (let n = 0; n < times; n++) {
          const { slotMs, change } = decideSkip(
            { ...every, state: { nextRunAtMs: next } },
            { by: 'Ann' },
            terms,
          );
          skipped.push(slotMs);
          next = change.job!.nextRunAtMs!;
        }
        for (const slotMs of skipped.reverse()) {
          const { change } = decideUnskip({ ...every, state: { nextRunAtMs: next } }, ahead(slotMs), terms);
          next = change.job!.nextRunAtMs!;
        }
        expect(next).toBe(minutes * MINUTE);
      }),
    ));
});

it('a job that is resumed goes past the slots that were skipped meanwhile', () => {
  const paused = job(undefined, { enabled: false });
  const resumed = { ...paused, enabled: true };
  const skippedMs = [MINUTE, 2 * MINUTE];
  const { nextRunAtMs } = decideUpdate(paused, resumed, { enabled: true }, { ...terms, skippedMs });
  expect(nextRunAtMs).toBe(3 * MINUTE);
});
