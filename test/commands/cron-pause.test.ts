/** `/cron pause` for a while: the job runs again by itself, also after a restart, unless somebody decided otherwise. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { smallDesk } from '../support/small-desk.ts';
import type { SmallDesk } from '../support/small-desk.ts';
import { ann, morning } from './as-ann.ts';

// Monday, 5 January 2026, 6:00 in London.
const FRIDAY = Date.UTC(2026, 0, 9);

let house: SmallDesk;
beforeEach(async () => {
  house = smallDesk();
  await ann(house, 'cron add', morning);
  await house.tasks.start();
});
afterEach(() => house.close());

const said = async (name: string, options: object = {}, locale: 'en' | 'zh' = 'en') =>
  (await ann(house, name, { job: 'Morning', ...options }, { locale })).text;
const job = async () =>
  (await house.cron.list({ includeDisabled: true })).find(({ name }) => name === 'Morning')!;
const atMs = async (ms: number) => {
  house.clock.set(ms);
  house.tasks.poke();
  await house.tasks.idle();
};

it('says until when, in both languages, also where the job is shown', async () => {
  expect(await said('cron pause', { for: 'until friday' })).toMatch(
    /^\*\*Morning\*\* is paused until Fri,? 9 Jan, 00:00\. \/cron resume starts it earlier\.$/,
  );
  expect(await said('cron show')).toContain('paused by Ann until 2026-01-09 00:00');
  expect(await said('cron show', {}, 'zh')).toContain('由 Ann 暫停至 2026-01-09 00:00');
  expect(await said('cron pause', { for: '3小時' }, 'zh')).toMatch(
    /^已暫停 \*\*Morning\*\*，至 .*。可用 \/cron resume 提早恢復。$/,
  );
});

it('resumes it then, with its next run from there', async () => {
  await said('cron pause', { for: 'until friday' });
  await atMs(FRIDAY - 60_000);
  expect((await job()).enabled).toBe(false);
  await atMs(FRIDAY);
  const { enabled, state, changes } = await job();
  expect(enabled).toBe(true);
  // Monday, 7:30 in Hong Kong.
  expect(state.nextRunAtMs).toBe(Date.UTC(2026, 0, 11, 23, 30));
  expect(state.pausedBecause).toBeUndefined();
  expect(changes?.at(-1)).toMatchObject({ by: 'Ann', atMs: FRIDAY });
});

it('resumes it also where its time was changed meanwhile', async () => {
  await said('cron pause', { for: 'until friday' });
  await said('cron edit', { schedule: 'every day at 8:00' });
  expect(await job()).toMatchObject({ enabled: false });
  await atMs(FRIDAY);
  expect((await job()).enabled).toBe(true);
});

it('resumes it after a restart, too', async () => {
  await said('cron pause', { for: 'until friday' });
  const { home, clock } = house;
  await house.close();
  house = smallDesk({ home, clock });
  clock.set(FRIDAY + 3_600_000);
  await house.tasks.start();
  await house.tasks.idle();
  expect((await job()).enabled).toBe(true);
});

it('leaves it alone where it was paused for good, or anew, since', async () => {
  await said('cron pause', { for: 'until friday' });
  await said('cron resume');
  await said('cron pause');
  await atMs(FRIDAY);
  expect((await job()).enabled).toBe(false);
  await said('cron pause', { for: '2 hours' });
  await said('cron pause', { for: '3 hours' });
  await atMs(FRIDAY + 2 * 3_600_000);
  expect((await job()).enabled).toBe(false);
  await atMs(FRIDAY + 3 * 3_600_000);
  expect((await job()).enabled).toBe(true);
});

it('does nothing for a job that is gone, and refuses what is no time', async () => {
  expect(await said('cron pause', { for: 'a while' })).toContain('"a while"');
  expect((await job()).enabled).toBe(true);
  await said('cron pause', { for: '1h' });
  await said('cron remove', { sure: true });
  await atMs(FRIDAY);
  expect(house.failures).toEqual([]);
});
