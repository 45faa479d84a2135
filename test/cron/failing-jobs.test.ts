import { describe, expect, it } from 'vitest';
import { CannotWrite } from '../../src/sessions/cannot-write.ts';
import type { PerformTurn } from '../../src/sessions/perform.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import { retryAfter } from '../../src/cron/retry.ts';
import { FakeClock, eventually, settle } from '../support/fake-clock.ts';
import { transcript } from '../support/stage.ts';
import { openCron } from '../support/open-cron.ts';

const desk = parseSessionKey('console:desk');
const ann = { kind: 'person' as const, name: 'Ann' };

/** Turns that fail until they are told to succeed. */
function flaky() {
  const state = { works: false };
  const perform: PerformTurn = async (pass) => {
    const failed = { status: 'failed' as const, summary: 'I could not do it.', error: 'no answer' };
    await pass.settle(state.works ? { status: 'ok', summary: 'done' } : failed);
  };
  return { state, perform };
}

const diary = (more: object = {}) => ({
  name: 'diary',
  schedule: { everyMs: 3_600_000 },
  payload: { message: 'check the diary', sessionKey: 'console:desk' },
  ...more,
});

describe('a job that fails', () => {
  it('is tried again on the ladder when it was asked to be, and nobody is told before the last attempt', async () => {
    const { state, perform } = flaky();
    const { cron, clock, stores, conductor } = openCron(perform, new FakeClock());
    await cron.add(diary({ runtime: { maxAttempts: 3 } }), ann);
    cron.start();
    await settle();
    await clock.advance(3_600_000);
    await eventually(
      async () => (await cron.runs('job1')).length === 1 && (await cron.status()).running === 0,
    );
    await conductor.idle();
    expect(await stores.ops.under('')).toHaveLength(0);
    cron.poke();
    await settle();
    await clock.advance(30_000);
    await eventually(async () => (await cron.runs('job1')).length === 2);
    await conductor.idle();
    state.works = true;
    cron.poke();
    await settle();
    await clock.advance(60_000);
    const ledger = await eventually(async () => {
      const runs = await cron.runs('job1');
      return runs.length === 3 && runs[0]!.status === 'ok' && runs;
    });
    expect(ledger.map(({ status, trigger }) => `${status} ${trigger}`).sort()).toEqual([
      'failed retry',
      'failed schedule',
      'ok retry',
    ]);
    await conductor.idle();
    expect(await stores.ops.under('')).toHaveLength(1);
    await cron.close();
  });

  /** An hour later its first attempt has failed, and a retry waits. */
  async function waitingForRetry(more: object) {
    const { state, perform } = flaky();
    const house = openCron(perform, new FakeClock());
    await house.cron.add(diary({ runtime: { maxAttempts: 3 }, ...more }), ann);
    house.cron.start();
    await settle();
    await house.clock.advance(3_600_000);
    await eventually(async () => (await house.cron.runs('job1'))[0]?.status === 'failed');
    await house.conductor.idle();
    house.cron.poke();
    await settle();
    const posts = async () =>
      (await house.stores.ops.under('')).map(({ spec }) => ('text' in spec ? spec.text : ''));
    const heard = async () => (await house.stores.events.pending(main)).map(({ text }) => text);
    return { ...house, state, posts, heard };
  }
  const isolated = { payload: { message: 'check the diary' } };
  const main = parseSessionKey('main');

  it.each<[string, object]>([
    ['renamed', { name: 'journal' }],
    [
      'described, and told how to run',
      { description: 'd', policy: { quiet: true }, runtime: { maxAttempts: 4 } },
    ],
  ])('keeps the retry that waits when it is %s', async (_, patch) => {
    const { cron, clock, state } = await waitingForRetry({});
    await cron.update('job1', patch);
    state.works = true;
    await clock.advance(30_000);
    const [run] = await eventually(async () => {
      const runs = await cron.runs('job1');
      return runs.length === 2 && runs[0]!.status === 'ok' && runs;
    });
    expect(run).toMatchObject({ trigger: 'retry', attempts: 2 });
    await cron.close();
  });

  it.each<[string, object, string]>([
    ['rescheduled', { schedule: { everyMs: 7_200_000 } }, 'the job was rescheduled'],
    ['given another message', { payload: { message: 'look' } }, 'the job was changed'],
    ['given another target', { sessionTarget: 'isolated' }, 'the job was changed'],
    ['paused', { enabled: false }, 'the job was paused'],
  ])('drops the retry that waits when it is %s, and says so', async (_, patch, because) => {
    const { cron, clock, posts, conductor, news } = await waitingForRetry({});
    expect(await posts()).toEqual([]);
    expect(news).not.toContain('job1 finished');
    await cron.update('job1', patch);
    expect(news.slice(-2)).toEqual(['job1 finished', 'job1 updated']);
    expect(await posts()).toEqual([
      `"diary" failed and is not tried again: ${because}. The error: no answer`,
    ]);
    await clock.advance(40_000);
    await conductor.idle();
    const [dropped, failed] = (await cron.runs('job1')).sort((a, b) => b.attempts - a.attempts);
    expect([dropped, failed].map((run) => run?.status).sort()).toEqual(['failed', 'skipped']);
    expect([dropped, failed].find((run) => run?.status === 'skipped')).toMatchObject({
      trigger: 'retry',
      error: `the retry was dropped: ${because}`,
    });
    await cron.close();
  });

  it('drops the retry that waits when it is removed, and when its next time comes first', async () => {
    const removed = await waitingForRetry(isolated);
    await removed.cron.remove('job1');
    expect(removed.news.slice(-2)).toEqual(['job1 finished', 'job1 removed']);
    expect(await removed.heard()).toEqual([
      '"diary" failed and is not tried again: the job was removed. The error: no answer',
    ]);
    await removed.cron.close();
    const soon = { schedule: { everyMs: 3_600_000 }, runtime: { maxAttempts: 3, retryBackoffMs: 4_000_000 } };
    const { cron, clock, posts, state, news } = await waitingForRetry(soon);
    state.works = true;
    await clock.advance(3_600_000);
    await eventually(async () => (await cron.runs('job1')).some(({ status }) => status === 'ok'));
    expect(await posts()).toContain(
      '"diary" failed and is not tried again: its next time has come. The error: no answer',
    );
    expect(news).toContain('job1 finished');
    expect((await cron.runs('job1')).map(({ status }) => status).sort()).toEqual(['failed', 'ok', 'skipped']);
    await cron.close();
  });

  it('announces the last failed attempt of an isolated job, and no other; attempts are counted', async () => {
    const { cron, clock, heard, conductor } = await waitingForRetry(isolated);
    expect(await heard()).toEqual([]);
    for (const [wait, runs] of [
      [30_000, 2],
      [60_000, 3],
    ] as const) {
      await clock.advance(wait);
      await eventually(
        async () => (await cron.runs('job1')).filter(({ status }) => status === 'failed').length === runs,
      );
      await conductor.idle();
      cron.poke();
      await settle();
      expect(await heard()).toHaveLength(runs === 3 ? 1 : 0);
    }
    expect(await heard()).toEqual(['Cron: diary: I could not do it.']);
    expect((await cron.runs('job1')).map(({ attempts }) => attempts).sort()).toEqual([1, 2, 3]);
    await cron.close();
  });

  it('says at once that a forced run of a paused job failed: nothing would try it again', async () => {
    const { perform } = flaky();
    const { cron, stores, conductor } = openCron(perform, new FakeClock());
    await cron.add(diary({ ...isolated, enabled: false, runtime: { maxAttempts: 3 } }), ann);
    await cron.run('job1', 'force');
    await eventually(async () => (await cron.runs('job1'))[0]?.status === 'failed');
    await conductor.idle();
    expect((await stores.events.pending(main)).map(({ text }) => text)).toEqual([
      'Cron: diary: I could not do it.',
    ]);
    await cron.close();
  });

  it('keeps the reason of its pause when it is renamed; a change of what failed, or a resumption, forgets it', async () => {
    const { perform } = flaky();
    const { cron, clock, conductor } = openCron(perform, new FakeClock());
    await cron.add(diary({ schedule: { everyMs: 60_000 } }), ann);
    cron.start();
    await settle();
    for (let n = 1; n <= 10; n++) {
      await clock.advance(60_000);
      await eventually(
        async () => (await cron.runs('job1', 50)).filter(({ status }) => status === 'failed').length === n,
      );
      await conductor.idle();
      await settle();
    }
    const because = async () => (await cron.get('job1'))!.state.pausedBecause;
    expect(await because()).toMatch(/failed 10 times/);
    await cron.update('job1', { name: 'journal', policy: { quiet: true } });
    expect(await because()).toMatch(/failed 10 times/);
    await cron.update('job1', { payload: { message: 'look elsewhere' } });
    expect(await because()).toBeUndefined();
    await cron.close();
  });

  it('that goes with its success stays while its own slot is still to be tried again', async () => {
    const at = new Date(new FakeClock().now() + 3_600_000).toISOString();
    const { cron, clock, state, conductor } = await waitingForRetry({
      schedule: { at },
      deleteAfterRun: true,
    });
    state.works = true;
    await cron.run('job1', 'force');
    await conductor.idle();
    expect((await cron.runs('job1')).map(({ status }) => status).sort()).toEqual(['failed', 'ok']);
    expect(await cron.get('job1')).toBeDefined();
    await clock.advance(30_000);
    await eventually(async () => (await cron.get('job1')) === undefined);
    expect((await cron.runs('job1'))[0]).toMatchObject({ status: 'ok' });
    await cron.close();
  });

  it('is not tried again by itself', async () => {
    const { perform } = flaky();
    const { cron, clock, conductor } = openCron(perform, new FakeClock());
    await cron.add(diary(), ann);
    cron.start();
    await settle();
    await clock.advance(3_600_000);
    await eventually(async () => (await cron.runs('job1'))[0]?.status === 'failed');
    await conductor.idle();
    await clock.advance(3_000_000);
    expect(await cron.runs('job1')).toHaveLength(1);
    await cron.close();
  });

  it('is paused after ten failures in a row, and its session is told; a success in between counts anew', async () => {
    const { state, perform } = flaky();
    const { cron, clock, conductor, stores } = openCron(perform, new FakeClock());
    await cron.add(diary({ schedule: { everyMs: 60_000 } }), ann);
    cron.start();
    await settle();
    const runs = async (count: number) => {
      await clock.advance(60_000);
      await eventually(async () => (await cron.runs('job1', 50)).length === count);
      await conductor.idle();
      await settle();
    };
    for (let n = 1; n <= 9; n++) await runs(n);
    state.works = true;
    await runs(10);
    state.works = false;
    for (let n = 11; n <= 20; n++) await runs(n);
    expect((await cron.get('job1'))!.enabled).toBe(false);
    const told = (await stores.ops.under('')).filter(({ key }) => key.endsWith('/paused'));
    const text = expect.stringContaining(
      'failed 10 times in a row and was paused. The last error: no answer',
    ) as string;
    expect(told).toMatchObject([{ spec: { text } }]);
    await cron.update('job1', { enabled: true });
    await runs(21);
    expect((await cron.get('job1'))!.enabled).toBe(true);
    expect((await transcript(stores, desk)).length).toBeGreaterThan(20);
    await cron.close();
  });

  it('is paused in the words of a Chinese newsroom', async () => {
    const { perform } = flaky();
    const { cron, clock, conductor, stores } = openCron(perform, new FakeClock(), undefined, undefined, {
      locale: 'zh',
    });
    await cron.add(diary({ schedule: { everyMs: 60_000 } }), ann);
    cron.start();
    await settle();
    for (let n = 1; n <= 10; n++) {
      await clock.advance(60_000);
      await eventually(async () => (await cron.runs('job1', 50)).length === n);
      await conductor.idle();
      await settle();
    }
    const told = (await stores.ops.under('')).filter(({ key }) => key.endsWith('/paused'));
    const text =
      '「diary」連續失敗 10 次，已經暫停。最後的錯誤：no answer 有人以 /cron resume 恢復後才會再執行。';
    expect(told).toMatchObject([{ spec: { text } }]);
    // What a job keeps is translated where it is read.
    expect((await cron.get('job1'))!.state.pausedBecause).toContain('failed 10 times in a row');
    await cron.close();
  });

  it('waits longer after each attempt', () => {
    expect([1, 2, 3, 4, 5, 6].map((attempt) => retryAfter(attempt) / 1_000)).toEqual([
      30, 60, 300, 900, 3600, 3600,
    ]);
    expect([1, 2].map((attempt) => retryAfter(attempt, 3_000))).toEqual([3_000, 6_000]);
  });

  it('is tried again once a second, and no more often, while its retry can’t be written down', async () => {
    const { perform } = flaky();
    let refused = 0;
    const opened: ReturnType<typeof openCron> = openCron(perform, new FakeClock(), undefined, undefined, {
      submit: async (inbound, slot) => {
        if (inbound.run?.trigger !== 'retry') return opened.conductor.submit(inbound, slot);
        refused += 1;
        await new Promise(setImmediate);
        throw new CannotWrite('the disk is full');
      },
    });
    const { cron, clock, conductor } = opened;
    await cron.add(diary({ runtime: { maxAttempts: 2 } }), ann);
    cron.start();
    await settle();
    await clock.advance(3_600_000);
    await eventually(async () => (await cron.runs('job1')).length === 1);
    await conductor.idle();
    for (let second = 0; refused === 0 && second < 200; second++) await clock.advance(1_000);
    await settle();
    expect(refused).toBe(1);
    for (let second = 0; second < 3; second++) {
      await clock.advance(1_000);
      await settle();
    }
    expect(refused).toBeGreaterThan(1);
    expect(refused).toBeLessThanOrEqual(4);
    await cron.close();
  });
});
