import { describe, expect, it } from 'vitest';
import type { Cron } from '../../src/cron/cron.ts';
import type { PerformTurn } from '../../src/sessions/perform.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import { FakeClock, eventually, settle } from '../support/fake-clock.ts';
import { message } from '../support/inbound.ts';
import { openCron } from '../support/open-cron.ts';
import { stuckTurn } from '../support/stuck-turn.ts';
import { transcript } from '../support/stage.ts';
import { tempHome } from '../support/temp-home.ts';

const desk = parseSessionKey('console:desk');
const ann = { kind: 'person' as const, name: 'Ann' };
const answers: PerformTurn = async (pass) => void (await pass.settle({ status: 'ok', summary: 'done' }));

const newsroom = (perform = answers, home = tempHome(), clock = new FakeClock()) =>
  openCron(perform, clock, home);

const diary = (schedule: unknown, more: object = {}) => ({
  name: 'diary',
  schedule,
  payload: { message: 'check the diary', sessionKey: 'console:desk' },
  ...more,
});

describe('cron', () => {
  it('runs a bound job in its session at its time, and writes the ledger', async () => {
    const { cron, clock, stores, done, failures, conductor } = newsroom();
    const job = await cron.add(diary({ everyMs: 60_000 }), ann);
    expect(job).toMatchObject({ sessionTarget: 'bound', schedule: { kind: 'every' }, createdBy: ann });
    cron.start();
    await settle();
    await clock.advance(60_000);
    const [run] = await done(1);
    expect(run).toMatchObject({ status: 'ok', trigger: 'schedule', sessionKey: 'console:desk', attempts: 1 });
    expect(run!.scheduledForMs).toBe(job.state.nextRunAtMs);
    await conductor.idle();
    expect(await transcript(stores, desk)).toEqual([
      'user: Scheduled cron job triggered: diary',
      'assistant: done',
    ]);
    expect(failures).toEqual([]);
    await cron.close();
  });

  it('keeps a slot that has come due while it is listed, edited or another job is changed', async () => {
    const { cron, clock, done } = newsroom();
    await cron.add(diary({ everyMs: 60_000 }), ann);
    clock.set(clock.now() + 61_000);
    await cron.list({ includeDisabled: true });
    await cron.status();
    await cron.update('job1', { name: 'diary, renamed' });
    await cron.add(diary({ everyMs: 60_000 }, { name: 'other' }), ann);
    cron.start();
    expect(await done(1)).toHaveLength(1);
    await cron.close();
  });

  it('catches up once after a restart, and records the other missed slots', async () => {
    const first = newsroom();
    await first.cron.add(diary({ everyMs: 3_600_000 }), ann);
    first.stores.close();
    first.clock.set(first.clock.now() + 5.5 * 3_600_000);
    const { cron, done, stores } = newsroom(answers, first.home, first.clock);
    cron.start();
    const ledger = await done(2);
    expect(ledger.map(({ status, trigger }) => `${status} ${trigger}`).sort()).toEqual([
      'ok catch-up',
      'skipped catch-up',
    ]);
    expect(ledger.find(({ status }) => status === 'skipped')!.error).toMatch(/^missed: 4 slots from/);
    await cron.close();
    stores.close();
  });

  it('runs a slot once, though the desk died right after it was written down', async () => {
    const stuck = stuckTurn();
    const first = newsroom(stuck.perform);
    await first.cron.add(diary({ everyMs: 60_000 }), ann);
    first.cron.start();
    await settle();
    await first.clock.advance(60_000);
    await eventually(stuck.performing);
    expect(await first.cron.status()).toMatchObject({ running: 1 });
    first.stores.close();
    const { cron, conductor, stores, done } = newsroom(answers, first.home, first.clock);
    await conductor.recover();
    cron.start();
    expect(await done(1)).toMatchObject([{ status: 'ok', attempts: 1 }]);
    await conductor.idle();
    expect(await transcript(stores, desk)).toHaveLength(2);
    await cron.close();
    stores.close();
  });

  it.each([
    ['removed', (cron: Cron) => cron.remove('job1')],
    ['paused', (cron: Cron) => cron.update('job1', { enabled: false })],
    ['rescheduled', (cron: Cron) => cron.update('job1', { schedule: { everyMs: 120_000 } })],
  ])('skips the waiting run of a job that is %s', async (what, change) => {
    let go = () => {};
    const patient: PerformTurn = async (pass) => {
      await new Promise<void>((resolve) => (go = resolve));
      await pass.settle({ status: 'ok', summary: 'done' });
    };
    const { cron, clock, stores, conductor } = newsroom(patient);
    await conductor.submit(message('m1'));
    await cron.add(diary({ everyMs: 60_000 }), ann);
    cron.start();
    await settle();
    await clock.advance(60_000);
    await eventually(async () => (await cron.status()).deferred === 1);
    await change(cron);
    const ledger = await eventually(async () => {
      const runs = await stores.jobs.runs('job1', 5, false);
      return runs[0]?.status === 'skipped' && runs;
    });
    expect(ledger[0]!.error).toBe(`the job was ${what}`);
    go();
    await conductor.idle();
    expect(await transcript(stores, desk)).toEqual(['user: words of m1', 'assistant: done']);
    await cron.close();
  });

  it('deletes a one-shot after it succeeded, when it was asked to', async () => {
    const { cron, clock } = newsroom();
    await cron.add(diary({ atMs: clock.now() + 5_000 }, { deleteAfterRun: true }), ann);
    cron.start();
    await settle();
    await clock.advance(5_000);
    await eventually(async () => (await cron.list({ includeDisabled: true })).length === 0);
    await cron.close();
  });

  it('runs a job for debugging on the same path, and leaves its natural slot alone', async () => {
    const { cron, done } = newsroom();
    const job = await cron.add(diary({ everyMs: 60_000 }), ann);
    expect(await cron.run(job.id, 'due')).toEqual({ runId: null, reason: 'not due' });
    expect((await cron.run(job.id, 'force')).runId).toMatch(/^job1:f/);
    expect(await done(1)).toMatchObject([{ status: 'ok', trigger: 'forced' }]);
    expect((await cron.get(job.id))!.state.nextRunAtMs).toBe(job.state.nextRunAtMs);
    await cron.update(job.id, { enabled: false });
    expect(await cron.run(job.id, 'due')).toEqual({ runId: null, reason: 'not due: the job is paused' });
  });

  it('queues nothing while jobs do not run by themselves, and says so, unless it is forced', async () => {
    const { cron, clock, done } = newsroom();
    const { id } = await cron.add(diary({ everyMs: 60_000 }), ann);
    await cron.pause(true);
    const paused = { runId: null, reason: 'the desk is paused; it is run all the same when that is forced' };
    expect(await cron.run(id, 'due')).toEqual(paused);
    clock.set(clock.now() + 61_000);
    expect(await cron.run(id, 'due')).toEqual(paused);
    expect(await cron.runs(id)).toEqual([]);
    expect((await cron.run(id, 'force')).runId).toMatch(/^job1:f/);
    expect(await done(1)).toMatchObject([{ status: 'ok', trigger: 'forced' }]);
    const off = openCron(answers, new FakeClock(), tempHome(), undefined, { enabled: false });
    await off.cron.add(diary({ everyMs: 60_000 }), ann);
    expect((await off.cron.run('job1', 'due')).reason).toContain('cron is disabled (NIGHTDESK_SKIP_CRON)');
    expect((await off.cron.run('job1', 'force')).runId).toMatch(/^job1:f/);
  });

  it('names the run that a due job will have: the one that is caught up', async () => {
    const { cron, clock, done } = newsroom();
    const job = await cron.add(diary({ everyMs: 60_000 }), ann);
    clock.set(job.state.nextRunAtMs! + 3 * 60_000);
    const { runId } = await cron.run(job.id, 'due');
    cron.start();
    expect((await done(2)).map((run) => run.runId)).toContain(runId);
    expect(runId).toBe(`job1:${job.state.nextRunAtMs! + 3 * 60_000}`);
    await cron.close();
  });

  it('does not change jobs of the system', async () => {
    const { cron } = newsroom();
    await cron.add(diary({ everyMs: 60_000 }), { kind: 'system' });
    await expect(cron.remove('job1')).rejects.toThrow(/is a job of the system/);
    await expect(cron.update('job1', { enabled: false })).rejects.toThrow(/is a job of the system/);
  });

  it.each<[string, object, RegExp]>([
    ['a blank message', { payload: { message: ' ', sessionKey: 'console:desk' } }, /message is blank/],
    ['an unknown field', { colour: 'red' }, /colour/],
    ['a field that is called like a method', { constructor: 1 }, /"constructor"/],
    ['an unknown field deep inside', { payload: { message: 'x', sessionKey: 'console:x', mood: 1 } }, /mood/],
    ['an unknown zone', { schedule: { expr: '0 7 * * *', tz: 'Mars/X' } }, /unknown time zone/],
    [
      'an unknown profile',
      { payload: { message: 'x', profile: 'nope', sessionKey: 'console:x' } },
      /profile "nope"/,
    ],
    ['a bad session key', { payload: { message: 'x', sessionKey: 'fax:1' } }, /names no known channel/],
    [
      'delivery of a bound job',
      { payload: { message: 'x', sessionKey: 'console:x', to: 'y' } },
      /answers in its session/,
    ],
    [
      'a session that nobody reads',
      { payload: { message: 'x', sessionKey: 'unified:default' } },
      /is no chat/,
    ],
    ['a legacy job', { sessionTarget: 'legacy' }, /by import only/],
    ['a turn in the main session', { sessionTarget: 'main' }, /systemEvent only/],
  ])('refuses %s, and stores nothing', async (_, more, message) => {
    const { cron } = newsroom();
    await expect(cron.add(diary({ everyMs: 60_000 }, more), ann)).rejects.toThrow(message);
    expect(await cron.list({ includeDisabled: true })).toEqual([]);
  });

  it('understands what older clients send', async () => {
    const { cron } = newsroom();
    const job = await cron.add(
      {
        job: {
          name: 'old',
          schedule: { expr: '0 7 * * *' },
          payload: { kind: 'agent_turn', message: 'x', session_key: 'console:desk', timeout_seconds: 5 },
          delete_after_run: false,
        },
      },
      ann,
    );
    expect(job).toMatchObject({
      sessionTarget: 'bound',
      schedule: { kind: 'cron', expr: '0 7 * * *' },
      payload: { kind: 'agentTurn', sessionKey: 'console:desk', timeoutSeconds: 5 },
    });
  });
});

it('says what is wrong with a job in sentences, without schemas', async () => {
  const { cron } = openCron(async () => {});
  const good = {
    name: 'x',
    schedule: { everyMs: 3_600_000 },
    payload: { message: 'm', sessionKey: 'console:desk' },
  };
  const refusal = (more: object) =>
    cron.add({ ...good, ...more }, { kind: 'person' }).catch((error: Error) => error.message);
  expect(await refusal({ colour: 'red' })).toMatch(
    /^there is no field "colour"; allowed: name, description, enabled, schedule, /,
  );
  expect(await refusal({ payload: { ...good.payload, to_whom: 1 } })).toBe(
    'there is no field "to_whom" in payload (payload.to_whom); allowed: kind, message, sessionKey, profile, model, ' +
      'timeoutSeconds, deliver, provider, to',
  );
  expect(await refusal({ name: undefined })).toBe('name is missing; allowed: text');
  expect(await refusal({ enabled: 'yes' })).toBe('enabled can\'t be "yes"; allowed: true or false');
  expect(await refusal({ sessionTarget: 'moon' })).toBe(
    'sessionTarget can\'t be "moon"; allowed: bound, isolated, main, legacy',
  );
  expect(await refusal({ payload: { ...good.payload, message: 'x'.repeat(8_001) } })).toBe(
    "payload.message can't have 8,001 characters; allowed: at most 8,000 characters",
  );
  expect(await refusal({ schedule: { kind: 'moon' } })).not.toMatch(/[{}✖→]|Invalid/);
  expect(await refusal({ payload: { ...good.payload, message: ' ' } })).toBe(
    'payload.message can\'t be "": the message is blank',
  );
});
