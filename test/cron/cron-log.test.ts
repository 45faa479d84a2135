import { pino } from 'pino';
import { expect, it } from 'vitest';
import { Cron } from '../../src/cron/cron.ts';
import { CronLog } from '../../src/cron/cron-log.ts';
import { News } from '../../src/feature/news.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { PerformTurn } from '../../src/sessions/perform.ts';
import { FakeClock, eventually, settle } from '../support/fake-clock.ts';
import { message } from '../support/inbound.ts';
import { conduct } from '../support/stage.ts';
import { openStores } from '../support/stores.ts';
import { tempHome } from '../support/temp-home.ts';

/** Cron whose log lines and events are kept. */
function logged(perform: PerformTurn, level = 'info') {
  const stores = openStores(tempHome());
  const clock = new FakeClock();
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const log = pino({ base: null, level }, { write });
  const news = new News();
  const events: unknown[] = [];
  news.subscribe(({ event, payload }) => event === 'cron' && events.push(payload));
  const cronLog = new CronLog({ jobs: stores.jobs, clock, news, log });
  const { conductor } = conduct(stores, clock, perform, {
    report: (told) => cronLog.turn(told),
    failed: (_what, error, turn) => turn && cronLog.broke(turn, error),
  });
  const cron = new Cron({
    jobs: stores.jobs,
    clock,
    zone: 'UTC',
    newId: () => 'job1',
    render: (id, variables) => ({ ref: { id, version: 1, sha256: '' }, text: '', variables }),
    submit: (inbound, slot) => conductor.submit(inbound, slot),
    skip: (turn, because) => conductor.skip(turn, because),
    jobProfiles: () => [{ name: 'reminder' }],
    profiles: () => ['reminder'],
    paused: async () => false,
    setPaused: async () => {},
    enabled: true,
    events: stores.events,
    mainSession: parseSessionKey('main'),
    beat: () => {},
    destination: async () => ({ because: 'there is nowhere' }),
    report: (told) => cronLog.cron(told),
    failed: (_, error) => {
      throw error;
    },
  });
  const force = async () => {
    await cron.run('job1', 'force');
    await conductor.idle();
    await settle();
  };
  return { cron, clock, lines, events, force, conductor, cronLog };
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
  await eventually(() => lines.at(-1)?.['msg'] === 'cron: job started');
  clock.set(clock.now() + 1);
  await cron.run('job1', 'force');
  await eventually(() => lines.at(-1)?.['msg'] !== 'cron: job started');
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

const actions = (events: readonly unknown[]) =>
  events.map((event) => (event as { action: string; status?: string }).action);
const answers: PerformTurn = async (pass) => void (await pass.settle({ status: 'ok', summary: 'done' }));

it('tells that a run ended when its session was reset under it', async () => {
  const { cron, events, conductor, lines } = logged(
    (pass) =>
      new Promise((_, reject) => {
        pass.signal.addEventListener('abort', () => reject(pass.signal.reason as Error));
      }),
  );
  await cron.add(diary, gateway);
  await cron.run('job1', 'force');
  await eventually(() => actions(events).includes('started'));
  await conductor.reset(parseSessionKey('console:desk'), 'Ann');
  await conductor.idle();
  await settle();
  expect(events.at(-1)).toMatchObject({ action: 'finished', status: 'interrupted', error: 'session reset' });
  expect(actions(events).filter((action) => action === 'finished')).toHaveLength(1);
  expect(lines.at(-1)).toMatchObject({ level: 40, status: 'interrupted' });
  expect((await cron.runs('job1'))[0]).toMatchObject({ status: 'interrupted' });
});

it('tells that a job went with its run, after the end, and once', async () => {
  for (const payload of [diary.payload, { kind: 'systemEvent', text: 'x' }]) {
    const { cron, clock, events, conductor } = logged(answers);
    const schedule = { atMs: clock.now() + 5_000 };
    await cron.add({ name: 'once', schedule, payload, deleteAfterRun: true }, gateway);
    cron.start();
    await settle();
    await clock.advance(5_000);
    await eventually(() => actions(events).includes('removed'));
    await conductor.idle();
    expect(actions(events).slice(-2)).toEqual(['finished', 'removed']);
    expect(await cron.list({ includeDisabled: true })).toEqual([]);
    await cron.close();
  }
});

it('tells that a job was paused for failing too often, after the end of its run', async () => {
  const { cron, clock, events, force } = logged(() => Promise.reject(new Error('no')));
  await cron.add(diary, gateway);
  for (let n = 0; n < 9; n++) {
    await force();
    clock.set(clock.now() + 1);
  }
  expect(actions(events)).not.toContain('updated');
  await force();
  expect(actions(events).slice(-2)).toEqual(['finished', 'updated']);
  expect(await cron.get('job1')).toMatchObject({ enabled: false });
});

it('logs what was thrown with its stack, and each change of the store with how many jobs it has', async () => {
  const { cron, cronLog, lines, force } = logged(() => Promise.reject(new Error('the well is dry')), 'debug');
  cronLog.began(await cron.status(), { comes: true });
  await cron.add(diary, gateway);
  await force();
  await cron.remove('job1');
  await settle();
  const stores = lines.filter(({ msg }) => String(msg).startsWith('cron: store'));
  expect(stores).toMatchObject([
    { msg: 'cron: store loaded', jobCount: 0 },
    { msg: 'cron: store saved', jobCount: 1 },
    { msg: 'cron: store saved', jobCount: 0 },
  ]);
  expect(lines.find(({ msg }) => msg === 'cron: job finished')).toMatchObject({
    level: 40,
    err: { message: 'the well is dry', stack: expect.stringContaining('cron-log.test.ts') as unknown },
  });
});

it('tells of the retry that goes with a job which is paused for failing, and of every end once', async () => {
  const { cron, clock, events, force } = logged(async (pass) => {
    await pass.settle({ status: 'failed', summary: 'no', error: 'no answer' });
  });
  await cron.add({ ...diary, runtime: { maxAttempts: 3 } }, gateway);
  for (let n = 0; n < 10; n++) {
    clock.set(clock.now() + 1_000);
    await force();
  }
  const ends = (events as { action: string; runId?: string; status?: string; error?: string }[]).filter(
    ({ action }) => action === 'finished',
  );
  expect(ends.map(({ status }) => status)).toEqual([...Array<string>(10).fill('failed'), 'skipped']);
  const dropped = {
    runId: expect.stringMatching(/:r2$/) as unknown,
    error: 'the retry was dropped: the job was paused',
  };
  expect(ends.at(-1)).toMatchObject(dropped);
  expect((await cron.runs('job1', 20)).filter(({ trigger }) => trigger === 'retry')).toMatchObject([
    { status: 'skipped', ...dropped },
  ]);
});

it('tells once that a run which waits is skipped with its job', async () => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const { cron, events, conductor } = logged(async (pass) => {
    await held;
    await pass.settle({ status: 'ok', summary: 'done' });
  });
  await cron.add(diary, gateway);
  await conductor.submit(message('m1', 'hello', 'console:desk'));
  await eventually(() => !conductor.isIdle(parseSessionKey('console:desk')));
  const { runId } = await cron.run('job1', 'force');
  await eventually(async () => (await cron.status()).deferred === 1);
  await cron.remove('job1');
  letGo();
  await conductor.idle();
  await settle();
  const ends = (events as { action: string }[]).filter(({ action }) => action === 'finished');
  expect(ends).toEqual([
    { jobId: 'job1', runId, action: 'finished', status: 'skipped', error: 'the job was removed' },
  ]);
});
