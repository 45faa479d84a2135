/** Jobs that repeat until an end, on the ticker and a clock that the test moves. It begins on Monday, 5 January 2026. */
import { describe, expect, it } from 'vitest';
import { JobPauses } from '../../src/desk/job-pauses.ts';
import type { PerformTurn } from '../../src/sessions/perform.ts';
import { eventually, settle } from '../support/fake-clock.ts';
import { message } from '../support/inbound.ts';
import { openCron } from '../support/open-cron.ts';

const answers: PerformTurn = async (pass) => void (await pass.settle({ status: 'ok', summary: 'done' }));
const ann = { kind: 'person' as const, name: 'Ann' };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const job = (schedule: object, more: object = {}) => ({
  name: 'diary',
  schedule,
  payload: { message: 'check the diary', sessionKey: 'console:desk' },
  ...more,
});

async function open() {
  const world = openCron(answers);
  await world.conductor.submit(message('m1'));
  await world.conductor.idle();
  const begin = world.clock.now();
  const live = async (hours: number) => {
    for (let n = 0; n < hours * 4; n++) {
      await world.clock.advance(15 * MINUTE);
      await world.conductor.idle();
      await settle();
    }
  };
  const runs = async () => (await world.cron.runs('job1', 200)).reverse();
  const ran = async () =>
    (await runs()).filter(({ status }) => status === 'ok').map((run) => run.scheduledForMs - begin);
  return { ...world, begin, live, runs, ran };
}

describe('a job with an end', () => {
  it.each([
    ['an interval', (untilMs: number) => ({ everyMs: HOUR, untilMs })],
    ['an expression', (untilMs: number) => ({ expr: '0 * * * *', untilMs })],
  ])('runs until then, %s, and has no further run', async (_, schedule) => {
    const world = await open();
    await world.cron.add(job(schedule(world.begin + 3 * HOUR)), ann);
    world.cron.start();
    await world.live(6);
    await eventually(async () => (await world.ran()).length === 3);
    expect(await world.ran()).toEqual([HOUR, 2 * HOUR, 3 * HOUR]);
    const { enabled, state } = (await world.cron.get('job1'))!;
    expect([enabled, state.nextRunAtMs, state.lastStatus]).toEqual([true, undefined, 'ok']);
  });

  it('goes with its last run, where it was to be removed then, and not before', async () => {
    const world = await open();
    await world.cron.add(
      job({ everyMs: HOUR, untilMs: world.begin + 2 * HOUR }, { deleteAfterRun: true }),
      ann,
    );
    world.cron.start();
    await world.live(1.5);
    await eventually(async () => (await world.ran()).length === 1);
    expect(await world.cron.get('job1')).toBeDefined();
    await world.live(1);
    await eventually(async () => (await world.cron.get('job1')) === undefined);
    expect(await world.ran()).toEqual([HOUR, 2 * HOUR]);
  });

  it.each([
    ['once', 2.5 * HOUR, [2 * HOUR]],
    ['skip', 2.5 * HOUR, []],
    // It is older than the hour that lies between two of them.
    ['once', 4 * HOUR, []],
    ['all', 4 * HOUR, [HOUR, 2 * HOUR]],
  ])(
    'that passed while the desk was away is caught up "%s" as any other',
    async (catchUp, away, expected) => {
      const world = await open();
      await world.cron.add(
        job({ everyMs: HOUR, untilMs: world.begin + 2 * HOUR }, { policy: { catchUp } }),
        ann,
      );
      world.clock.step(away);
      world.cron.start();
      await settle();
      await world.live(3);
      await eventually(async () => (await world.runs()).length > 0);
      expect(await world.ran()).toEqual(expected);
      expect((await world.cron.get('job1'))!.state.nextRunAtMs).toBeUndefined();
    },
  );

  it('that passed in a pause has no further run; resuming it by hand is refused, with the reason', async () => {
    const world = await open();
    const { id } = await world.cron.add(job({ everyMs: HOUR, untilMs: world.begin + 2 * HOUR }), ann);
    world.cron.start();
    const tasks: { payload: unknown }[] = [];
    const pauses = new JobPauses({
      cron: world.cron,
      tasks: { add: async (task) => void tasks.push(task) },
      clock: world.clock,
      zone: 'UTC',
    });
    await pauses.pause(id, world.begin + 5 * HOUR, 'Ann');
    await world.live(5);
    await expect(world.cron.update(id, { enabled: true })).rejects.toThrow(
      /^schedule\.untilMs: the end, .* is before the next run, .*; allowed: an end from that run on, or none$/,
    );
    await pauses.handler.run(tasks[0]!.payload as never, undefined as never);
    const { enabled, state } = (await world.cron.get(id))!;
    expect(enabled).toBe(true);
    expect(state).not.toHaveProperty('nextRunAtMs');
    expect(state).not.toHaveProperty('resumesAtMs');
  });

  it('goes on when the end is moved or removed, in the same phase', async () => {
    const world = await open();
    const { id } = await world.cron.add(job({ everyMs: HOUR, untilMs: world.begin + HOUR }), ann);
    world.cron.start();
    await world.live(1.5);
    await eventually(async () => (await world.ran()).length === 1);
    const later = await world.cron.update(id, { schedule: { untilMs: world.begin + 2 * HOUR } });
    expect(later.state.nextRunAtMs).toBe(world.begin + 2 * HOUR);
    expect((await world.cron.update(id, { name: 'the diary' })).schedule).toEqual(later.schedule);
    const endless = await world.cron.update(id, { schedule: { untilMs: null } });
    expect(endless.schedule).toEqual({ kind: 'every', everyMs: HOUR, anchorMs: world.begin });
    await world.live(2);
    await eventually(async () => (await world.ran()).length === 3);
  });

  it('keeps it when its times change, of whatever kind', async () => {
    const world = await open();
    const untilMs = world.begin + DAY;
    const { id } = await world.cron.add(job({ everyMs: HOUR, untilMs }), ann);
    const changed = async (schedule: object) => (await world.cron.update(id, { schedule })).schedule;
    expect(await changed({ everyMs: 2 * HOUR })).toMatchObject({ everyMs: 2 * HOUR, untilMs });
    expect(await changed({ expr: '0 * * * *', tz: 'UTC' })).toEqual({
      kind: 'cron',
      expr: '0 * * * *',
      tz: 'UTC',
      untilMs,
    });
    expect(await changed({ expr: '30 * * * *' })).toMatchObject({ expr: '30 * * * *', untilMs });
    expect(await changed({ until: '2026-01-06T18:00' })).toMatchObject({ untilMs: Date.UTC(2026, 0, 6, 18) });
    expect(await changed({ everyMs: HOUR, until: 'further notice' })).not.toHaveProperty('untilMs');
  });

  it('has slots again when the clock that was past it is set back', async () => {
    const world = await open();
    await world.cron.add(
      job({ everyMs: HOUR, untilMs: world.begin + 3 * HOUR }, { policy: { catchUp: 'skip' } }),
      ann,
    );
    world.cron.start();
    world.clock.step(10 * DAY);
    await world.live(0.5);
    expect((await world.cron.get('job1'))!.state.nextRunAtMs).toBeUndefined();
    world.clock.step(-10 * DAY);
    await world.live(3);
    await eventually(async () => (await world.ran()).length > 0);
  });
});

describe('an end', () => {
  it('may be text, in which a day is meant to its end by the clocks of the job', async () => {
    const { cron } = await open();
    const added = await cron.add(job({ expr: '0 9 * * *', tz: 'Asia/Tokyo', until: '2026-01-09' }), ann);
    expect(added.schedule).toMatchObject({ untilMs: Date.UTC(2026, 0, 9, 15) - 1 });
    expect((await cron.update('job1', { schedule: { until_ms: '2026-01-10' } })).schedule).toMatchObject({
      untilMs: Date.UTC(2026, 0, 10, 15) - 1,
    });
  });

  it.each([
    [
      { everyMs: HOUR, untilMs: Date.UTC(2026, 0, 1) },
      /^schedule\.untilMs: the end, Thursday 1 January 2026 at 00:00, is before the next run/,
    ],
    [
      { expr: '0 9 * * *', until: '2026-01-05T08:00' },
      /the end, Monday 5 January 2026 at 08:00, is before the next run, Monday 5 January 2026 at 09:00, London time; allowed/,
    ],
    [
      { everyMs: HOUR, until: 'soon' },
      /^schedule\.until: "soon" is no end of a schedule; allowed: until friday/,
    ],
    [{ everyMs: HOUR, until: 'friday', untilMs: 5 }, /schedule\.until/],
    [{ everyMs: HOUR, untilMs: Date.UTC(2300, 0) }, /untilMs .* too far away/],
    [{ atMs: Date.UTC(2027, 0), untilMs: Date.UTC(2027, 1) }, /schedule.*untilMs/],
  ])('is refused where it can not be (%#)', async (schedule, because) => {
    const { cron } = await open();
    await expect(cron.add(job(schedule), ann)).rejects.toThrow(because);
  });

  it('goes along in a file of jobs; an imported job that is over is paused, with the reason', async () => {
    const { cron, begin } = await open();
    await cron.add(job({ everyMs: HOUR, untilMs: begin + DAY }), ann);
    await cron.add(job({ expr: '0 9 * * *', until: '2026-01-09' }), ann);
    const file = await cron.export();
    const copy = openCron(answers);
    const report = await copy.cron.import(file);
    expect(report.ignored).toEqual([]);
    const schedules = (jobs: readonly { schedule: unknown }[]) => jobs.map(({ schedule }) => schedule);
    expect(schedules(await copy.cron.list())).toEqual(schedules(await cron.list()));
    const late = openCron(answers);
    late.clock.step(30 * DAY);
    const { imported } = await late.cron.import(file);
    expect(imported.map(({ enabled, because }) => [enabled, because])).toEqual([
      [false, expect.stringContaining('schedule.untilMs: the end')],
      [false, expect.stringContaining('schedule.untilMs: the end')],
    ]);
  });
});
