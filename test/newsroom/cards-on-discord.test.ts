/** A whole desk in a server of Discord: its stories are cards there, which editors press, correct, answer and hold. */
import { ChannelType, ComponentType, MessageFlags } from 'discord-api-types/v10';
import type { APIMessage } from 'discord-api-types/v10';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { wordsOf } from '../support/discord/cards.ts';
import { componentsOf } from '../support/discord/components.ts';
import type { ComponentLike } from '../support/discord/components.ts';
import type { Channel } from '../support/discord/world.ts';
import { botSaid, remembered } from '../support/discord-desk.ts';
import { buttonsOf, listOf, newsroom } from '../support/discord-newsroom.ts';
import type { Newsroom } from '../support/discord-newsroom.ts';
import { eventually } from '../support/fake-clock.ts';

const { sample, feeds, schedules } = JSON.parse(readFileSync('data/editions/sample.json', 'utf8')) as Record<
  string,
  unknown
>;

let room: Newsroom;
beforeEach(async () => void (room = await newsroom()));
afterEach(() => room.close());

async function start(desk: object): Promise<void> {
  await room.start({ edition: { sample, feeds, schedules, desk } });
  await room.clock.advance(5_000);
}

const isTitle = (message: APIMessage) => buttonsOf(message).includes('Follow');
const isWhole = (thread: { id: string }) =>
  room.discord.messages(thread).some((message) => wordsOf(message).includes('Read more'));

/** The first story that is there whole. */
function whole(place: Channel): Promise<{ title: APIMessage; thread: Channel }> {
  return eventually(() => {
    for (const thread of room.discord.realm.world.threadsOf(place).filter(isWhole)) {
      const title = [...room.discord.messages(place), ...room.discord.messages(thread)].find(
        (one) => one.id === thread.id && isTitle(one),
      );
      if (title) return { title, thread };
    }
    return undefined;
  }, 'a story is posted');
}

const live = (place: { id: string }, { id }: { id: string }) =>
  room.discord.messages(place).find((one) => one.id === id)!;

it('are published to followers, do what their buttons and their menu say, and are corrected as cards', async () => {
  const { discord, guild, anna, ben } = room;
  const wire = discord.addChannel(guild, { name: 'wire', type: ChannelType.GuildAnnouncement });
  await start({ discord: wire.id, publish: true });
  const { title, thread } = await whole(wire);
  expect(buttonsOf(title)).toEqual(['Withdraw', 'Hold', 'Correct', 'Follow', 'Sources', '👍', '👎']);
  const heading = wordsOf(title).split('\n')[0]!.replace('### ', '');
  expect(wordsOf(title)).toMatch(/\n\*\*Sources\*\* \[1 [^\]]+\]\(<http[^>]+>\)/u);
  expect(discord.messages(thread).map(wordsOf).join('\n')).toMatch(/ \[\[1\]\]\(<http[^>\s]+>\)/u);
  await eventually(() => (live(wire, title).flags ?? 0) & MessageFlags.Crossposted, 'it is published');

  // A press, and what is picked from the menu, do what a command does; the rights are those of whoever does it.
  const refused = await discord.press(ben, title, 'Withdraw').final();
  expect(refused).toMatchObject({
    ephemeral: true,
    content: expect.stringContaining('ben, you may not') as string,
  });
  // An editor is asked why, which is the confirmation.
  const asked = await discord.press(anna, title, 'Withdraw').final();
  expect(asked.modal).toBeDefined();
  const menu = componentsOf(title.components as ComponentLike[]).find(
    ({ type }) => type === ComponentType.StringSelect,
  ) as unknown as { options: { label: string; value: string }[] };
  const why = menu.options.find(({ label }) => label === 'Why')!.value;
  const told = await discord.choose(anna, title, listOf(title), [why]).final();
  expect(told).toMatchObject({ ephemeral: true, content: expect.stringContaining(heading) as string });
  const forged = discord.forge(anna, wire, { customId: listOf(title), values: [`${why}x`], message: title });
  expect((await forged.final()).content).toContain('not of this desk');

  // A reply to it is remembered with its words, which are none of its content.
  discord.say(anna, wire, 'I doubt this one', { replyTo: title });
  const entry = await eventually(() =>
    remembered(room.desk, wire).find(({ content }) => content.includes('I doubt')),
  );
  expect(JSON.stringify(entry.meta?.['replyTo'])).toContain(heading);

  await discord.slash(anna, thread, 'story correct', { text: 'It was Friday. [1]' }).final();
  await botSaid(discord, wire, /\nCorrected <t:\d+:f>: It was Friday\. \[\[1\]\]\(<http[^>]+>\)\n/u);
  expect(live(wire, title)).toMatchObject({ content: '' });
  expect((live(wire, title).flags ?? 0) & MessageFlags.IsComponentsV2).toBeTruthy();
});

it('have a thread of another name when a withdrawn one is written again', async () => {
  const { discord, news, anna } = room;
  await start({ discord: news.id });
  const { thread } = await whole(news);
  const named = thread.name!;
  const namesakes = () =>
    discord.realm.world.threadsOf(news).flatMap(({ name = '' }) => (name?.startsWith(named) ? [name] : []));
  const again = async (place: Channel) => {
    const asked = await discord.slash(anna, place, 'story kill', { why: 'a doubt' }).final();
    await discord.press(anna, asked.message!, buttonsOf(asked)[0]!).final();
    return (await discord.slash(anna, place, 'story retry').final()).content;
  };
  expect(await again(thread)).toMatch(/^Ordered: /u);
  await eventually(async () => {
    await room.clock.advance(1_000);
    return namesakes().length > 1;
  }, 'it is posted again');
  expect(namesakes()).toEqual([named, `${named} (2)`]);
  const second = discord.realm.world.threadsOf(news).find(({ name }) => name === `${named} (2)`)!;
  await eventually(() => isWhole(second), 'it is whole');
  await again(second);
  await eventually(async () => {
    await room.clock.advance(1_000);
    return namesakes().length > 2;
  }, 'and once more');
  expect(namesakes()[2]).toBe(`${named} (3)`);
});

it('have tags in a forum that follow how they stand', async () => {
  const { discord, guild, news, anna } = room;
  const forum = discord.addForum(guild, { name: 'stories', tags: ['暫緩'] });
  await start({ discord: news.id, stories: forum.id });
  const { thread } = await whole(forum);
  const tags = () => thread.thread!.appliedTags.map((id) => forum.tags.find((tag) => tag.id === id)?.name);
  const before = tags();
  await discord.slash(anna, thread, 'story hold').final();
  await eventually(() => tags().includes('暫緩'), 'it is tagged as held');
  const menu = await eventually(() => listOf(live(thread, thread)));
  expect(menu).toBeTruthy();
  await discord.slash(anna, thread, 'story correct', { text: 'It was Friday.' }).final();
  await eventually(() => tags().includes('corrected'), 'a tag that lacked is made');
  await discord.slash(anna, thread, 'story approve').final();
  await eventually(() => !tags().includes('暫緩'), 'it is held no more');
  expect(tags()).toEqual(expect.arrayContaining([...before, 'corrected']));
});

it('are plain words where cards are refused, and stay so when they are corrected', async () => {
  const { discord, news, anna } = room;
  discord.faults.refuseCards();
  await start({ discord: news.id });
  const { title, thread } = await whole(news);
  expect(title.content).toMatch(/^\*\*.+\*\*\n/u);
  expect(
    discord.records.of('POST', '/channels/:channel/messages').filter(({ status }) => status === 400),
  ).toHaveLength(1);
  discord.faults.clear();
  await discord.slash(anna, thread, 'story correct', { text: 'It was Friday.' }).final();
  await eventually(() => live(news, title).content.endsWith('It was Friday.'), 'it is corrected');
});

it('are found after a crash that lost the answer, and posted once', async () => {
  const { discord, news, clock } = room;
  discord.faults.loseAcknowledgement({
    method: 'POST',
    when: ({ body }) => ((body as { flags?: number }).flags ?? 0) === MessageFlags.IsComponentsV2,
    times: 1,
  });
  await start({ discord: news.id });
  await eventually(() => discord.messages(news).some(isTitle), 'the first title is there');
  const { home } = room.desk;
  await room.desk.stop();
  await room.start({ home, edition: { sample, feeds, schedules, desk: { discord: news.id } } });
  await clock.advance(20_000);
  await whole(news);
  const headings = discord
    .messages(news)
    .filter(isTitle)
    .map((one) => wordsOf(one).split('\n')[0]);
  expect(new Set(headings).size).toBe(headings.length);
});
