import { describe, expect, it } from 'vitest';
import type { WrittenJob } from '../../src/cron/job-book.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { PerformTurn } from '../../src/sessions/perform.ts';
import { eventually, settle } from '../support/fake-clock.ts';
import { message, slot, writtenJob } from '../support/inbound.ts';
import { openCron } from '../support/open-cron.ts';
import { transcript } from '../support/stage.ts';

/**
 * What people expect of scheduled turns, and what hurt them elsewhere. Others of these are told in
 * `cron.test.ts`, `failing-jobs.test.ts`, `test/sessions/` and `test/desk/`.
 */

const desk = parseSessionKey('console:desk');
const ann = { kind: 'person' as const, name: 'Ann' };
const MINUTE = 60_000;

const answers: PerformTurn = async (pass) => void (await pass.settle({ status: 'ok', summary: 'done' }));

/** Turns that wait until they are let go. */
function patient() {
  const held = new Map<string, () => void>();
  const perform: PerformTurn = async (pass) => {
    await new Promise<void>((go) => held.set(pass.started.turn.id, go));
    await pass.settle({ status: 'ok', summary: `did ${pass.started.turn.id}` });
  };
  const go = async (turn: string | RegExp) => {
    const name = () =>
      [...held.keys()].find((id) => (typeof turn === 'string' ? id === turn : turn.test(id)));
    const found = await eventually(name, `${turn} begins`);
    held.get(found)!();
    held.delete(found);
  };
  return { perform, held, go };
}

const job = (more: object = {}) => ({
  name: 'diary',
  schedule: { everyMs: MINUTE },
  payload: { message: 'check the diary', sessionKey: 'console:desk' },
  ...more,
});

describe('a scheduled turn', () => {
  it('of a job that was made in a thread takes place in that thread and answers there', async () => {
    const { cron, clock, stores, conductor } = openCron(answers);
    await cron.add(job({ payload: { message: 'follow up', sessionKey: 'discord:42' } }), ann);
    cron.start();
    await settle();
    await clock.advance(MINUTE);
    await eventually(async () => (await cron.runs('job1'))[0]?.status === 'ok');
    await conductor.idle();
    expect(await transcript(stores, parseSessionKey('discord:42'))).toHaveLength(2);
    expect(await stores.ops.under('')).toMatchObject([
      { lane: 'discord:42', spec: { channel: { id: '42' }, text: 'done' } },
    ]);
    await cron.close();
  });

  it('needs a session: a bound job without one is refused', async () => {
    const { cron } = openCron(answers);
    const unbound = job({ sessionTarget: 'bound', payload: { message: 'x' } });
    await expect(cron.add(unbound, ann)).rejects.toThrow('a bound job needs payload.sessionKey');
  });

  it('names no conversation: its title stays that of the chat', async () => {
    const { cron, clock, stores, conductor } = openCron(answers);
    await cron.add(job(), ann);
    cron.start();
    await settle();
    await clock.advance(MINUTE);
    await eventually(async () => (await cron.runs('job1'))[0]?.status === 'ok');
    await conductor.idle();
    expect((await stores.sessions.get(desk))!.title).toBe('desk');
    await cron.close();
  });

  it('that waits is shown as waiting, and no longer once it has run', async () => {
    const { perform, go } = patient();
    const { cron, clock, conductor } = openCron(perform);
    await conductor.submit(message('m1'));
    await cron.add(job(), ann);
    cron.start();
    await settle();
    await clock.advance(MINUTE);
    const since = await eventually(async () => (await cron.get('job1'))!.state.deferredSince);
    expect(since).toBe(clock.now());
    expect(await cron.status()).toMatchObject({ deferred: 1, running: 0 });
    await go('m1');
    await eventually(async () => (await cron.get('job1'))!.state.runningSince);
    expect((await cron.get('job1'))!.state.deferredSince).toBeUndefined();
    await go(/^job1/);
    await conductor.idle();
    expect(await cron.status()).toMatchObject({ deferred: 0, running: 0 });
    await cron.close();
  });

  it('is behind a person who writes meanwhile, and behind nobody who came later', async () => {
    const { perform, go } = patient();
    const { stores, conductor, news } = openCron(perform);
    await conductor.submit(message('busy'));
    for (const [n, name] of ['one', 'two', 'three'].entries()) {
      await stores.jobs.add(writtenJob(name, null));
      await conductor.submit(slot(name, n + 1));
    }
    await eventually(async () => (await stores.jobs.counts()).deferred === 3);
    await go('busy');
    await eventually(() => news.includes('one:1 running'));
    // A person's words never join a scheduled turn: they are the next turn.
    expect(await conductor.submit(message('question'))).toMatchObject({ kind: 'queued' });
    await settle();
    for (const turn of ['one:1', 'question', 'two:2', 'three:3']) await go(turn);
    await conductor.idle();
    const started = news.filter((line) => line.endsWith(' running')).map((line) => line.split(' ')[0]);
    expect(started).toEqual(['busy', 'one:1', 'question', 'two:2', 'three:3']);
  });

  it('is run once when another job is added or edited, or its own is listed, while it runs', async () => {
    const { perform, go } = patient();
    const { cron, clock, conductor } = openCron(perform);
    await cron.add(job({ schedule: { everyMs: 10 * MINUTE } }), ann);
    cron.start();
    await settle();
    await clock.advance(10 * MINUTE);
    await eventually(async () => (await cron.status()).running === 1);
    await cron.list({ includeDisabled: true });
    await cron.add(job({ name: 'other' }), ann);
    await cron.update('job2', { name: 'another', enabled: false });
    await cron.update('job1', { name: 'diary, renamed' });
    await cron.status();
    await go(/^job1/);
    await conductor.idle();
    expect(await cron.runs('job1')).toMatchObject([{ status: 'ok', attempts: 1 }]);
    await cron.close();
  });

  it('forced twice at once is run once', async () => {
    const { perform, go } = patient();
    const { cron, clock, conductor } = openCron(perform);
    await cron.add(job(), ann);
    expect((await cron.run('job1', 'force')).runId).not.toBeNull();
    clock.set(clock.now() + 5);
    expect(await cron.run('job1', 'force')).toMatchObject({
      runId: null,
      reason: expect.stringMatching(/still/) as string,
    });
    await go(/^job1/);
    await conductor.idle();
    expect((await cron.runs('job1')).map(({ status }) => status).sort()).toEqual(['ok', 'skipped']);
  });

  it('that was stopped in the middle stays under the state that was asked for', async () => {
    const { perform, go } = patient();
    const { cron, clock, conductor } = openCron(perform);
    await cron.add(job(), ann);
    cron.start();
    await settle();
    await clock.advance(MINUTE);
    await eventually(async () => (await cron.status()).running === 1);
    await cron.update('job1', { enabled: false });
    await go(/^job1/);
    await conductor.idle();
    await clock.advance(10 * MINUTE);
    expect(await cron.runs('job1')).toMatchObject([{ status: 'ok' }]);
    expect((await cron.get('job1'))!.enabled).toBe(false);
    await cron.close();
  });

  it('that can not be saved at its end is saved later, and not repeated', async () => {
    let performed = 0;
    const counting: PerformTurn = async (pass) => {
      performed += 1;
      await pass.settle({ status: 'ok', summary: 'done' });
    };
    const { cron, clock, stores, conductor } = openCron(counting);
    await cron.add(job(), ann);
    const { commit } = stores.book;
    let refusals = 3;
    stores.book.commit = (closing) =>
      refusals-- > 0 ? Promise.reject(new Error('the disk is full')) : commit.call(stores.book, closing);
    await cron.run('job1', 'force');
    await eventually(() => refusals < 3);
    for (let n = 0; n < 20 && refusals >= 0; n++) {
      await settle();
      await clock.advance(1_000);
    }
    await conductor.idle();
    expect(performed).toBe(1);
    expect(await cron.runs('job1')).toMatchObject([{ status: 'ok', summary: 'done' }]);
  });

  it('is not fired again after a restart when it was a one-shot that has run', async () => {
    const first = openCron(answers);
    await first.cron.add(job({ schedule: { atMs: first.clock.now() + 5_000 } }), ann);
    first.cron.start();
    await settle();
    await first.clock.advance(5_000);
    await eventually(async () => (await first.cron.runs('job1'))[0]?.status === 'ok');
    await first.conductor.idle();
    await first.cron.close();
    first.stores.close();
    const second = openCron(answers, first.clock, first.home);
    second.cron.start();
    await settle();
    await second.clock.advance(10 * MINUTE);
    expect(await second.cron.runs('job1')).toHaveLength(1);
    await second.cron.close();
    second.stores.close();
  });

  it('of one session does not wait for the busy session of another', async () => {
    const { perform, held, go } = patient();
    const { cron, clock, conductor } = openCron(perform);
    await conductor.submit(message('m1', 'long talk', 'console:busy'));
    await cron.add(job({ payload: { message: 'x', sessionKey: 'console:busy' } }), ann);
    await cron.add(job(), ann);
    cron.start();
    await settle();
    await clock.advance(MINUTE);
    await go(/^job2/);
    await eventually(() => [...held.keys()].join() === 'm1');
    await go('m1');
    await go(/^job1/);
    await conductor.idle();
    await cron.close();
  });
});

describe('the clock', () => {
  it('that jumps back does not fire a slot twice, and does not lose the next', async () => {
    const { cron, clock, conductor } = openCron(answers);
    await cron.add(job({ schedule: { everyMs: 10 * MINUTE } }), ann);
    cron.start();
    await settle();
    await clock.advance(10 * MINUTE);
    await eventually(async () => (await cron.runs('job1')).length === 1);
    await conductor.idle();
    clock.set(clock.now() - 5 * MINUTE);
    await settle();
    await clock.advance(6 * MINUTE);
    expect(await cron.runs('job1')).toHaveLength(1);
    await clock.advance(10 * MINUTE);
    await eventually(async () => (await cron.runs('job1')).length === 2);
    await cron.close();
  });

  it('that ran a month ahead, and is set right, silences no job', async () => {
    const { cron, clock, conductor } = openCron(answers);
    const right = clock.now();
    await cron.add(job({ schedule: { everyMs: 10 * MINUTE } }), ann);
    clock.set(right + 30 * 86_400_000);
    cron.start();
    await eventually(async () => (await cron.runs('job1')).length === 2);
    await conductor.idle();
    clock.set(right);
    cron.poke();
    await eventually(async () => (await cron.get('job1'))!.state.nextRunAtMs === right + 10 * MINUTE);
    await clock.advance(10 * MINUTE);
    await eventually(async () =>
      (await cron.runs('job1', 50)).some(({ scheduledForMs }) => scheduledForMs === right + 10 * MINUTE),
    );
    await cron.close();
  });

  it('that jumps forward over many slots runs one and records the rest', async () => {
    const { cron, clock } = openCron(answers);
    await cron.add(job({ schedule: { everyMs: 10 * MINUTE } }), ann);
    cron.start();
    await settle();
    clock.set(clock.now() + 65 * MINUTE);
    const ledger = await eventually(async () => {
      const runs = await cron.runs('job1');
      return runs.length === 2 && runs;
    });
    expect(ledger.find(({ status }) => status === 'skipped')!.error).toMatch(/^missed: 5 slots/);
    await cron.close();
  });
});

describe('a job that can not even be started', () => {
  it("fails with the reason at each slot, and stands in nobody's way", async () => {
    const { cron, clock, stores, done } = openCron(answers);
    await cron.add(
      job({ payload: { message: 'x', sessionKey: 'console:desk', profile: 'planner_daily' } }),
      ann,
    );
    await cron.add(job(), ann);
    const { state, ...written } = (await stores.jobs.get('job1'))!;
    const riddle = { ...written, payload: { ...written.payload, kind: 'riddle' } } as unknown as WrittenJob;
    const nextRunAtMs = state.nextRunAtMs ?? null;
    await stores.jobs.update('job1', { ...riddle, nextRunAtMs }, { forgetsPause: false });
    cron.start();
    await settle();
    await clock.advance(MINUTE);
    expect(await done(1, 'job2')).toMatchObject([{ status: 'ok' }]);
    expect(await done(1, 'job1')).toMatchObject([
      { status: 'failed', error: expect.stringMatching(/riddle/) as string },
    ]);
    await cron.close();
  });

  it.each([
    ['en', /"diary" failed 10 times in a row and was paused/],
    ['zh', /「diary」連續失敗 10 次，已經暫停/],
  ] as const)(
    'is paused after ten such failures in a row, and its session is told: %s',
    async (locale, said) => {
      const lost = (): never => {
        throw new Error('there is no turn profile "planner_daily"');
      };
      const { cron, clock, stores, news } = openCron(answers, undefined, undefined, undefined, {
        render: lost,
        locale,
      });
      await cron.add(job(), ann);
      await cron.add(job({ payload: { message: 'x' } }), ann);
      cron.start();
      await settle();
      for (let n = 1; n <= 11; n++) {
        await clock.advance(MINUTE);
        await eventually(async () => (await cron.runs('job2')).length >= Math.min(n, 10));
        await settle();
      }
      for (const id of ['job1', 'job2']) {
        expect((await cron.runs(id)).map(({ status }) => status)).toEqual(Array(10).fill('failed'));
        expect(await cron.get(id)).toMatchObject({
          enabled: false,
          state: { pausedBecause: expect.stringMatching(/failed 10 times.*no turn profile/s) as string },
        });
      }
      const text = expect.stringMatching(said) as string;
      expect(await stores.ops.under('')).toMatchObject([
        { lane: 'console:desk', state: 'ready', spec: { text } },
      ]);
      expect(await stores.events.pending(parseSessionKey('main'))).toMatchObject([{ text }]);
      expect(news).toContain('job1 finished');
      await cron.close();
    },
  );

  it('is not tried again every second when its retry cannot be started', async () => {
    const works = { render: true };
    const { cron, clock, conductor, done } = openCron(
      async (pass) => void (await pass.settle({ status: 'failed', summary: 'no', error: 'no answer' })),
      undefined,
      undefined,
      undefined,
      {
        render: (profile, variables) => {
          if (!works.render) throw new Error('there is no turn profile "reminder"');
          return { ref: { id: profile, version: 1, sha256: 'x' }, text: 'look', variables };
        },
      },
    );
    await cron.add(job({ schedule: { everyMs: 60 * MINUTE }, runtime: { maxAttempts: 3 } }), ann);
    cron.start();
    await settle();
    await clock.advance(60 * MINUTE);
    await done(1);
    await conductor.idle();
    works.render = false;
    cron.poke();
    await settle();
    await clock.advance(30_000);
    const [retry] = await done(2);
    expect(retry).toMatchObject({
      trigger: 'retry',
      status: 'failed',
      error: expect.stringMatching(/no turn profile/) as string,
    });
    works.render = true;
    await clock.advance(10 * MINUTE);
    await conductor.idle();
    expect(await cron.runs('job1')).toHaveLength(2);
    await cron.close();
  });
});

describe('the ledger', () => {
  it('keeps the newest two thousand runs of a job', async () => {
    const { cron, clock, stores, conductor } = openCron(answers);
    await cron.add(job(), ann);
    const diary = (await stores.jobs.get('job1'))!;
    const old = { trigger: 'schedule', error: 'no answer' } as const;
    const mainSession = parseSessionKey('main');
    const terms = { nowMs: 0, nextRunAtMs: clock.now() + MINUTE, mainSession };
    await Promise.all(
      Array.from({ length: 2_500 }, (_, slotMs) => stores.jobs.failSlot(diary, { ...old, slotMs }, terms)),
    );
    await cron.run('job1', 'force');
    await conductor.idle();
    expect(await cron.runs('job1', 10_000)).toHaveLength(2_000);
    expect((await cron.runs('job1', 1))[0]!.scheduledForMs).toBe(clock.now());
  });
});
