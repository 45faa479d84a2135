import { PermissionFlagsBits as Can } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandPayloads } from '../../src/channels/discord/command-payload.ts';
import { signedId } from '../../src/channels/discord/component-ids.ts';
import { discordRest } from '../../src/channels/discord/discord-rest.ts';
import { registerCommands } from '../../src/channels/discord/register-commands.ts';
import type { Registration } from '../../src/channels/discord/register-commands.ts';
import { channelCommands } from '../../src/commands/channel-commands.ts';
import type { Command } from '../../src/feature/command.ts';
import { goneCommands } from '../../src/commands/gone-commands.ts';
import { commandList } from '../../src/main/features.ts';
import { LoopbackDiscord } from '../support/discord/loopback-discord.ts';

const word = { en: 'A word', zh: '一個字' };
const plain: Command = {
  name: 'story why',
  description: { en: 'Why this story', zh: '為何選這個報道' },
  right: 'talk',
  ephemeral: true,
  options: [],
  run: async () => ({ text: 'because' }),
};

describe('commands, as Discord is told of them', () => {
  const commands = commandList().filter(({ onMessage }) => !onMessage);

  it('are grouped by their first word, with descriptions in both languages', () => {
    const payloads = commandPayloads(commands, { scope: 'global', editorRoles: false });
    expect(payloads.map(({ name }) => name).sort()).toEqual([
      'brief',
      'channel',
      'cron',
      'desk',
      'help',
      'newsletter',
      'session',
      'story',
      'thread',
    ]);
    const cron = payloads.find(({ name }) => name === 'cron');
    expect(cron?.options?.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['add', 'list', 'show', 'edit', 'pause', 'resume', 'remove', 'history']),
    );
    const described = (one: object): { description: string; description_localizations?: object | null }[] => {
      const { options = [], ...rest } = one as { options?: object[]; description: string };
      return [rest, ...options.flatMap(described)];
    };
    for (const { description, description_localizations: others } of payloads.flatMap(described)) {
      expect(description.length).toBeGreaterThan(0);
      expect(description.length).toBeLessThanOrEqual(100);
      expect(others).toMatchObject({
        'zh-TW': expect.stringMatching(/^.{1,100}$/u) as string,
        'zh-CN': expect.stringMatching(/^.{1,100}$/u) as string,
      });
    }
  });

  it('tell what options take: the required first, types, ranges, choices, and what is completed', () => {
    const command: Command = {
      ...plain,
      options: [
        { name: 'limit', type: 'integer', description: word, min: 1, max: 25 },
        { name: 'sure', type: 'boolean', description: word },
        { name: 'form', type: 'string', description: word, choices: [{ name: 'Short', value: 'short' }] },
        {
          name: 'many',
          type: 'integer',
          description: word,
          choices: Array.from({ length: 26 }, (_, value) => ({ name: `${value}`, value })),
        },
        { name: 'story', type: 'string', description: word, required: true, autocomplete: async () => [] },
      ],
    };
    const [group] = commandPayloads([command], { scope: 'guild', editorRoles: false });
    expect(group?.options?.[0]).toMatchObject({
      type: 1,
      name: 'why',
      options: [
        { type: 3, name: 'story', required: true, autocomplete: true },
        { type: 4, name: 'limit', required: false, min_value: 1, max_value: 25 },
        { type: 5, name: 'sure' },
        { type: 3, name: 'form', choices: [{ name: 'Short', value: 'short' }] },
        expect.not.objectContaining({ choices: expect.anything() as unknown }) as object,
      ],
    });
  });

  it('leave out hidden ones, and are for those who may use them', () => {
    const rights = (editorRoles: boolean) =>
      Object.fromEntries(
        commandPayloads([...commands, { ...plain, name: 'places bind', hidden: true }], {
          scope: 'global',
          editorRoles,
        }).map(({ name, default_member_permissions: bits }) => [name, bits]),
      );
    const editors = String(Can.ManageChannels);
    expect(rights(false)).toEqual({
      cron: editors,
      channel: editors,
      thread: editors,
      desk: editors,
      session: null,
      story: null,
      brief: null,
      newsletter: null,
      help: null,
    });
    expect(rights(true)).toMatchObject({ cron: null, channel: null, thread: null, desk: null });
    const contexts = commandPayloads(commands, { scope: 'global', editorRoles: false }).map(
      ({ name, contexts: places }) => [name, places],
    );
    expect(Object.fromEntries(contexts)).toMatchObject({
      cron: [0, 1],
      channel: [0],
      thread: [0],
      help: [0, 1],
    });
  });

  it('are refused when one word would be a command and a group', () => {
    const terms = { scope: 'global', editorRoles: false } as const;
    expect(() => commandPayloads([{ ...plain, name: 'story' }, plain], terms)).toThrow('/story');
  });

  it('fit into the ids of their questions, hidden ones too, at their longest', () => {
    const nobody = {} as Parameters<typeof channelCommands>[0] & Parameters<typeof goneCommands>[0];
    // What questions ask back: ids of jobs, fingerprints of lists, sessions, switches.
    const asked: Readonly<Record<string, string | boolean>> = {
      job: '01jd0000000000000000000000',
      jobs: 'f'.repeat(16),
      from: 'discord:12345678901234567890',
      sure: true,
    };
    const expiresAtMs = Date.UTC(2036, 0, 1);
    const audience = { channel: '12345678901234567890', user: '23456789012345678901' };
    for (const command of [...commands, ...channelCommands(nobody), ...goneCommands(nobody)]) {
      const names = command.options.map(({ name }) => name).filter((name) => name in asked);
      const options = Object.fromEntries(names.map((name) => [name, asked[name] ?? '']));
      const pressed = { command: command.name, options: { ...options, '?': 'to' }, expiresAtMs };
      expect(signedId('key', pressed, audience).length, command.name).toBeLessThanOrEqual(100);
    }
  });
});

describe('registering commands', () => {
  let discord: LoopbackDiscord;
  let kept: string | undefined;

  beforeEach(async () => {
    discord = await LoopbackDiscord.start();
    kept = undefined;
  });
  afterEach(() => discord.close());

  const register = (given: Partial<Registration> = {}) =>
    registerCommands({
      rest: discordRest({ token: discord.token, apiBase: discord.api }),
      application: discord.realm.world.application.id,
      commands: commandList(),
      guildIds: [],
      editorRoles: false,
      registered: { get: async () => kept, set: async (value) => void (kept = value) },
      ...given,
    });
  const there = (scope: string) => (discord.realm.world.commands.get(scope) ?? []).map(({ name }) => name);
  const names = () =>
    commandPayloads(commandList(), { scope: 'global', editorRoles: false }).map(({ name }) => name);
  const puts = () => discord.records.of('PUT').length;

  it('puts them once, and again only when they differ', async () => {
    expect(await register()).toEqual({ put: ['global'], unchanged: [], cleared: [], problems: [] });
    expect(there('global')).toEqual(names());
    expect(await register()).toEqual({ put: [], unchanged: ['global'], cleared: [], problems: [] });
    expect(puts()).toBe(1);
    expect(await register({ editorRoles: true })).toMatchObject({ put: ['global'] });
    const [first] = discord.realm.world.commands.get('global') ?? [];
    if (first) first.description_localizations = { 'zh-TW': '別的' };
    expect(await register({ editorRoles: true })).toMatchObject({ put: ['global'] });
    expect(await register({ editorRoles: true, commands: [plain] })).toMatchObject({ put: ['global'] });
    expect(there('global')).toEqual(['story']);
  });

  it('moves them from everywhere to servers and back, so that nobody sees them twice', async () => {
    const guilds = [discord.addGuild({ name: 'one' }), discord.addGuild({ name: 'two' })];
    const [one = '', two = ''] = guilds.map(({ id }) => id);
    await register();
    discord.realm.world.commands.get('global')?.push({
      ...discord.realm.world.commands.get('global')![0]!,
      id: '77',
      name: 'of-somebody-else',
    });
    expect(await register({ guildIds: [one, two, one] })).toEqual({
      put: [one, two],
      unchanged: [],
      cleared: ['global'],
      problems: [],
    });
    expect([there('global'), there(one), there(two)]).toEqual([['of-somebody-else'], names(), names()]);
    expect(await register({ guildIds: [two] })).toEqual({
      put: [],
      unchanged: [two],
      cleared: [one],
      problems: [],
    });
    expect(await register()).toEqual({ put: ['global'], unchanged: [], cleared: [two], problems: [] });
    expect([there(one), there(two)]).toEqual([[], []]);
  });

  it('says what can not be registered, and does the rest', async () => {
    const here = discord.addGuild({ name: 'here' });
    const away = discord.addGuild({ name: 'away', withBot: false });
    const done = await register({ guildIds: [away.id, here.id] });
    expect(done.put).toEqual([here.id]);
    expect(done.problems).toEqual([
      expect.stringContaining('Invite it: https://discord.com/oauth2/') as string,
    ]);
    discord.faults.answer(400, { method: 'PUT' }, { code: 50_035, message: 'Invalid Form Body' });
    expect((await register({ commands: [plain], guildIds: [here.id] })).problems).toEqual([
      `Discord refuses the commands in the server ${here.id}: Invalid Form Body (50035).`,
    ]);
    discord.faults.answer(500, { method: 'GET' });
    expect((await register({ guildIds: [here.id] })).problems).toMatchObject([/Discord answered 500/]);
  });

  it('forgets servers that the bot has left', async () => {
    const guild = discord.addGuild({ name: 'one' });
    await register({ guildIds: [guild.id] });
    discord.removeGuild(guild);
    expect(await register()).toMatchObject({ put: ['global'], problems: [] });
    expect(kept).toBe('["global"]');
  });
});
