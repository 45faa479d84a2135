/** What editors do with stories at the edges: late, twice, after a restart, in a locked thread, with too many words. */
import type { APIMessage } from 'discord-api-types/v10';
import { PermissionFlagsBits as Can } from 'discord.js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Stores } from '../../src/main/stores.ts';
import { sessionKey } from '../../src/sessions/key.ts';
import { wordsOf } from '../support/discord/cards.ts';
import { componentsOf } from '../support/discord/components.ts';
import type { ComponentLike } from '../support/discord/components.ts';
import { START, botSaid } from '../support/discord-desk.ts';
import { buttonsOf, listOf, newsroom } from '../support/discord-newsroom.ts';
import type { Newsroom } from '../support/discord-newsroom.ts';
import { STORY, postedStory, waitingStory } from '../support/discord-stories.ts';
import { eventually } from '../support/fake-clock.ts';
import { FlowingClock } from '../support/flowing-clock.ts';

let room: Newsroom<FlowingClock>;
let stores: Stores;
beforeEach(async () => {
  room = await newsroom({ clock: new FlowingClock(START) });
  await room.start({ stores: (given) => (stores = given) });
});
afterEach(async () => {
  await room.close();
  room.clock.stop();
});

const live = ({ id }: { id: string }): APIMessage =>
  room.discord.messages(room.news).find((one) => one.id === id)!;

/** What a card's menu offers. */
function menuOf(message: APIMessage): { label: string; value: string }[] {
  const list = componentsOf(message.components as ComponentLike[]).find(
    ({ custom_id: id }) => id === listOf(message),
  );
  return (list as unknown as { options: { label: string; value: string }[] }).options;
}

it('keeps to words of editors, in their language, whatever is typed', async () => {
  const { discord, guild, anna, ben, news } = room;
  const thread = discord.addChannel(guild, { name: 'library' });
  await postedStory(room, stores, thread);
  const said = async (who: typeof anna, command: string, options = {}, locale = 'en-US', at = thread) =>
    (await discord.slash(who, at, command, options, { locale }).final()).content;

  expect(await said(ben, 'story sources')).not.toMatch(/\*\*Claims\*\*\s*$/u);
  // Nothing that was typed makes an answer of several pages.
  const huge = await discord.slash(anna, news, 'story write', { about: 'x '.repeat(2_500) }).final();
  expect(huge.content).toMatch(/^The feeds know nothing of “x x .*…”, and/u);
  expect(buttonsOf(huge)).toEqual([]);
  const unknown = await said(anna, 'story why', { story: '題'.repeat(300) }, 'zh-TW', news);
  expect(unknown).toMatch(/現有的有：[^（]+（已發佈，/u);
  // Options are named as they are called there.
  expect(await said(anna, 'story hold', { until: 'in 2h' }, 'zh-TW')).toContain('請不要填「直至」');
  expect(await said(anna, 'story retry', {}, 'zh-TW')).toContain('可在 /報道 訂稿 選「更新」');
  expect(await said(anna, 'story write', { about: 'the old library of Larkmoor' }, 'zh-TW')).toContain(
    '可用 /報道 跟進 跟進新發展',
  );

  const withdrawing = discord.slash(anna, thread, 'story kill');
  expect((await withdrawing.reply).modal!.title).toMatch(/^Withdraw: /u);
  const late = discord.slash(anna, thread, 'story correct');
  await late.reply;
  const why = 'y'.repeat(500);
  await (await discord.submit(anna, withdrawing, { why })).final();
  // A form that was opened before is refused, and says back what was written; no new one opens.
  const refused = await (await discord.submit(anna, late, { text: 'It was Monday.' })).final();
  expect(refused.content).toMatch(/^anna has withdrawn it already\. .*> It was Monday\./su);
  const none = await discord.slash(anna, thread, 'story correct', {}, { locale: 'zh-TW' }).final();
  expect(none.modal).toBeUndefined();
  expect(none.content).toContain('已由 anna 撤回，沒有可更正的。');
  const told = await said(ben, 'story why');
  expect(told).toMatch(/withdrawn, .*killed by anna: y+…$/su);
  expect(told).not.toContain(STORY);
  expect(await said(anna, 'story retry')).toMatch(/^How “.*” was ordered is no longer kept\. \/story write/u);
});

it('approves what waits only for who manages its desk channel, in whatever channel they are', async () => {
  const { discord, guild, ben, news } = room;
  stores = await waitingStory(room, stores);
  await botSaid(discord, news, 'waits for approval');
  const sport = discord.addChannel(guild, {
    name: 'sport',
    overwrites: [{ for: ben, allow: Can.ManageChannels }],
  });
  const thread = discord.addThread(sport, { name: 'The match', by: ben, withBot: true });
  const place = sessionKey('discord', sport.id);
  await postedStory(room, stores, thread, { id: 'run-0/story_01', runId: 'run-0', place });
  const said = async (command: string, options = {}) =>
    (await discord.slash(ben, thread, command, options).final()).content;

  const title = (await stores.stories.run('run-1'))!.plan as { stories: { story: { title: string } }[] };
  expect(await said('story waiting')).toContain(title.stories[0]!.story.title);
  expect(await said('story approve', { story: STORY })).toMatch(/^There is no story/u);
  discord.setOverwrite(news, { for: ben, allow: Can.ManageChannels });
  await eventually(async () => (await said('story approve', { story: STORY })).startsWith('Approved: '));
});

it('corrects a story whose thread is locked, and takes a form that was opened before a restart', async () => {
  const { discord, anna, ben, news } = room;
  stores = await waitingStory(room, stores);
  const head = await botSaid(discord, news, 'waits for approval');
  const twice = ['Approve', 'Approve'].map((label) => discord.press(anna, head, label));
  const [first, second] = await Promise.all(twice.map(async (one) => (await one.final()).content));
  expect([first, second].sort()).toEqual([
    expect.stringMatching(/^Approved: /u),
    expect.stringMatching(
      /^Nothing was changed: anna approved .* It stands so: (?:being posted|posted)\.$/su,
    ),
  ]);
  const title = await eventually(
    () => discord.messages(news).find((one) => buttonsOf(one).includes('Follow')),
    'the story is posted',
  );
  expect(wordsOf(title)).toMatch(/-# Posted <t:\d+:f> · Approved by anna <t:\d+:f>/u);
  await botSaid(discord, news, /^1 of 1 story posted\.\nPosted: ".+" → <#\d+>, approved by anna$/u);
  const thread = discord.realm.world.threadsOf(news)[0]!;
  await botSaid(discord, thread, 'Read more');
  discord.lockThread(thread);
  discord.archiveThread(thread);
  await discord.slash(anna, news, 'story correct', { story: STORY, text: 'It was Monday.' }).final();
  await eventually(
    () => /It was Monday\..*· Corrected by anna/su.test(wordsOf(live(title))),
    'it is corrected',
  );
  await botSaid(discord, thread, /^Corrected \d\d:\d\d by anna: It was Monday\.$/u);

  const opened = discord.press(anna, title, 'Withdraw');
  expect((await opened.reply).modal!.title).toMatch(/^Withdraw: /u);
  const { home } = room.desk;
  await room.desk.stop();
  const edition = { approval: true, pictures: false };
  await room.start({ home, edition, stores: (given) => (stores = given) });
  await (await discord.submit(anna, opened, { why: 'we were wrong' })).final();
  await eventually(() => wordsOf(live(title)).includes('Withdrawn by anna'), 'it is withdrawn');

  // What is left of it can be asked about, by everybody, and ordered anew by editors.
  expect(buttonsOf(live(title))).toEqual([]);
  const menu = menuOf(live(title));
  expect(menu.map(({ label }) => label)).toEqual(['Why', 'Sources', 'Retry']);
  const pick = async (who: typeof anna, label: string) => {
    const { value } = menu.find((one) => one.label === label)!;
    return (await discord.choose(who, live(title), listOf(live(title)), [value]).final()).content;
  };
  expect(await pick(ben, 'Why')).toMatch(/withdrawn, .*killed by anna: we were wrong/su);
  expect(await pick(ben, 'Sources')).toContain('[1] Outlet 1');
  expect(await pick(ben, 'Retry')).toContain('ben, you may not use /story retry');
  expect(await pick(anna, 'Retry')).toMatch(/^Ordered: \*\*.*It had been withdrawn by anna/su);
  expect(await pick(anna, 'Retry')).toMatch(/ordered anew already/u);
});
