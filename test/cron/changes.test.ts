/** Who changed a job: a history beside it, over the stores. */
import { expect, it } from 'vitest';
import type { PerformTurn } from '../../src/sessions/perform.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { openCron } from '../support/open-cron.ts';
import { tempHome } from '../support/temp-home.ts';

const answers: PerformTurn = async (pass) => void (await pass.settle({ status: 'ok', summary: 'done' }));

async function diary() {
  const house = openCron(answers, new FakeClock(), tempHome());
  const payload = { message: 'check the diary', sessionKey: 'console:desk' };
  await house.cron.add(
    { name: 'diary', schedule: { everyMs: 60_000 }, payload },
    { kind: 'gateway', name: 'Mei' },
  );
  const history = async () => (await house.cron.list({ includeDisabled: true }))[0]!.changes;
  return { ...house, history };
}

it('says who edited, paused and resumed it, oldest first, and who added it as before', async () => {
  const { cron, clock, history } = await diary();
  expect(await history()).toBeUndefined();
  await cron.update('job1', { enabled: false }, { by: 'Ada' });
  await clock.advance(1_000);
  await cron.update('job1', { enabled: true }, { by: '詠儀' });
  await cron.update('job1', { name: 'the diary' }, { by: 'Ada' });
  expect((await history())!.map(({ what, by }) => [what, by])).toEqual([
    ['paused', 'Ada'],
    ['resumed', '詠儀'],
    ['edited', 'Ada'],
  ]);
  expect((await cron.list())[0]!.createdBy).toEqual({ kind: 'gateway', name: 'Mei' });
  await cron.close();
});

it('keeps the last twenty, also through a change that nobody made; a file for other programs has none', async () => {
  const { cron, history } = await diary();
  for (let n = 0; n < 25; n++) await cron.update('job1', { name: `diary ${n}` }, { by: `editor ${n}` });
  await cron.update('job1', { name: 'diary' });
  const kept = (await history())!;
  expect([kept.length, kept[0]!.by, kept.at(-1)!.by]).toEqual([20, 'editor 5', 'editor 24']);
  expect((await cron.export()).jobs[0]).not.toHaveProperty('changes');
  await cron.close();
});

it('keeps what two change at once: a pause is not lost to an edit', async () => {
  const { cron, history } = await diary();
  await Promise.all([
    cron.update('job1', { enabled: false }, { by: 'Ada' }),
    cron.update('job1', { name: 'the diary' }, { by: 'Mei' }),
  ]);
  const [job] = await cron.list({ includeDisabled: true });
  expect(job).toMatchObject({ name: 'the diary', enabled: false });
  expect((await history())!.map(({ by }) => by).toSorted()).toEqual(['Ada', 'Mei']);
  await cron.close();
});
