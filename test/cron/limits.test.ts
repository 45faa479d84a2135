import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importJobs } from '../../src/cron/import-jobs.ts';
import { checkInterval } from '../../src/cron/limits.ts';
import { nextSlots } from '../../src/cron/schedule.ts';
import { shortestGap } from '../../src/cron/limits.ts';
import { openCron } from '../support/open-cron.ts';

const gateway = { kind: 'gateway' as const };
const job = (schedule: object, more: object = {}) => ({
  name: 'x',
  schedule,
  payload: { message: 'm', sessionKey: 'console:desk' },
  ...more,
});

describe('the shortest time between two slots', () => {
  it.each([
    ['* * * * * *', 1],
    ['*/5 * * * * *', 5],
    ['0,59 * * * * *', 1],
    ['*/7 * * * * *', 4],
    ['*/10 * * * * *', 10],
    ['*/7 * * * *', 240],
    ['0 7,19 * * *', 12 * 3_600],
    ['59 59 0,23 * * *', 3_600],
    ['59,0 59,0 23,0 * * 1,2', 1],
    ['59,0 59,0 23,0 * * 1', 59],
    ['0 7 L * *', 86_400],
  ])('of "%s" is %i s', (expr, seconds) => expect(shortestGap(expr)).toBe(seconds * 1_000));

  it('is never longer than what the slots of a week show', () => {
    const field = (most: number) =>
      fc.oneof(
        fc.constant('*'),
        fc.integer({ min: 1, max: most }).map((step) => `*/${step}`),
        fc
          .uniqueArray(fc.integer({ min: 0, max: most }), { minLength: 1, maxLength: 3 })
          .map((all) => all.join(',')),
      );
    fc.assert(
      fc.property(field(59), field(59), field(23), fc.constantFrom('*', '1', '1,2'), (s, m, h, days) => {
        const expr = `${s} ${m} ${h} * * ${days}`;
        const slots = nextSlots({ kind: 'cron', expr }, Date.UTC(2026, 0, 5), 'UTC', 60);
        const gaps = slots.slice(1).map((slot, n) => slot - slots[n]!);
        expect(shortestGap(expr)).toBeLessThanOrEqual(Math.min(86_400_000, ...gaps));
      }),
      { numRuns: 60 },
    );
  });
});

describe('a job that would come too often', () => {
  it.each<[string, object]>([
    ['every second by an expression', { expr: '* * * * * *' }],
    ['twice within ten seconds of each hour', { expr: '0,9 0 * * * *' }],
    ['by an interval', { everyMs: 9_999 }],
  ])('%s is refused with the reason, added or edited', async (_, schedule) => {
    const { cron } = openCron(async () => {});
    const reason = /too short; allowed: 10 s and more \(NIGHTDESK_MIN_INTERVAL\), so that a run can end/;
    await expect(cron.add(job(schedule), gateway)).rejects.toThrow(reason);
    expect(await cron.list({ includeDisabled: true })).toEqual([]);
    const old = await cron.add(job({ expr: '*/10 * * * * *' }), gateway);
    await expect(cron.update(old.id, { schedule })).rejects.toThrow(reason);
    await expect(cron.update(old.id, { schedule })).rejects.toMatchObject({ code: 'bad_job' });
  });

  it('is imported paused, with the reason', () => {
    const terms = {
      nowMs: 0,
      zone: 'UTC',
      profiles: [],
      newId: () => 'new',
      minIntervalMs: 10_000,
      hourlySpreadMs: 0,
    };
    expect(importJobs([job({ kind: 'cron', expr: '* * * * * *' })], terms)!.jobs).toMatchObject([
      { job: { enabled: false }, because: expect.stringContaining('too short') as unknown },
    ]);
  });

  it('is measured by what the desk is set to', () => {
    expect(() => checkInterval({ kind: 'cron', expr: '*/5 * * * *' }, 600_000)).toThrow(
      '"*/5 * * * *", 5 min apart, is too short; allowed: 10 min and more',
    );
    checkInterval({ kind: 'cron', expr: '*/10 * * * *' }, 600_000);
    checkInterval({ kind: 'cron', expr: '* * * * * *' }, 1_000);
    checkInterval({ kind: 'at', atMs: 1 }, 600_000);
  });
});
