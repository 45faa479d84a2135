/** Skipping over the stores: a slot that was skipped doesn't run, one that was taken back does. */
import { expect, it } from 'vitest';
import type { PerformTurn } from '../../src/sessions/perform.ts';
import { FakeClock, settle } from '../support/fake-clock.ts';
import { openCron } from '../support/open-cron.ts';
import { tempHome } from '../support/temp-home.ts';

const MINUTE = 60_000;
const answers: PerformTurn = async (pass) => void (await pass.settle({ status: 'ok', summary: 'done' }));
const ann = { kind: 'person' as const, name: 'Ann' };

async function diary() {
  const house = openCron(answers, new FakeClock(), tempHome());
  const payload = { message: 'check the diary', sessionKey: 'console:desk' };
  const job = await house.cron.add({ name: 'diary', schedule: { everyMs: MINUTE }, payload }, ann);
  const ledger = async () =>
    (await house.cron.runs('job1', 50)).map(({ status, error }) => error ?? status).reverse();
  return { ...house, first: job.state.nextRunAtMs!, ledger };
}

it('the skipped slot does not run, the next one does, and the ledger says who and why', async () => {
  const { cron, clock, done, ledger, first } = await diary();
  const { job, skipped } = await cron.skipNext('job1', { by: 'Ann', because: 'holiday' });
  expect([skipped.slotMs, job.state.nextRunAtMs]).toEqual([first, first + MINUTE]);
  expect(await cron.skippedAhead()).toMatchObject([{ jobId: 'job1', slotMs: first }]);
  cron.start();
  await settle();
  await clock.advance(MINUTE);
  expect(await cron.skippedAhead()).toEqual([]);
  await clock.advance(MINUTE);
  await done(2);
  expect(await ledger()).toEqual(['skipped by Ann: holiday', 'ok']);
  await cron.close();
});

it('what was skipped stays skipped when the job is paused and resumed', async () => {
  const { cron, clock, done, ledger, first } = await diary();
  await cron.skipNext('job1', { by: 'Ann' });
  await cron.update('job1', { enabled: false });
  await expect(cron.skipNext('job1', { by: 'Ann' })).rejects.toThrow('is paused');
  expect((await cron.update('job1', { enabled: true })).state.nextRunAtMs).toBe(first + MINUTE);
  cron.start();
  await settle();
  await clock.advance(2 * MINUTE);
  await done(2);
  expect(await ledger()).toEqual(['skipped by Ann', 'ok']);
  await cron.close();
});

it('a skip is taken back: the slot runs, and nothing of the skip is left', async () => {
  const { cron, clock, done, ledger, first } = await diary();
  await cron.skipNext('job1', { by: 'Ann' });
  await cron.skipNext('job1', { by: 'Bob' });
  await cron.skipNext('job1', { by: 'Ann', undo: true });
  const { job } = await cron.skipNext('job1', { by: 'Ann', undo: true });
  expect(job.state.nextRunAtMs).toBe(first);
  await expect(cron.skipNext('job1', { by: 'Ann', undo: true })).rejects.toThrow('no run of "diary"');
  cron.start();
  await settle();
  await clock.advance(MINUTE);
  await done(1);
  expect(await ledger()).toEqual(['ok']);
  await cron.close();
});

it('a job of the system, and one that is gone, are refused', async () => {
  const { cron } = await diary();
  await cron.add(
    { name: 'own', schedule: { everyMs: MINUTE }, payload: { message: 'x' } },
    { kind: 'system', name: 'nightdesk' },
  );
  await expect(cron.skipNext('job2', { by: 'Ann' })).rejects.toThrow('is a job of the system');
  await expect(cron.skipNext('never', { by: 'Ann' })).rejects.toThrow('there is no job never');
});
