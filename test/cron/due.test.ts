import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planDue } from '../../src/cron/due.ts';
import type { Job } from '../../src/cron/job.ts';

const HOUR = 3_600_000;
const hourly = (policy: Job['policy'] = {}) => ({
  schedule: { kind: 'every' as const, everyMs: HOUR, anchorMs: 0 },
  policy,
});

describe('a job that is due', () => {
  it('runs its slot and is due at the next one', () => {
    expect(planDue(hourly(), HOUR, HOUR + 5, 'UTC')).toEqual({
      run: { slotMs: HOUR, trigger: 'schedule' },
      nextRunAtMs: 2 * HOUR,
    });
  });

  it('catches up once after a break, with the newest slot, and records the others as one range', () => {
    expect(planDue(hourly(), HOUR, 5.5 * HOUR, 'UTC')).toEqual({
      run: { slotMs: 5 * HOUR, trigger: 'catch-up' },
      missed: { fromMs: HOUR, toMs: 4 * HOUR, count: 4 },
      nextRunAtMs: 6 * HOUR,
    });
  });

  it('does not run what is older than its grace', () => {
    expect(planDue(hourly({ graceMs: 60_000 }), HOUR, 1.5 * HOUR, 'UTC')).toEqual({
      missed: { fromMs: HOUR, toMs: HOUR, count: 1 },
      nextRunAtMs: 2 * HOUR,
    });
  });

  it('does not catch up at all when its policy says skip, except within a minute', () => {
    expect(planDue(hourly({ catchUp: 'skip' }), HOUR, HOUR + 59_000, 'UTC').run).toBeDefined();
    expect(planDue(hourly({ catchUp: 'skip' }), HOUR, HOUR + 61_000, 'UTC').run).toBeUndefined();
  });

  it('runs every missed slot, one after the other, when its policy says all', () => {
    expect(planDue(hourly({ catchUp: 'all' }), HOUR, 3.5 * HOUR, 'UTC')).toEqual({
      run: { slotMs: HOUR, trigger: 'catch-up' },
      nextRunAtMs: 2 * HOUR,
    });
  });

  it('accounts for every slot exactly once: run, missed, or still to come', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 0, max: 60 * HOUR }),
        fc.constantFrom<'once' | 'skip'>('once', 'skip'),
        fc.option(fc.nat(30 * HOUR), { nil: undefined }),
        (first, later, catchUp, graceMs) => {
          const from = first * HOUR;
          const now = from + later;
          const plan = planDue(
            hourly({ catchUp, ...(graceMs !== undefined && { graceMs }) }),
            from,
            now,
            'UTC',
          );
          const slots = Math.floor(later / HOUR) + 1;
          expect((plan.run ? 1 : 0) + (plan.missed?.count ?? 0)).toBe(slots);
          expect(plan.nextRunAtMs).toBeGreaterThan(now);
          if (plan.run && plan.missed) expect(plan.missed.toMs).toBe(plan.run.slotMs - HOUR);
        },
      ),
    ));
});
