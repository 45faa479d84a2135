/** Channels that Discord refuses are named where editors are: once a day for each place and right, and never in vain. */
import { ChannelType, PermissionFlagsBits as Can } from 'discord-api-types/v10';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Stores } from '../../src/main/stores.ts';
import { sessionKey } from '../../src/sessions/key.ts';
import type { NewOp } from '../../src/sessions/op.ts';
import type { Channel } from '../support/discord/world.ts';
import { botSaid } from '../support/discord-desk.ts';
import { addJob, newsroom } from '../support/discord-newsroom.ts';
import type { Newsroom } from '../support/discord-newsroom.ts';
import { eventually, settle } from '../support/fake-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let room: Newsroom;
let stores: Stores;
let log: string[];
let posts = 0;
beforeEach(async () => {
  room = await newsroom();
  log = [];
  await room.start({ log, stores: (given) => (stores = given) });
});
afterEach(() => room.close());

const untold = () => log.filter((line) => line.includes('nobody could be told'));
/** What is told of refusals in a place, once there are as many. */
const told = (place: { id: string }, times: number) =>
  eventually(() => said(place).length >= times && said(place), `${times} refusals are told of`);
const said = (place: { id: string }) =>
  room.discord
    .messages(place)
    .map(({ content }) => content)
    .filter((content) => /could not be posted|未能在/u.test(content));

function deny(place: Channel, rights: bigint): void {
  room.discord.setOverwrite(place, { for: room.discord.botRole(room.guild), deny: rights });
}

/** Posts to a channel or a forum, as stories do; resolves when each is refused. */
async function post(...places: Channel[]): Promise<void> {
  const { discord, anna, news } = room;
  const ops = places.map((place): NewOp => {
    const [key, text] = [`post-${++posts}`, 'It began.'];
    const [lane, channel] = [sessionKey('discord', place.id), { id: place.id }];
    return place.type === ChannelType.GuildForum
      ? { key, lane, spec: { kind: 'forum', channel, name: 'A story', tags: [], text } }
      : { key, lane, spec: { kind: 'post', channel, text } };
  });
  await stores.ops.put(ops);
  discord.say(anna, news, 'hello'); // which sets the dispatcher going
  discord.say(anna, news, `<@${discord.bot.id}> hello`);
  for (const { key } of ops)
    await eventually(async () => (await stores.ops.find(key))?.state === 'failed', `${key} is refused`);
  await settle(20);
}

it('tells of a forum once a day for a right, of another right and another forum besides, and the next day again', async () => {
  const { discord, guild, news, clock } = room;
  await addJob(room, news, { schedule: 'every 30d' });
  const stories = discord.addForum(guild, { name: 'stories' });
  const sport = discord.addForum(guild, { name: 'sport' });
  deny(stories, Can.SendMessages);
  deny(sport, Can.SendMessages);
  await settle();

  await post(stories, stories);
  expect(await told(news, 1)).toEqual([
    expect.stringMatching(
      /^A message could not be posted in \*\*#stories\*\*: In #stories the bot lacks Send Messages\. Whoever/u,
    ),
  ]);
  await clock.advance(HOUR); // Discord is asked once more, and refuses it once more
  await post(stories);
  expect(said(news)).toHaveLength(1);

  deny(stories, Can.ReadMessageHistory | Can.ViewChannel);
  await settle();
  await post(stories);
  expect(await told(news, 2)).toHaveLength(2);
  expect(said(news)[1]).toMatch(/#stories|<#\d+>.*View Channel/u);

  await post(sport);
  expect(await told(news, 3)).toHaveLength(3);
  expect(said(news)[2]).toContain('**#sport**: In #sport the bot lacks Send Messages');

  deny(stories, Can.SendMessages);
  await clock.advance(12 * HOUR);
  await post(stories, sport);
  expect(said(news)).toHaveLength(3);
  await clock.advance(12 * HOUR);
  await post(stories, sport, stories);
  expect((await told(news, 5)).slice(3)).toEqual([
    expect.stringContaining('**#stories**'),
    expect.stringContaining('**#sport**'),
  ]);
});

it('logs what nobody can be told, and tells it with the next refusal to whom it can be told', async () => {
  const { discord, guild, news, clock } = room;
  const chief = discord.realm.world.user(guild.ownerId);
  discord.closeMessages(chief);
  const stories = discord.addForum(guild, { name: 'stories' });
  deny(stories, Can.SendMessages);
  await settle();
  await post(stories);
  await eventually(() => untold().length > 0, 'the log says that nobody could be told');
  expect(untold().length).toBe(1);
  expect(untold()[0]).toContain('In #stories the bot lacks Send Messages');

  await addJob(room, news, { schedule: 'every 30d' });
  await clock.advance(11 * MINUTE);
  await post(stories);
  await botSaid(discord, news, /could not be posted in \*\*#stories\*\*/u);
});

it('waits with it while Discord can’t say whom to tell', async () => {
  const { discord, guild, clock } = room;
  const chief = discord.realm.world.user(guild.ownerId);
  const stories = discord.addForum(guild, { name: 'stories' });
  deny(stories, Can.SendMessages);
  discord.faults.answer(503, { method: 'POST', route: '/users/@me/channels', times: 2 });
  await settle();
  const direct = discord.directChannel(chief);
  await post(stories);
  const asked = () => discord.records.of('POST', '/users/@me/channels').length;
  await eventually(() => asked() > 0, 'Discord was asked');
  expect(said(direct)).toEqual([]);
  await eventually(async () => {
    await clock.advance(HOUR / 4);
    return said(direct).length > 0;
  }, 'it is told');
  expect(said(direct)).toEqual([expect.stringContaining('**#stories**')]);
});

it('tells the owner of the server where its notice is refused as well', async () => {
  const { discord, guild, news } = room;
  const chief = discord.realm.world.user(guild.ownerId);
  await addJob(room, news, { schedule: 'every 30d' });
  const stories = discord.addForum(guild, { name: 'stories' });
  deny(stories, Can.SendMessages);
  discord.faults.answer(
    403,
    {
      method: 'POST',
      route: new RegExp(`/channels/${news.id}/messages`, 'u'),
      when: ({ body }) => JSON.stringify(body ?? '').includes('could not be posted in'),
    },
    { message: 'Missing Permissions', code: 50_013 },
  );
  await settle();
  await post(stories);
  expect(await told(discord.directChannel(chief), 1)).toEqual([expect.stringContaining('**#stories**')]);
  expect(said(news)).toEqual([]);
  expect(untold()).toEqual([]);
});

it('is in the desk’s status until the right is back, over a restart, and names no channel that not everybody sees', async () => {
  const { discord, guild, anna, ben, news } = room;
  await addJob(room, news, { schedule: 'every 30d' });
  const open = discord.addForum(guild, { name: 'stories' });
  const closed = discord.addForum(guild, {
    name: 'layoffs',
    overwrites: [
      { for: guild, deny: Can.ViewChannel },
      { for: discord.botRole(guild), allow: Can.ViewChannel, deny: Can.SendMessages },
    ],
  });
  deny(open, Can.SendMessages);
  await settle();
  await post(open, closed);
  const status = async (who = ben) => (await discord.slash(who, news, 'desk status').final()).content;
  const OPEN = 'Messages are refused in #stories: In #stories the bot lacks Send Messages.';
  await eventually(async () => (await status()).includes(OPEN), 'the status names it');
  expect(await status(anna)).toContain('Messages are refused in 1 channel that not everybody sees.');
  expect(await status(anna)).not.toContain('layoffs');

  const { home } = room.desk;
  await room.desk.stop();
  await room.start({ home, log, stores: (given) => (stores = given) });
  expect(await status()).toContain(OPEN);
  discord.setOverwrite(open, { for: discord.botRole(guild) });
  await eventually(async () => !(await status()).includes('#stories'), 'it is forgiven');
  expect(await status()).toContain('1 channel that not everybody sees');
});
