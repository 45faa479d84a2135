/** A clock that is set while the desk runs: by a person, a time server, or a machine that woke up. */
import { describe, expect, it } from 'vitest';
import { Heartbeat } from '../../src/cron/heartbeat.ts';
import { Breaker } from '../../src/llm/breaker.ts';
import { Watch } from '../../src/llm/openai/watch.ts';
import { patience } from '../../src/web-fetch/patience.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { PerformTurn } from '../../src/sessions/perform.ts';
import { FakeClock, eventually, settle } from '../support/fake-clock.ts';
import { message } from '../support/inbound.ts';
import { openCron } from '../support/open-cron.ts';
import { conduct } from '../support/stage.ts';
import { openStores } from '../support/stores.ts';
import { stuckTurn } from '../support/stuck-turn.ts';
import { tempHome } from '../support/temp-home.ts';

const ann = { kind: 'person' as const, name: 'Ann' };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const answers: PerformTurn = async (pass) => void (await pass.settle({ status: 'ok', summary: 'done' }));
const job = (schedule: object, more: object = {}) => ({
  name: 'diary',
  schedule,
  payload: { message: 'check the diary', sessionKey: 'console:desk' },
  ...more,
});

type Opened = ReturnType<typeof openCron>;

/** Minute by minute, with every turn done. */
async function live({ clock, conductor }: Opened, minutes: number): Promise<void> {
  for (let n = 0; n < minutes; n++) {
    await clock.advance(MINUTE);
    await conductor.idle();
    await settle();
  }
}

const ranOf = async ({ cron }: Opened) =>
  (await cron.runs('job1', 200))
    .filter(({ status }) => status === 'ok')
    .map(({ scheduledForMs }) => scheduledForMs);

describe('jobs, when the clock is set', () => {
  it.each([
    ['every 10 minutes', { everyMs: 10 * MINUTE }],
    ['by a cron expression', { kind: 'cron', expr: '*/10 * * * *' }],
  ])('back three hours go on at once, %s', async (_, schedule) => {
    const world = openCron(answers);
    const begin = world.clock.now();
    await world.cron.add(job(schedule), ann);
    world.cron.start();
    await live(world, 21);
    await eventually(async () => (await ranOf(world)).length === 2);
    world.clock.step(-3 * HOUR);
    await live(world, 22);
    await eventually(async () => (await ranOf(world)).length >= 4);
    const back = (await ranOf(world)).filter((slot) => slot <= begin);
    expect(back.length).toBeGreaterThanOrEqual(2);
    await world.cron.close();
  });

  it('back wait for the moment at which they are to begin', async () => {
    const world = openCron(answers);
    const begins = world.clock.now() + HOUR;
    await world.cron.add(job({ kind: 'every', everyMs: 10 * MINUTE, anchorMs: begins }), ann);
    world.cron.start();
    await live(world, 2);
    world.clock.step(-3 * HOUR);
    await live(world, 15);
    expect(await ranOf(world)).toEqual([]);
    expect((await world.cron.get('job1'))!.state.nextRunAtMs).toBe(begins);
    await world.cron.close();
  });

  it('back run no slot twice, and go on when the slots are new', async () => {
    const world = openCron(answers);
    await world.cron.add(job({ everyMs: 10 * MINUTE }), ann);
    world.cron.start();
    await live(world, 61);
    world.clock.step(-30 * MINUTE);
    await live(world, 62);
    const slots = await ranOf(world);
    expect(new Set(slots).size).toBe(slots.length);
    expect(slots.length).toBeGreaterThanOrEqual(9); // six, and the three that were new
    await world.cron.close();
  });

  it('forward 400 days run once, with one line for all that was missed, and go on', async () => {
    const world = openCron(answers);
    await world.cron.add(job({ everyMs: 10 * MINUTE }), ann);
    world.cron.start();
    await live(world, 11);
    world.clock.step(400 * DAY);
    await live(world, 2);
    const ledger = await eventually(async () => {
      const runs = await world.cron.runs('job1', 200);
      return runs.length === 3 && runs;
    });
    expect(ledger.map(({ status }) => status).sort()).toEqual(['ok', 'ok', 'skipped']);
    expect(ledger.find(({ status }) => status === 'skipped')!.error).toMatch(/^missed: /);
    await live(world, 11);
    expect((await ranOf(world)).length).toBe(3);
    await world.cron.close();
  });

  it('back try again what failed after as long as they had to wait', async () => {
    const failing: PerformTurn = async (pass) =>
      void (await pass.settle({ status: 'failed', summary: 'no', error: 'no answer' }));
    const world = openCron(failing);
    await world.cron.add(job({ everyMs: HOUR }, { runtime: { maxAttempts: 2 } }), ann);
    world.cron.start();
    await settle();
    await world.clock.advance(HOUR);
    await world.conductor.idle();
    world.clock.step(-3 * HOUR);
    await live(world, 3);
    const retry = async () => (await world.cron.runs('job1', 20)).some(({ trigger }) => trigger === 'retry');
    await eventually(retry);
    await world.cron.close();
  });

  it.each([-3 * HOUR, 400 * DAY])(
    'leave a running turn its time (set by %i ms), and no more',
    async (step) => {
      const clock = new FakeClock();
      const stores = openStores(tempHome());
      const stuck = stuckTurn();
      const { conductor } = conduct(stores, clock, stuck.perform, { defaultTimeoutMs: 10 * MINUTE });
      const sent = await conductor.submit(message('m1', 'hello', 'console:desk'));
      expect(sent.kind).toBe('queued');
      await eventually(() => stuck.performing());
      clock.step(step);
      await settle();
      await clock.advance(9 * MINUTE);
      expect(await stores.book.find('m1')).toMatchObject({ state: 'running' });
      await clock.advance(MINUTE);
      const found = await eventually(async () => {
        const turn = await stores.book.find('m1');
        return turn?.state === 'closed' && turn;
      });
      expect(found).toMatchObject({ end: { status: 'timed_out' } });
    },
  );
});

describe('a heartbeat, when the clock is set', () => {
  it.each([
    ['back', -3 * HOUR],
    ['forward', 400 * DAY],
  ])('%s, comes when its interval has passed', async (_, step) => {
    const clock = new FakeClock();
    const stores = openStores(tempHome());
    const main = parseSessionKey('main');
    await stores.events.add(main, { id: 'e1', text: 'battery low', atMs: 1 });
    const beats: number[] = [];
    const heartbeat = new Heartbeat({
      events: stores.events,
      session: main,
      clock,
      zone: 'Europe/London',
      render: () => ({ ref: { id: 'p', version: 1, sha256: 'x' }, text: 'beat', variables: {} }),
      submit: async () => {
        beats.push(clock.elapsed());
        return { kind: 'refused', because: 'a test' };
      },
      isIdle: () => true,
      settings: async () => ({ enabled: true, everyMs: 30 * MINUTE }),
      failed: () => {},
    } as never);
    heartbeat.start();
    await settle();
    clock.step(step);
    await settle();
    await clock.advance(29 * MINUTE);
    await settle();
    expect(beats).toEqual([]);
    await clock.advance(2 * MINUTE);
    await eventually(() => beats.length === 1);
    await heartbeat.close();
  });
});

describe('patience with others, when the clock is set', () => {
  it('back, ends no later: a silent model, a silent host, a provider that is out of order', async () => {
    const clock = new FakeClock();
    const watch = new Watch(clock, { firstMs: 10_000, betweenMs: 5_000 }, new AbortController().signal);
    const fetching = patience(clock, { totalMs: 20_000, leftMs: 20_000, idleMs: 8_000 });
    const breaker = new Breaker(clock);
    for (let n = 0; n < 3; n++) breaker.unavailable('it is down');
    breaker.admit();
    expect(breaker.admit().admitted).toBe(false);
    clock.step(-3 * HOUR);
    await settle();
    await clock.advance(9_000);
    expect(fetching.signal.aborted).toBe(true);
    expect(watch.signal.aborted).toBe(false);
    await clock.advance(1_000);
    expect(watch.signal.aborted).toBe(true);
    await clock.advance(5_000);
    expect(breaker.admit().admitted).toBe(true);
    fetching.clear();
    watch.end();
  });

  it('forward 400 days, is not over', async () => {
    const clock = new FakeClock();
    const watch = new Watch(clock, { firstMs: 10_000, betweenMs: 5_000 }, new AbortController().signal);
    const fetching = patience(clock, { totalMs: 20_000, leftMs: 20_000, idleMs: 8_000 });
    clock.step(400 * DAY);
    await settle();
    expect([watch.signal.aborted, fetching.signal.aborted]).toEqual([false, false]);
    fetching.clear();
    watch.end();
  });
});
