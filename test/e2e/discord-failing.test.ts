/** A Discord that fails on one message for ever: what comes after it goes out, and the loss is said where it is looked for. */
import { join } from 'node:path';
import type { APIUser } from 'discord-api-types/v10';
import { PermissionFlagsBits } from 'discord.js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sayGivenUp } from '../../src/desk/given-up.ts';
import type { Stores } from '../../src/main/stores.ts';
import { sessionKey } from '../../src/sessions/key.ts';
import type { NewOp } from '../../src/sessions/op.ts';
import { lookAtDatabase } from '../../src/store/sqlite/look-at-database.ts';
import { START, botSaid } from '../support/discord-desk.ts';
import { addJob, newsroom } from '../support/discord-newsroom.ts';
import type { Newsroom } from '../support/discord-newsroom.ts';
import type { Channel } from '../support/discord/world.ts';
import { eventually, settle } from '../support/fake-clock.ts';

let room: Newsroom;
beforeEach(async () => void (room = await newsroom()));
afterEach(() => room.close());

it('a message that always gets 500 is given up: told to editors, in the status and by doctor; the next ones go out', async () => {
  let stores: Stores | undefined;
  await room.start({ stores: (opened) => (stores = opened) });
  const { discord, guild, news, anna, clock, desk } = room;
  const sport = discord.addChannel(guild, { name: 'sport' });
  await addJob(room, news, { schedule: 'every 30d' });
  await addJob(room, sport, { name: 'Scores', schedule: 'every 30d' });
  discord.faults.answer(500, {
    method: 'POST',
    times: Infinity,
    when: ({ body }) => JSON.stringify(body ?? '').includes('the poison'),
  });
  const post = (text: string): NewOp => ({
    key: text,
    lane: sessionKey('discord', news.id),
    spec: { kind: 'post', channel: { id: news.id }, text },
  });
  await stores!.ops.put([post('the first'), post('the poison'), post('the last')]);
  discord.say(anna, sport, `<@${discord.bot.id}> hello`); // which sets the dispatcher going
  await eventually(async () => {
    await clock.advance(10_000);
    await settle(5);
    return discord.messages(news).some(({ content }) => content === 'the last');
  });
  const mine = discord.messages(news).filter(({ author }) => author.id === discord.bot.id);
  expect(mine.map(({ content }) => content).filter((text) => text.startsWith('the'))).toEqual([
    'the first',
    'the last',
  ]);
  const told = await botSaid(discord, sport, /could not be posted in \*\*#news\*\*/);
  expect(told.content).toContain('given up after 8 tries');
  const status = await discord.slash(anna, news, 'desk status').final();
  expect(status.content).toMatch(/A message was given up in #news in the last 24 hours: .*8 tries/);
  // As doctor looks at it.
  const seen = lookAtDatabase(join(desk.home, 'data', 'nightdesk.sqlite3'), START);
  expect(sayGivenUp(seen?.givenUp ?? [])).toEqual([
    {
      place: sessionKey('discord', news.id),
      en: expect.stringMatching(/^A message was given up in #news/) as string,
      zh: expect.stringMatching(/^過去 24 小時有 1 則訊息未能發到 #news：/u) as string,
    },
  ]);
});

it('a message that is given up is named to those who can see its place: not to other members, servers, or people who write directly', async () => {
  const { discord, guild, anna, ben, clock } = room;
  const [cara, dora] = ['cara', 'dora'].map((name) => discord.addPerson(name));
  let stores: Stores | undefined;
  await room.start({
    env: { DISCORD_DM_ALLOWLIST: `${cara!.id},${dora!.id}` },
    stores: (opened) => (stores = opened),
  });
  const secret = discord.addChannel(guild, {
    name: 'layoffs',
    overwrites: [
      { for: guild, deny: PermissionFlagsBits.ViewChannel },
      { for: anna, allow: PermissionFlagsBits.ViewChannel },
      { for: discord.botRole(guild), allow: PermissionFlagsBits.ViewChannel },
    ],
  });
  const direct = discord.directChannel(cara!);
  const other = discord.addGuild({ name: 'Elsewhere' });
  const theirs = discord.addChannel(other, { name: 'theirs' });
  const chiefs = [guild, other].map(({ ownerId }) => discord.realm.world.user(ownerId));
  // Each is known by what is said there.
  await addJob(room, secret, { schedule: 'every 30d' });
  await addJob(room, direct, { schedule: 'every 30d', by: cara! });
  discord.faults.answer(500, {
    method: 'POST',
    times: Infinity,
    when: ({ body }) => JSON.stringify(body ?? '').includes('the poison'),
  });
  const post = ({ id }: { id: string }): NewOp => ({
    key: `poison ${id}`,
    lane: sessionKey('discord', id),
    spec: { kind: 'post', channel: { id }, text: 'the poison' },
  });
  await stores!.ops.put([post(secret), post(direct)]);
  discord.say(anna, secret, `<@${discord.bot.id}> hello`); // which sets the dispatcher going
  await eventually(async () => {
    await clock.advance(10_000);
    await settle(5);
    return (await stores!.ops.givenUp(START)).length === 2;
  });
  const status = async (person: APIUser, channel: Channel) =>
    (await discord.slash(person, channel, 'desk status').final()).content;
  const named = (words: string) =>
    ['#layoffs', '@cara'].filter((name) => words.includes(`given up in ${name}`));
  expect(named(await status(anna, room.news))).toEqual(['#layoffs']);
  expect(named(await status(chiefs[0]!, room.news))).toEqual(['#layoffs']);
  expect(named(await status(cara!, direct))).toEqual(['@cara']);
  for (const [person, channel] of [
    [ben, room.news],
    [chiefs[1]!, theirs],
    [dora!, discord.directChannel(dora!)],
  ] as const)
    expect(await status(person, channel)).not.toMatch(/layoffs|cara|given up/u);
});
