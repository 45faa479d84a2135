import { ChannelType, PermissionFlagsBits as Can } from 'discord-api-types/v10';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discordRest } from '../../src/channels/discord/discord-rest.ts';
import {
  INVITED,
  NEEDED,
  bitsOf,
  inviteAddress,
  missingFrom,
  neededFor,
  permissionsIn,
  sayPermissions,
} from '../../src/channels/discord/permissions.ts';
import { lookAtDiscord } from '../../src/channels/discord/setup.ts';
import { rightsThere } from '../../src/channels/discord/rights-there.ts';
import { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import { permissionsIn as loopbackPermissions } from '../support/discord/permissions.ts';
import { op, post } from './an-outbox.ts';

it('a setup lists the channels of every server', async () => {
  const discord = await LoopbackDiscord.start();
  try {
    const names = Array.from({ length: 12 }, (_, n) => `Paper ${n}`);
    for (const name of names) discord.addChannel(discord.addGuild({ name }), { name: 'news' });
    const look = await lookAtDiscord({ token: discord.token, apiBase: discord.api });
    expect(look.kind === 'seen' && look.chats.map(({ server }) => server).sort()).toEqual(names.sort());
  } finally {
    await discord.close();
  }
});

it('a server that refuses its channels keeps no setup from those of the others', async () => {
  const discord = await LoopbackDiscord.start();
  try {
    const [shut] = ['Shut', 'Open'].map((name) => {
      const guild = discord.addGuild({ name });
      discord.addChannel(guild, { name: 'news' });
      return guild;
    });
    discord.faults.answer(
      403,
      { method: 'GET', route: new RegExp(`/guilds/${shut!.id}/channels`) },
      { message: 'Missing Access', code: 50_001 },
    );
    const look = await lookAtDiscord({ token: discord.token, apiBase: discord.api });
    expect(look.kind === 'seen' && look.chats.map(({ server }) => server)).toEqual(['Open']);
    discord.faults.answer(500, { method: 'GET', route: '/guilds/:guild/channels', times: Infinity });
    expect(await lookAtDiscord({ token: discord.token, apiBase: discord.api })).toMatchObject({
      kind: 'trouble',
      reason: 'unreachable',
    });
  } finally {
    await discord.close();
  }
});

describe('what the bot needs to be allowed', () => {
  it('is known to the bit, and explained one by one', () => {
    expect(bitsOf(NEEDED)).toBe(309_237_763_072n);
    expect(bitsOf(INVITED)).toBe(326_417_632_256n);
    for (const { name, why } of INVITED) expect(`${name}: ${why}`).toMatch(/^[A-Z][\w ]+: (to|so that) \w+/);
    expect(inviteAddress('123')).toBe(
      'https://discord.com/oauth2/authorize?client_id=123&permissions=326417632256&scope=bot+applications.commands',
    );
  });

  it('differs by what is to be done', () => {
    const names = (spec: Parameters<typeof op>[1], inThread: boolean) =>
      sayPermissions(neededFor(op('k', spec), inThread));
    const files = [{ name: 'a', path: '/a' }];
    expect(names({ kind: 'post', channel: '1', text: 'a', files }, false)).toBe(
      'View Channel, Send Messages, Read Message History and Attach Files',
    );
    expect(names({ kind: 'post', channel: '1', text: 'a' }, true)).toContain('Send Messages in Threads');
    expect(names({ kind: 'thread', channel: '1', message: '2', name: 'a' }, false)).toContain(
      'Create Public',
    );
    expect(names({ kind: 'remove', channel: '1' }, true)).toBe('View Channel and Manage Threads');
    expect(names({ kind: 'remove', channel: '1' }, false)).toBe('View Channel and Manage Channels');
    const needed = neededFor(post('k', { id: '1' }), false);
    expect(sayPermissions(missingFrom(needed, Can.ViewChannel | Can.SendMessages))).toBe(
      'Read Message History',
    );
    expect(missingFrom(needed, Can.Administrator)).toEqual([]);
  });
});

describe('what a member may do in a channel', () => {
  const guild = {
    id: '1',
    owner_id: '9',
    roles: [
      { id: '1', permissions: String(Can.ViewChannel | Can.SendMessages) },
      { id: '2', permissions: String(Can.AttachFiles) },
      { id: '3', permissions: String(Can.Administrator) },
    ],
  };
  const rule = (id: string, type: 0 | 1, allow: bigint, deny: bigint) => ({
    id,
    type,
    allow: String(allow),
    deny: String(deny),
  });
  const channel = (...permission_overwrites: ReturnType<typeof rule>[]) => ({
    type: ChannelType.GuildText,
    permission_overwrites,
  });
  const anna = { id: '5', roles: ['2'] };

  it('follows from everyone, the roles, and the channel for everyone, the roles and the member', () => {
    expect(permissionsIn(guild, anna, channel())).toBe(Can.ViewChannel | Can.SendMessages | Can.AttachFiles);
    const quiet = channel(rule('1', 0, 0n, Can.SendMessages));
    expect(permissionsIn(guild, anna, quiet) & Can.SendMessages).toBe(0n);
    const forRole = channel(rule('1', 0, 0n, Can.SendMessages), rule('2', 0, Can.SendMessages, 0n));
    expect(permissionsIn(guild, anna, forRole) & Can.SendMessages).not.toBe(0n);
    const notAnna = channel(rule('2', 0, Can.SendMessages, 0n), rule('5', 1, 0n, Can.SendMessages));
    expect(permissionsIn(guild, anna, notAnna) & Can.SendMessages).toBe(0n);
  });

  it('is nothing where they see nothing, and everything for owners and administrators', () => {
    const hidden = channel(rule('1', 0, 0n, Can.ViewChannel));
    expect(permissionsIn(guild, anna, hidden)).toBe(0n);
    for (const member of [
      { id: '9', roles: [] },
      { id: '6', roles: ['3'] },
    ])
      expect(permissionsIn(guild, member, hidden) & Can.ManageGuild).not.toBe(0n);
  });
});

describe('what the bot may do somewhere, asked of Discord', () => {
  let discord: LoopbackDiscord;
  beforeEach(async () => void (discord = await LoopbackDiscord.start()));
  afterEach(() => discord.close());

  it('agrees with what Discord lets it do, whatever the channel says', async () => {
    const rest = discordRest({ token: discord.token, apiBase: discord.api, perSecond: 100_000 });
    const bit = fc.constantFrom(
      Can.SendMessages,
      Can.AttachFiles,
      Can.SendMessagesInThreads,
      Can.ManageThreads,
    );
    const bits = fc.array(bit, { maxLength: 4 }).map((all) => all.reduce((sum, one) => sum | one, 0n));
    await fc.assert(
      fc.asyncProperty(bits, bits, bits, bits, async (role, denied, allowed, own) => {
        const guild = discord.addGuild({ name: 'g', botPermissions: role | Can.ReadMessageHistory });
        const overwrites = [
          { for: guild, deny: denied },
          { for: discord.botRole(guild), allow: allowed },
          { for: discord.bot, deny: own },
        ];
        const channel = discord.addChannel(guild, { name: 'c', overwrites });
        const thread = discord.addThread(channel, {
          name: 't',
          by: discord.addPerson('p', { guilds: [guild] }),
        });
        for (const place of [channel, thread]) {
          const there = await rightsThere(rest, discord.bot.id, place.id);
          const all = loopbackPermissions(discord.realm.world, discord.bot.id, place);
          // Who may not write may not attach either; what is missing then is to write.
          const told = bitsOf(INVITED) & ~(Can.EmbedLinks | Can.AttachFiles);
          expect((there.bits ?? 0n) & told).toBe(all & told);
          expect(there.isThread).toBe(place === thread);
        }
      }),
      { numRuns: 25 },
    );
    const dm = discord.directChannel(discord.addPerson('bo'));
    expect((await rightsThere(rest, discord.bot.id, dm.id)).bits).toBeUndefined();
  });
});
