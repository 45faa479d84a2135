/** `/desk undo`: it takes back what somebody changed, and nothing else of that name. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { smallDesk } from '../support/small-desk.ts';
import type { SmallDesk } from '../support/small-desk.ts';
import { ann, morning, news, person } from './as-ann.ts';

let house: SmallDesk;
beforeEach(() => {
  house = smallDesk();
});
afterEach(() => house.close());

const bob = { actor: { ...person('jobs'), id: 'u2', name: 'Bob' } };
const undo = async () => (await ann(house, 'desk undo')).text;
const names = async () => (await house.cron.list({ includeDisabled: true })).map(({ name }) => name);

it('removes no other automation where the one that was added is gone', async () => {
  await ann(house, 'cron add', { ...morning, name: 'Daily news' }, bob);
  await ann(house, 'cron add', { ...morning, name: 'news' });
  await ann(house, 'cron remove', { job: 'news', sure: true }, bob);
  expect(await undo()).toMatch(/^There is no .*automation .*; there are: Daily news/u);
  expect(await names()).toEqual(['Daily news']);
});

it('removes the automation that was added, also beside another of its name', async () => {
  await ann(house, 'cron add', morning, bob);
  const [first] = await house.cron.list();
  await ann(house, 'cron add', morning);
  expect(await undo()).toMatch(/Morning.* is removed/u);
  expect((await house.cron.list()).map(({ id }) => id)).toEqual([first?.id]);
});

it('forgets no other note where the one that was added is gone', async () => {
  await ann(house, 'session remember', { text: 'no crypto on Sundays' }, bob);
  await ann(house, 'session remember', { text: 'no crypto' });
  const mine = (await house.desk.notes(news)).find(({ text }) => text === 'no crypto');
  await ann(house, 'session forget', { note: mine!.id }, bob);
  expect(await undo()).toContain('No note matches');
  expect((await house.desk.notes(news)).map(({ text }) => text)).toEqual(['no crypto on Sundays']);
});

it('resumes the automation that was paused, and no other that came to have its name', async () => {
  await ann(house, 'cron add', morning);
  await ann(house, 'cron pause', { job: 'morn' });
  await ann(house, 'cron add', { ...morning, name: 'Morn' }, bob);
  expect(await undo()).toMatch(/Morning.* runs again/u);
});

it('takes nothing back after a command that changed nothing', async () => {
  await ann(house, 'cron add', morning);
  await ann(house, 'cron pause', { job: 'Morning' }, bob);
  await ann(house, 'cron pause', { job: 'Morning' });
  expect(await undo()).toContain('/cron pause, has no way back');
  expect((await house.cron.list({ includeDisabled: true })).map(({ enabled }) => enabled)).toEqual([false]);
});

it.each([
  ['a resumption', { for: '3 hours' }, 'desk resume', {}],
  ['a longer pause', { for: '3 hours' }, 'desk pause', {}],
  ['a shorter pause', {}, 'desk pause', { for: '1 hour' }],
])('puts the pause back that was there before %s', async (_, before, command, options) => {
  const boss = { actor: person('jobs', 'desk') };
  await ann(house, 'desk pause', before, boss);
  const { pausedUntilMs } = await house.status();
  await ann(house, command, options, boss);
  await house.clock.advance(60_000);
  await ann(house, 'desk undo', {}, boss);
  const now = await house.status();
  expect([now.paused, now.pausedUntilMs]).toEqual([true, pausedUntilMs]);
});
