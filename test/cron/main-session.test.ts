import { describe, expect, it } from 'vitest';
import { CannotWrite } from '../../src/sessions/cannot-write.ts';
import { Heartbeat } from '../../src/cron/heartbeat.ts';
import type { HeartbeatSettings } from '../../src/cron/heartbeat.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { PerformTurn } from '../../src/sessions/perform.ts';
import type { Inbound } from '../../src/sessions/turn.ts';
import { FakeClock, eventually, settle } from '../support/fake-clock.ts';
import { message, slot, writtenJob } from '../support/inbound.ts';
import { openCron } from '../support/open-cron.ts';
import { conduct, transcript } from '../support/stage.ts';
import { openStores } from '../support/stores.ts';
import { tempHome } from '../support/temp-home.ts';

const main = parseSessionKey('main');
const answers: PerformTurn = async (pass) => void (await pass.settle({ status: 'ok', summary: 'done' }));

function opened(perform = answers) {
  const stores = openStores(tempHome());
  const clock = new FakeClock();
  return { stores, clock, ...conduct(stores, clock, perform) };
}

describe('system events', () => {
  it('are drained once, as System lines, into the next turn of their session', async () => {
    const { stores, conductor } = opened();
    await stores.events.add(main, { id: 'e1', text: 'battery low', atMs: 1 });
    await stores.events.add(main, { id: 'e1', text: 'battery low', atMs: 1 });
    await stores.events.add(main, { id: 'e2', text: 'door open', atMs: 2 });
    await conductor.submit({ ...message('h1', 'Heartbeat', 'main'), kind: 'heartbeat' });
    await conductor.idle();
    expect((await stores.events.takenBy('h1')).map(({ text }) => text)).toEqual(['battery low', 'door open']);
    await conductor.submit({ ...message('h2', 'Heartbeat', 'main'), kind: 'heartbeat' });
    await conductor.idle();
    expect(await stores.events.takenBy('h2')).toEqual([]);
    const lines = (await transcript(stores, main)).filter((line) => line.includes('System:'));
    expect(lines).toEqual(['system: System: battery low', 'system: System: door open']);
  });

  it('tell the main session how isolated jobs ended, with their prefix', async () => {
    const { stores, conductor } = opened();
    await stores.jobs.add(writtenJob('digest', 5));
    const announce = { session: main, prefix: 'Cron' };
    await conductor.submit(slot('digest', 5, 'cron:digest', { announce }), { nextRunAtMs: 6 });
    await conductor.idle();
    expect((await stores.events.pending(main)).map(({ text }) => text)).toEqual(['Cron: digest: done']);
  });
});

describe('a job of the main session', () => {
  const battery = (wakeMode: string, clock: FakeClock) => ({
    name: 'battery',
    schedule: { atMs: clock.now() + 5_000 },
    payload: { kind: 'systemEvent', text: 'check the battery' },
    wakeMode,
  });

  it.each([
    ['now', ['beat']],
    ['next-heartbeat', []],
  ])('tells it at its time, and with wake mode %s the heartbeat is %j', async (wakeMode, beats) => {
    const { cron, clock, stores, news } = openCron(answers);
    await cron.add(battery(wakeMode, clock), { kind: 'person' });
    cron.start();
    await settle();
    await clock.advance(5_000);
    const pending = await eventually(async () => {
      const events = await stores.events.pending(main);
      return events.length > 0 && events;
    });
    expect(pending.map(({ text }) => text)).toEqual(['check the battery']);
    expect(news.filter((line) => line === 'beat')).toEqual(beats);
    expect(await cron.runs('job1')).toMatchObject([
      { status: 'ok', summary: 'check the battery', delivery: 'none', sessionKey: 'main' },
    ]);
    await cron.close();
  });

  it.each([
    ['once', 'ok', 1],
    ['skip', 'skipped', 0],
  ] as const)('catches up as its policy says: %s', async (catchUp, status, told) => {
    const { cron, clock, stores } = openCron(answers);
    const job = {
      name: 'x',
      schedule: { everyMs: 3_600_000 },
      payload: { text: 'look' },
      policy: { catchUp },
    };
    await cron.add(job, { kind: 'person' });
    await clock.advance(3_600_000 + 600_000);
    cron.start();
    const [run] = await eventually(async () => {
      const runs = await cron.runs('job1');
      return runs.length > 0 && runs;
    });
    expect(run).toMatchObject({ status });
    expect(await stores.events.pending(main)).toHaveLength(told);
    await cron.close();
  });

  it('takes system events only, and turns take place elsewhere', async () => {
    const { cron, clock } = openCron(answers);
    const turn = { message: 'x', sessionKey: 'console:desk' };
    const event = { kind: 'systemEvent', text: 'x' };
    const schedule = { atMs: clock.now() + 5_000 };
    const add = (more: object) => cron.add({ name: 'x', schedule, ...more }, { kind: 'person' });
    await expect(add({ sessionTarget: 'main', payload: turn })).rejects.toThrow(/systemEvent only/);
    await expect(add({ sessionTarget: 'bound', payload: event })).rejects.toThrow(/agentTurn only/);
    await expect(add({ sessionTarget: 'isolated', payload: event })).rejects.toThrow(/agentTurn only/);
  });
});

describe('the heartbeat', () => {
  function heart(settings: HeartbeatSettings = { enabled: true, everyMs: 60_000 }, isWanted = false) {
    const { stores, clock } = opened();
    const beats: Inbound[] = [];
    const state = { settings, idle: true, paused: false, isWanted, submitted: async () => {}, gone: false };
    const failures: unknown[] = [];
    const heartbeat = new Heartbeat({
      events: stores.events,
      session: main,
      clock,
      zone: 'UTC',
      render: (id, variables) => ({
        ref: { id, version: 1, sha256: '' },
        text: variables['EVENTS']!,
        variables,
      }),
      submit: async (inbound) => {
        beats.push(inbound);
        await state.submitted();
      },
      isIdle: () => state.idle,
      settings: async () => {
        if (state.gone) throw new CannotWrite('the database is away');
        return state.settings;
      },
      paused: async () => state.paused,
      request: { get: async () => state.isWanted, set: async (wanted) => void (state.isWanted = wanted) },
      failed: (_, error) => {
        failures.push(error);
        if (!(error instanceof CannotWrite)) throw error;
      },
    });
    const tell = (id = 'e1') => stores.events.add(main, { id, text: 'battery low', atMs: 1 });
    return { heartbeat, beats, clock, state, stores, tell, failures };
  }

  it('makes no turn while nothing is to be told, whoever asks for it', async () => {
    const { heartbeat, beats, clock, tell } = heart();
    heartbeat.start();
    heartbeat.requestNow();
    await settle();
    await clock.advance(250);
    for (let n = 0; n < 3; n++) await clock.advance(60_250);
    expect(beats).toEqual([]);
    await tell();
    await clock.advance(60_250);
    await eventually(() => beats.length === 1);
    await heartbeat.close();
  });

  it('beats at its interval, with what is pending in the prompt', async () => {
    const { heartbeat, beats, clock, tell } = heart();
    await tell();
    heartbeat.start();
    await settle();
    await clock.advance(60_250);
    await eventually(() => beats.length === 1);
    expect(beats[0]).toMatchObject({ kind: 'heartbeat', session: 'main', profile: 'heartbeat' });
    expect(beats[0]!.prompt!.text).toBe('- battery low');
    await heartbeat.close();
  });

  it('coalesces requests to beat now, and keeps one that came before it was started', async () => {
    const { heartbeat, beats, clock, tell } = heart();
    await tell();
    heartbeat.requestNow();
    heartbeat.start();
    heartbeat.requestNow();
    await settle();
    heartbeat.requestNow();
    await clock.advance(250);
    await eventually(() => beats.length === 1);
    await clock.advance(5_000);
    expect(beats).toHaveLength(1);
    await heartbeat.close();
  });

  it('waits while the main session is busy, and tries again soon', async () => {
    const { heartbeat, beats, clock, state, tell } = heart();
    await tell();
    state.idle = false;
    heartbeat.start();
    heartbeat.requestNow();
    await settle();
    await clock.advance(3_000);
    expect(beats).toEqual([]);
    state.idle = true;
    await clock.advance(1_000);
    await eventually(() => beats.length === 1);
    await heartbeat.close();
  });

  it('beats on request only, when it is switched off, and anew when it is switched on', async () => {
    const { heartbeat, beats, clock, state, tell } = heart({ enabled: false, everyMs: 60_000 });
    await tell();
    heartbeat.start();
    await settle();
    await clock.advance(600_000);
    expect(beats).toEqual([]);
    state.settings = { enabled: true, everyMs: 10_000 };
    heartbeat.changed();
    await settle();
    await clock.advance(10_250);
    await eventually(() => beats.length === 1);
    await heartbeat.close();
    expect(clock.waiters).toBe(0);
  });

  it('beats now after a restart, when somebody had asked for that before, and once', async () => {
    const { heartbeat, beats, clock, state, tell } = heart(undefined, true);
    await tell();
    heartbeat.start();
    await settle();
    await clock.advance(250);
    await eventually(() => beats.length === 1);
    await eventually(() => !state.isWanted);
    await clock.advance(5_000);
    expect(beats).toHaveLength(1);
    await heartbeat.close();
  });

  it('keeps a request that comes while it beats: its event was not there yet', async () => {
    const { heartbeat, beats, clock, state, tell } = heart();
    state.submitted = () => heartbeat.want();
    await heartbeat.want();
    await tell();
    heartbeat.start();
    heartbeat.requestNow();
    await settle();
    await clock.advance(250);
    await eventually(() => beats.length === 1);
    await settle();
    expect(state.isWanted).toBe(true);
    await heartbeat.close();
  });

  it('does not beat while the desk is paused, whoever asks, and goes on when it resumes', async () => {
    const { heartbeat, beats, clock, state, tell } = heart();
    await tell();
    state.paused = true;
    heartbeat.start();
    heartbeat.requestNow();
    await settle();
    await clock.advance(600_000);
    expect(beats).toEqual([]);
    state.paused = false;
    heartbeat.changed();
    await settle();
    await clock.advance(250);
    await eventually(() => beats.length === 1);
    await heartbeat.close();
    expect(clock.waiters).toBe(0);
  });

  it('beats within a minute after a pause that ends by the clock', async () => {
    const { heartbeat, beats, clock, state, tell } = heart({ enabled: false, everyMs: 60_000 });
    await tell();
    state.paused = true;
    heartbeat.start();
    heartbeat.requestNow();
    await settle();
    state.paused = false;
    await clock.advance(60_000);
    await clock.advance(250);
    await eventually(() => beats.length === 1);
    await heartbeat.close();
  });

  it('tries again after a while when nothing can be read, and closes meanwhile', async () => {
    const { heartbeat, beats, clock, state, tell, failures } = heart();
    await tell();
    state.gone = true;
    heartbeat.start();
    heartbeat.requestNow();
    await eventually(() => clock.waiters === 1);
    await clock.advance(20_000);
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.length).toBeLessThanOrEqual(5);
    state.gone = false;
    await clock.advance(5_000);
    await clock.advance(250);
    await eventually(() => beats.length === 1);
    const before = failures.length;
    state.gone = true;
    heartbeat.changed();
    await eventually(() => failures.length > before && clock.waiters === 1);
    await heartbeat.close();
    expect(clock.waiters).toBe(0);
  });

  it('keeps a request whose turn was not accepted', async () => {
    const { heartbeat, beats, clock, state, tell } = heart({ enabled: false, everyMs: 60_000 });
    state.submitted = () => Promise.reject(new CannotWrite('the disk is full'));
    await tell();
    heartbeat.start();
    heartbeat.requestNow();
    await settle();
    await clock.advance(250);
    await eventually(() => beats.length === 1);
    state.submitted = async () => {};
    await settle();
    await clock.advance(5_000);
    await clock.advance(250);
    await eventually(() => beats.length === 2);
    await clock.advance(600_000);
    expect(beats).toHaveLength(2);
    await heartbeat.close();
  });
});

describe('a wake', () => {
  it('for now is written down before its text, and a job of wake mode now does the same', async () => {
    const requested: string[] = [];
    const { cron, clock, stores } = openCron(answers, undefined, undefined, undefined, {
      wantBeat: async () =>
        void requested.push(`wanted with ${(await stores.events.pending(main)).length} events`),
    });
    await cron.wake('next-heartbeat', 'later');
    expect(requested).toEqual([]);
    await cron.wake('now', 'look');
    expect(requested).toEqual(['wanted with 1 events']);
    const schedule = { atMs: clock.now() + 5_000 };
    const payload = { kind: 'systemEvent', text: 'battery' };
    await cron.add({ name: 'x', schedule, payload, wakeMode: 'now' }, { kind: 'person' });
    cron.start();
    await settle();
    await clock.advance(5_000);
    await eventually(() => requested.length === 2);
    await cron.close();
  });

  it.each([
    [{ enabled: false }, 'now', /cron is off \(NIGHTDESK_SKIP_CRON\), so nothing will beat/],
    [{ enabled: false }, 'next-heartbeat', /nothing will beat/],
    [{ paused: async () => true }, 'now', /the desk is paused/],
    [{ beats: async (): Promise<boolean> => false }, 'next-heartbeat', /heartbeats are switched off/],
    [{ beats: async (): Promise<boolean> => false }, 'now', undefined],
    [{}, 'next-heartbeat', undefined],
  ] as const)('says when nothing will beat: %j, %s', async (more, mode, remark) => {
    const { cron } = openCron(answers, undefined, undefined, undefined, more);
    const answer = await cron.wake(mode, 'look');
    expect(answer).toEqual({
      queued: true,
      ...(remark && { remark: expect.stringMatching(remark) as unknown }),
    });
  });
});
