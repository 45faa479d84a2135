/** `/cron skip`: what editors are told, in both languages, and how it is taken back. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sayBecause } from '../../src/feature/say-because.ts';
import { smallDesk } from '../support/small-desk.ts';
import type { SmallDesk } from '../support/small-desk.ts';
import { ann, morning, person } from './as-ann.ts';

let house: SmallDesk;
beforeEach(async () => {
  house = smallDesk();
  await ann(house, 'cron add', morning);
});
afterEach(() => house.close());

const said = async (name: string, options: object = {}, locale: 'en' | 'zh' = 'en') =>
  (await ann(house, name, { ...options }, { locale })).text;

it('skips the next run with a reason that its history shows, and says what comes next', async () => {
  const answer = await said('cron skip', { job: 'Morning', because: 'public holiday' });
  expect(answer).toMatch(
    /^\*\*Morning\*\* skips Tue,? 6 Jan, 07:30\. \/desk undo takes that back\. Next: Wed,? 7 Jan, 07:30/,
  );
  expect(await said('cron history', { job: 'Morning' })).toContain('skipped by Ann: public holiday');
  expect(await said('cron history', { job: 'Morning' }, 'zh')).toContain('由 Ann 略過：public holiday');
});

it('is taken back by its option, and by /desk undo', async () => {
  await said('cron skip', { job: 'Morning' });
  expect(await said('cron skip', { job: 'Morning', undo: true }, 'zh')).toMatch(/會在 .*07:30 照常執行/);
  await said('cron skip', { job: 'Morning' }, 'zh');
  expect(await said('desk undo')).toContain('runs on');
  expect(await said('cron history', { job: 'Morning' })).toContain('has not run yet');
});

it('/desk undo takes back what the person skipped, not what another did later', async () => {
  await said('cron skip', { job: 'Morning', because: 'public holiday' });
  const bob = { ...person('jobs'), id: 'u2', name: 'Bob' };
  await ann(house, 'cron skip', { job: 'Morning' }, { actor: bob });
  expect(await said('desk undo')).toMatch(/runs on Tue,? 6 Jan, 07:30 after all/);
  const history = await said('cron history', { job: 'Morning' });
  expect(history).toContain('skipped by Bob');
  expect(history).not.toContain('skipped by Ann');
});

it('refuses what can not be skipped, with the reason', async () => {
  expect(await said('cron skip', { job: 'Morning', undo: true })).toContain('No run of "Morning"');
  await said('cron pause', { job: 'Morning' });
  expect(await said('cron skip', { job: 'Morning' })).toContain('"Morning" is paused');
  expect(await said('cron skip', { job: 'Morning' }, 'zh')).toContain('「Morning」已暫停');
});

it('its reasons are said in the reader’s language', () => {
  expect(sayBecause('skipped by an operator', 'zh')).toBe('由操作員略過');
  expect(sayBecause('skipped by Ann', 'zh')).toBe('由 Ann 略過');
  expect(sayBecause('skipped by Ann: late: again', 'zh')).toBe('由 Ann 略過：late: again');
  expect(sayBecause('skipped by Ann: late', 'en')).toBe('skipped by Ann: late');
});
