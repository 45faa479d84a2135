import { describe, expect, it } from 'vitest';
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
    expect(stores.db.prepare('SELECT count(*) AS n FROM ops').get()).toEqual({ n: 0 });
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
    expect(stores.db.prepare('SELECT count(*) AS n FROM ops').get()).toEqual({ n: 1 });
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
    const ops = stores.db.prepare(`SELECT key, spec FROM ops WHERE key LIKE '%/paused'`).all() as {
      spec: string;
    }[];
    expect(ops).toHaveLength(1);
    expect(ops[0]!.spec).toContain('failed 10 times in a row and was paused. The last error: no answer');
    await cron.update('job1', { enabled: true });
    await runs(21);
    expect((await cron.get('job1'))!.enabled).toBe(true);
    expect((await transcript(stores, desk)).length).toBeGreaterThan(20);
    await cron.close();
  });

  it('waits longer after each attempt', () => {
    expect([1, 2, 3, 4, 5, 6].map((attempt) => retryAfter(attempt) / 1_000)).toEqual([
      30, 60, 300, 900, 3600, 3600,
    ]);
    expect([1, 2].map((attempt) => retryAfter(attempt, 3_000))).toEqual([3_000, 6_000]);
  });
});
