/** 👍 and 👎 on stories, by reactions, buttons and commands on Discord, and what they weigh. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Stores } from '../../src/main/stores.ts';
import { botSaid, START } from '../support/discord-desk.ts';
import { buttonsOf, newsroom } from '../support/discord-newsroom.ts';
import type { Newsroom } from '../support/discord-newsroom.ts';
import { STORY, waitingStory } from '../support/discord-stories.ts';
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

/** A story whose title stands in the channel. */
async function postedTitle() {
  const { discord, anna, news } = room;
  stores = await waitingStory(room, stores);
  const head = await botSaid(discord, news, 'waits for approval');
  await discord.press(anna, head, 'Approve').final();
  const title = await eventually(
    () => discord.messages(news).find((one) => buttonsOf(one).includes('Follow')),
    'the story is posted',
  );
  const thread = await eventually(async () => (await stores.stories.find(STORY))?.thread, 'its thread');
  return { title, thread: { id: thread!.slice('discord:'.length) } };
}

const standing = async () =>
  (await stores.votes.of([STORY])).map(({ person, by, likes }) => [person, by, likes]);
const untilIt = (is: readonly unknown[]) =>
  eventually(
    async () => (JSON.stringify(await standing()) === JSON.stringify(is) ? true : undefined),
    `the votes are ${JSON.stringify(is)}`,
  );

it('counts an editor’s reaction to a story, changes it, and takes it back; nobody else’s, and to nothing else', async () => {
  const { discord, anna, ben, news } = room;
  const { title, thread } = await postedTitle();
  const annas = `discord:${anna.id}`;
  const talk = discord.say(ben, news, 'Nothing to do with it');
  const inThread = discord.say(ben, discord.realm.world.channel(thread.id), 'What a story');
  for (const message of [talk, inThread]) discord.react(anna, message, '👍');
  discord.react(ben, title, '👍'); // He is no editor.
  discord.react(anna, title, '🎉');
  discord.react(anna, title, '👍🏽');
  await untilIt([[annas, 'anna', true]]);
  discord.react(anna, title, '👎');
  await untilIt([[annas, 'anna', false]]);
  // It is the other one that stands.
  discord.react(anna, title, '👍', { on: false });
  discord.react(anna, title, '👎', { on: false });
  await untilIt([]);
  // So it is on its text in the thread.
  const text = await botSaid(discord, thread, '[1]');
  discord.react(anna, text, '👍');
  await untilIt([[annas, 'anna', true]]);
});

it('has buttons under the title, which take a vote back when they are pressed again', async () => {
  const { discord, anna, ben } = room;
  const { title } = await postedTitle();
  expect(buttonsOf(title)).toEqual(expect.arrayContaining(['👍', '👎']));
  const liked = await discord.press(anna, title, '👍').final();
  expect(liked).toMatchObject({ ephemeral: true });
  expect(liked.content).toMatch(/your 👍 counts \(👍 1, 👎 0\)/u);
  expect((await discord.press(anna, title, '👎').final()).content).toMatch(/your 👎 counts \(👍 0, 👎 1\)/u);
  expect((await discord.press(anna, title, '👎').final()).content).toMatch(/taken back \(👍 0, 👎 0\)/u);
  const refused = await discord.press(ben, title, '👍').final();
  expect(refused.content).toMatch(/you may not/u);
  expect(await standing()).toEqual([]);
});

it('lists what votes weigh in both languages, and forgets them', async () => {
  const { discord, anna, news } = room;
  const empty = await discord.slash(anna, news, 'story feedback', {}).final();
  expect(empty.content).toMatch(/Nobody has voted/u);
  for (const n of [1, 2, 3, 4])
    await stores.votes.change(`r/s${n}`, 'discord:9', () => ({
      ...{ story: `r/s${n}`, person: 'discord:9', by: 'Zoe', likes: n > 1, atMs: room.clock.now() },
      ...{ outlet: 'paper.test', category: n > 1 ? 'AI' : 'None', title: 'Nothing' },
    }));
  const listed = await discord.slash(anna, news, 'story feedback', {}).final();
  expect(listed.content).toContain('- **+0.17** outlet paper.test: liked 3 of 4');
  expect(listed.content).toMatch(/- \*\*\+0\.3\*\* category .*: liked 3 of 3/u);
  const chinese = await discord.slash(anna, news, 'story feedback', {}, { locale: 'zh-TW' }).final();
  expect(chinese.content).toContain('- **+0.17** 媒體「paper.test」：4 次評價中 3 次讚好');
  const unknown = await discord.slash(anna, news, 'story forget', { what: 'other.test' }).final();
  expect(unknown.content).toMatch(/No votes are counted for "other\.test"/u);
  const some = await discord.slash(anna, news, 'story forget', { what: 'AI' }).final();
  expect(some.content).toMatch(/^Forgotten: 3 votes \(category .*\)\./u);
  const all = () => discord.slash(anna, news, 'story forget', { what: 'all' }).final();
  const question = await all();
  expect(question.content).toMatch(/^Forget all votes on stories, of everybody\?/u);
  expect(await stores.votes.since(0, 9)).toHaveLength(1);
  expect((await discord.press(anna, question.message!, 'Keep them').final()).content).toBe(
    'Nothing was changed.',
  );
  expect(await stores.votes.since(0, 9)).toHaveLength(1);
  const inChinese = await discord
    .slash(anna, news, 'story forget', { what: '全部' }, { locale: 'zh-TW' })
    .final();
  expect(inChinese.content).toMatch(/^要清除所有人對報道的全部評價嗎？/u);
  const forgotten = await discord.press(anna, (await all()).message!, 'Forget all').final();
  expect(forgotten.content).toBe('Forgotten: 1 vote.');
  expect(await stores.votes.since(0, 9)).toEqual([]);
});
