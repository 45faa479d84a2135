import { pino } from 'pino';
import { expect, it } from 'vitest';
import { Cron } from '../../src/cron/cron.ts';
import { CronLog } from '../../src/main/cron-log.ts';
import { News } from '../../src/main/news.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { PerformTurn } from '../../src/sessions/perform.ts';
import { FakeClock, settle } from '../support/fake-clock.ts';
import { conduct } from '../support/stage.ts';
import { openStores } from '../support/stores.ts';
import { tempHome } from '../support/temp-home.ts';

/** Cron whose log lines and events are kept. */
function logged(perform: PerformTurn) {
  const stores = openStores(tempHome());
  const clock = new FakeClock();
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const log = pino({ base: null, level: 'info' }, { write });
  const news = new News();
  const events: unknown[] = [];
  news.subscribe(({ event, payload }) => event === 'cron' && events.push(payload));
  const cronLog = new CronLog({ jobs: stores.jobs, clock, news, log });
  const { conductor } = conduct(stores, clock, perform, { tell: (told) => cronLog.turn(told) });
  const cron = new Cron({
    jobs: stores.jobs,
    clock,
    zone: 'UTC',
    newId: () => 'job1',
    render: (id, variables) => ({ ref: { id, version: 1, sha256: '' }, text: '', variables }),
    submit: (inbound, slot) => conductor.submit(inbound, slot),
    skip: (turn, because) => conductor.skip(turn, because),
    profiles: () => ['reminder'],
    paused: async () => false,
    setPaused: async () => {},
    enabled: true,
    events: stores.events,
    mainSession: parseSessionKey('main'),
    beat: () => {},
    destination: async () => undefined,
    tell: (told) => cronLog.cron(told),
    failed: (_, error) => {
      throw error;
    },
  });
  const force = async () => {
    await cron.run('job1', 'force');
    await conductor.idle();
    await settle();
  };
  return { cron, clock, lines, events, force, conductor };
}

const diary = {
  name: 'diary',
  schedule: { everyMs: 60_000 },
  payload: { message: 'look', sessionKey: 'console:desk' },
};
const gateway = { kind: 'gateway' as const };

it("tells a run's start and end with the fields of the RFC", async () => {
  const world: { clock?: FakeClock } = {};
  const { cron, clock, lines, events, force } = logged(async (pass) => {
    world.clock!.set(world.clock!.now() + 1_500);
    await pass.settle({ status: 'ok', summary: 'done' });
  });
  world.clock = clock;
  const { state } = await cron.add(diary, gateway);
  await force();
  const run = {
    module: 'cron',
    jobId: 'job1',
    runId: expect.stringMatching(/^job1:f/) as unknown,
    name: 'diary',
  };
  expect(lines).toMatchObject([
    { ...run, msg: 'cron: job queued' },
    {
      ...run,
      level: 30,
      msg: 'cron: job started',
      scheduleKind: 'every',
      sessionTarget: 'bound',
      wakeMode: 'next-heartbeat',
    },
    {
      ...run,
      level: 30,
      msg: 'cron: job finished',
      status: 'ok',
      durationMs: 1_500,
      nextRunAtMs: state.nextRunAtMs,
    },
  ]);
  expect(events).toMatchObject([
    { action: 'added' },
    { action: 'queued' },
    { action: 'started' },
    { action: 'finished', status: 'ok', nextRunAtMs: state.nextRunAtMs },
  ]);
});

it('warns of a failure with its error', async () => {
  const { cron, lines, force } = logged(async (pass) => {
    await pass.settle({ status: 'failed', summary: 'It failed.', error: 'no model answered' });
  });
  await cron.add(diary, gateway);
  await force();
  expect(lines.at(-1)).toMatchObject({
    level: 40,
    msg: 'cron: job finished',
    status: 'failed',
    error: 'no model answered',
  });
});

it('tells of runs that have no turn: system events, and what is skipped, with the reason', async () => {
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const { cron, clock, lines, events, force, conductor } = logged(async (pass) => {
    await held;
    await pass.settle({ status: 'ok', summary: 'done' });
  });
  await cron.add(diary, gateway);
  await cron.run('job1', 'force');
  clock.set(clock.now() + 1);
  await cron.run('job1', 'force');
  await settle();
  expect(lines.at(-1)).toMatchObject({
    level: 30,
    msg: 'cron: job skipped',
    name: 'diary',
    reason: expect.stringMatching(/still (runs|waits)/) as unknown,
  });
  letGo();
  await conductor.idle();
  clock.set(clock.now() + 1);
  await cron.remove('job1');
  await cron.add({ ...diary, payload: { text: 'battery low' } }, gateway);
  await force();
  expect(lines.at(-1)).toMatchObject({
    msg: 'cron: job finished',
    status: 'ok',
    jobId: 'job1',
    name: 'diary',
  });
  expect(events.at(-1)).toMatchObject({ action: 'finished', status: 'ok' });
});
