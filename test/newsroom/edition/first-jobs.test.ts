import { expect, it } from 'vitest';
import { setUpJobs } from '../../../src/newsroom/edition/first-jobs.ts';
import { smallDesk } from '../../support/small-desk.ts';
import { anEdition } from '../an-edition.ts';

it('makes each job of an edition once, also when the desk ended between a job and its note', async () => {
  const desk = smallDesk();
  const { cron, stores, clock } = desk;
  const edition = anEdition({
    schedules: [{ name: 'Morning', profile: 'planner_daily', cron: '0 7 * * *' }],
  });
  const state = {
    get: stores.state.get.bind(stores.state),
    set: () => Promise.reject(new Error('disk full')),
  };
  const full = { ...stores, state } as unknown as Pick<typeof stores, 'sessions' | 'state'>;
  await expect(setUpJobs(edition, { cron, stores: full, clock })).rejects.toThrow('disk full');
  await setUpJobs(edition, { cron, stores, clock });
  const jobs = await cron.list({ includeDisabled: true });
  expect(jobs.map(({ name }) => name)).toEqual(['Morning']);
  await cron.remove(jobs[0]!.id);
  await setUpJobs(edition, { cron, stores, clock });
  expect(await cron.list({ includeDisabled: true })).toEqual([]);
  await desk.close();
});

it('names the schedule that no job can have', async () => {
  const desk = smallDesk();
  const edition = anEdition({
    schedules: [{ name: 'Morning', profile: 'planner_dayly', cron: '0 7 * * *' }],
  });
  await expect(setUpJobs(edition, desk)).rejects.toThrow(
    /^edition .*: schedule "Morning": .*planner_dayly.*planner_daily/,
  );
  await desk.close();
});
