import { describe, expect, it } from 'vitest';
import type { Job } from '../../src/cron/job.ts';
import { nextSlotOf, planDueOf, spreadOf } from '../../src/cron/spread.ts';
import { openCron } from '../support/open-cron.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { tempHome } from '../support/temp-home.ts';

const WINDOW_MS = 120_000;
const HOUR_MS = 3_600_000;
const terms = { zone: 'UTC', hourlySpreadMs: WINDOW_MS };
const named = (id: string, more: object = {}) =>
  ({ id, sessionTarget: 'isolated', schedule: { kind: 'cron', expr: '0 * * * *' }, ...more }) as Job;
const ids = Array.from({ length: 200 }, (_, n) => `job${n}`);

describe('the hourly spread', () => {
  it('gives each job a moment of its own after the hour, always the same', () => {
    const late = ids.map((id) => spreadOf(named(id), WINDOW_MS));
    expect(late).toEqual(ids.map((id) => spreadOf(named(id), WINDOW_MS)));
    expect(Math.max(...late)).toBeLessThan(WINDOW_MS);
    expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
    expect(new Set(late).size).toBeGreaterThan(60);
  });

  it.each<[string, object]>([
    ['bound to a conversation', { sessionTarget: 'bound' }],
    ['at an hour that it names', { schedule: { kind: 'cron', expr: '0 9 * * *' } }],
    ['at another minute', { schedule: { kind: 'cron', expr: '30 * * * *' } }],
    ['every minute', { schedule: { kind: 'cron', expr: '* * * * *' } }],
    ['at an interval', { schedule: { kind: 'every', everyMs: HOUR_MS } }],
    ['that asked for none', { policy: { spreadMs: 0 } }],
  ])('leaves a job %s on time', (_, more) => {
    expect(ids.map((id) => spreadOf(named(id, more), WINDOW_MS))).toEqual(ids.map(() => 0));
  });

  it('moves a bound job, and one at an hour that it names, when it is asked to', () => {
    const asked = {
      sessionTarget: 'bound',
      policy: { spreadMs: 60_000 },
      schedule: { kind: 'cron', expr: '0 9 * * *' },
    };
    const late = ids.map((id) => spreadOf(named(id, asked), 0));
    expect(new Set(late).size).toBeGreaterThan(30);
    expect(Math.max(...late)).toBeLessThan(60_000);
  });

  it('keeps one run an hour, on time for its own moment, and counts what it missed', () => {
    const job = named(ids.find((id) => spreadOf(named(id), WINDOW_MS) > 61_000)!);
    const late = spreadOf(job, WINDOW_MS);
    const first = nextSlotOf(job, 0, terms)!;
    expect(first).toBe(late);
    expect(nextSlotOf(job, first, terms)).toBe(HOUR_MS + late);
    expect(planDueOf(job, first, first, terms)).toEqual({
      run: { slotMs: first, trigger: 'schedule' },
      nextRunAtMs: HOUR_MS + late,
    });
    expect(planDueOf(job, first, 3 * HOUR_MS + late, terms)).toMatchObject({
      run: { slotMs: 3 * HOUR_MS + late, trigger: 'schedule' },
      missed: { fromMs: first, toMs: 2 * HOUR_MS + late, count: 3 },
    });
  });

  it('runs an hour once, though its slot was written down before the job was spread', () => {
    const job = named(ids.find((id) => spreadOf(named(id), WINDOW_MS) > 61_000)!);
    const late = spreadOf(job, WINDOW_MS);
    expect(planDueOf(job, HOUR_MS, HOUR_MS + 5, terms)).toEqual({
      run: { slotMs: HOUR_MS, trigger: 'schedule' },
      nextRunAtMs: 2 * HOUR_MS + late,
    });
  });

  it('is where the job says that it runs next, and where it runs', async () => {
    const { cron, clock } = openCron(
      async () => {},
      new FakeClock(),
      tempHome(),
      () => 'isolated-7',
      { hourlySpreadMs: 120_000 },
    );
    const job = await cron.add(
      { name: 'x', schedule: { expr: '0 * * * *' }, payload: { message: 'm' } },
      { kind: 'gateway' },
    );
    const late = spreadOf(job, 120_000);
    expect(late).toBeGreaterThan(0);
    expect(job.state.nextRunAtMs! % HOUR_MS).toBe(late);
    const { nextRunsMs } = await cron.describe(job.id);
    expect(nextRunsMs.map((slot) => slot % HOUR_MS)).toEqual([late, late, late, late, late]);
    await cron.update(job.id, { policy: { spreadMs: 0 } });
    expect((await cron.get(job.id))!.state.nextRunAtMs).toBe(clock.now() - (clock.now() % HOUR_MS) + HOUR_MS);
  });
});
