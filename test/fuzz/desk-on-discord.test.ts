/**
 * A whole desk as people start it, and random input at each of its edges: frames, methods, MCP's tools, events and commands
 * of Discord. Everything is answered, nothing is "internal", and the desk still works at the end.
 */
import fc from 'fast-check';
import { ApplicationCommandOptionType as Kind } from 'discord.js';
import type { APIApplicationCommand, APIApplicationCommandOption, APIUser } from 'discord-api-types/v10';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { httpClient, textOf, tool } from '../edges/mcp/a-client.ts';
import { found, startDesk } from '../support/desk-process.ts';
import type { Running } from '../support/desk-process.ts';
import { expectFitting } from '../support/discord-newsroom.ts';
import type { Options } from '../support/discord/command-options.ts';
import { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import type { Channel, Guild } from '../support/discord/world.ts';
import { holds, mangled, mangledJson, odd } from './fuzz.ts';

let home: string;
let discord: LoopbackDiscord;
let desk: Running;
let guild: Guild;
let news: Channel;
let ann: APIUser;
let token: string;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'nightdesk-fuzz-')); // It outlives a test.
  discord = await LoopbackDiscord.start();
  guild = discord.addGuild({ name: 'Newsroom' });
  const editors = discord.addRole(guild, 'editors', 8n);
  ann = discord.addPerson('ann', { guilds: [guild], roles: [editors] });
  news = discord.addChannel(guild, { name: 'news' });
  desk = await startDesk(home, {
    ...{ DISCORD_TOKEN: discord.token, DISCORD_API_BASE: discord.api },
    ...{ NIGHTDESK_SKIP_CRON: '1', LOG_LEVEL: 'warn' },
  });
  token = readFileSync(join(home, 'data', 'gateway.token'), 'utf8').trim();
  await found(() => (discord.commands().length > 0 || discord.commands(guild).length > 0 ? true : undefined));
});

afterAll(async () => {
  const stopped = await desk?.stop();
  await discord?.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  expect(stopped?.code, desk?.errors()).toBe(0);
});

/** The desk answers, and is the process that was started. */
async function works(): Promise<void> {
  expect(desk.child.exitCode).toBeNull();
  await desk.rpc('desk.status');
}

describe('a desk with random input', () => {
  it('answers each frame of a WebSocket, whatever it is', async () => {
    const samples = [
      {
        id: 1,
        method: 'chat.send',
        params: { sessionKey: 'console:news', text: 'what waits for approval?' },
      },
      { id: 2, method: 'sessions.history', params: { key: 'console:news', limit: 5 } },
      {
        id: 3,
        method: 'cron.add',
        params: { name: 'x', schedule: { everyMs: 60_000 }, payload: { message: 'm' } },
      },
      { id: 4, method: 'cron.preview', params: { schedule: 'every weekday 7:30', tz: 'hong kong' } },
      { id: 5, method: 'newsroom.status', params: {} },
      { id: 6, method: 'heartbeat.set', params: { enabled: false } },
    ];
    const frame = fc.oneof(
      mangled(samples.map((one) => JSON.stringify(one))),
      mangledJson(samples).map((one) => JSON.stringify(one) ?? 'undefined'),
    );
    const socket = new WebSocket(`${desk.base.replace('http', 'ws')}/ws`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const answers: { id?: unknown; error?: { code: string; message: string } }[] = [];
    socket.on('message', (data: Buffer) =>
      answers.push(JSON.parse(data.toString()) as (typeof answers)[number]),
    );
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    let n = 0;
    await holds(frame, async (text) => {
      socket.send(text);
      const id = `after ${n++}`;
      socket.send(JSON.stringify({ id, method: 'cron.status' }));
      await found(() => answers.find((one) => one.id === id));
    });
    socket.close();
    expect(answers.flatMap(({ error }) => (error?.code === 'internal' ? [error.message] : []))).toEqual([]);
    await works();
  });

  it("answers each call of MCP's tools, as their schemas say", async () => {
    const { client } = await httpClient(desk.base, token, 'admin');
    const { tools } = await client.listTools();
    const call = fc
      .constantFrom(...tools)
      .chain(({ name, inputSchema }) => fc.tuple(fc.constant(name), fits(inputSchema as Shape)));
    await holds(call, async ([name, given]) => {
      const isRecord = typeof given === 'object' && given !== null && !Array.isArray(given);
      const args = isRecord ? (given as Record<string, unknown>) : {};
      expect(textOf(await tool(client, name, args))).not.toMatch(/its log says why/);
    });
    await client.close();
    await works();
  });

  it('survives events of Discord that are not what they should be', async () => {
    const guild_id = guild.id;
    const message = {
      ...{ id: '900000000000000001', channel_id: news.id, guild_id, type: 0, tts: false, pinned: false },
      author: { id: ann.id, username: 'ann', discriminator: '0', avatar: null, global_name: null },
      member: { roles: [], joined_at: '2026-11-20T07:00:00.000Z', deaf: false, mute: false, flags: 0 },
      content: `<@${discord.bot.id}> what waits for approval?`,
      timestamp: '2026-11-20T07:00:00.000Z',
      edited_timestamp: null,
      ...{
        mention_everyone: false,
        mentions: [{ id: discord.bot.id, username: 'desk', discriminator: '0', avatar: null }],
      },
      ...{ mention_roles: [], attachments: [], embeds: [], components: [] },
      message_reference: { message_id: '900000000000000000', channel_id: news.id, guild_id, type: 0 },
    };
    const interaction = {
      ...{ id: '900000000000000002', application_id: discord.bot.id, type: 2, token: 'nobody', version: 1 },
      ...{ guild_id, channel_id: news.id, locale: 'en-US', app_permissions: '8' },
      data: {
        id: '900000000000000003',
        name: 'cron',
        type: 1,
        options: [{ type: 1, name: 'list', options: [] }],
      },
      member: { user: message.author, roles: [], permissions: '8', joined_at: '2026-11-20T07:00:00.000Z' },
    };
    const events = [
      ['MESSAGE_CREATE', message],
      ['MESSAGE_UPDATE', { ...message, edited_timestamp: '2026-11-20T07:01:00.000Z' }],
      ['MESSAGE_DELETE', { id: message.id, channel_id: news.id, guild_id }],
      [
        'MESSAGE_REACTION_ADD',
        {
          user_id: ann.id,
          channel_id: news.id,
          message_id: message.id,
          guild_id,
          emoji: { id: null, name: '👍' },
        },
      ],
      ['INTERACTION_CREATE', interaction],
      [
        'THREAD_CREATE',
        {
          id: '900000000000000004',
          parent_id: news.id,
          guild_id,
          type: 11,
          name: 'x',
          thread_metadata: { archived: false },
        },
      ],
      [
        'CHANNEL_UPDATE',
        { id: news.id, guild_id, type: 0, name: 'news', position: 0, permission_overwrites: [] },
      ],
    ] as const;
    const event = fc
      .constantFrom(...events)
      .chain(([name, data]) => fc.tuple(fc.constant(name), mangledJson([data])));
    await holds(event, ([name, data]) => discord.dispatch(name, data));
    await works();
    const answer = await discord.slash(ann, news, 'help').final();
    expect(answer.content).toContain('Talk to me here');
  });

  it('answers each command, whatever its options are', async () => {
    const leaves = [...discord.commands(), ...discord.commands(guild)].flatMap((command) =>
      leavesOf(command),
    );
    expect(leaves.length).toBeGreaterThan(20);
    const line = fc
      .constantFrom(...leaves)
      .chain(({ path, options }) =>
        fc.tuple(fc.constant(path), fc.record(Object.fromEntries(options.flatMap(valueOf)))),
      );
    await holds(
      line,
      async ([path, options]) => {
        const reply = await discord
          .slash(ann, news, path, options as Options, { unregistered: true })
          .final();
        // Some ask in a form for what is missing.
        if (!reply.modal) expectFitting(reply);
        expect(reply.content).not.toMatch(/its log says why|went wrong/i);
      },
      2,
    );
    await works();
  });
});

interface Shape {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

const WORDS = ['console:desk', 'every 10m', 'Harbour', 'x', '2026-11-20T07:00:00Z', '1', 'en'];

/** Mostly what a schema allows, sometimes anything. */
function fits(shape: Shape): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 8, arbitrary: fitting(shape) }, { weight: 1, arbitrary: odd });
}

function fitting(shape: Shape): fc.Arbitrary<unknown> {
  if (shape.const !== undefined) return fc.constant(shape.const);
  if (shape.enum) return fc.constantFrom(...shape.enum);
  const either = shape.anyOf ?? shape.oneOf;
  if (either) return fc.oneof(...either.map(fitting));
  const type = Array.isArray(shape.type) ? (shape.type as string[])[0] : shape.type;
  switch (type) {
    case 'object': {
      const parts = Object.entries(shape.properties ?? {}).map(([name, part]) => [name, fits(part)] as const);
      return fc.record(Object.fromEntries(parts), { requiredKeys: [...(shape.required ?? [])] });
    }
    case 'array':
      return fc.array(fits(shape.items ?? {}), { maxLength: 3 });
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return fc.integer({
        min: Math.max(shape.minimum ?? 0, -1e9),
        max: Math.min(shape.maximum ?? 100, 1e9),
      });
    case 'string':
      return fc.oneof(fc.constantFrom(...WORDS), mangled(WORDS));
    default:
      return odd;
  }
}

interface Leaf {
  readonly path: string;
  readonly options: readonly APIApplicationCommandOption[];
}

/** `cron add` of `cron`. */
function leavesOf(command: Pick<APIApplicationCommand, 'name' | 'options'>): Leaf[] {
  const inside = (command.options ?? []).filter(
    ({ type }) => type === Kind.Subcommand || type === Kind.SubcommandGroup,
  ) as Pick<APIApplicationCommand, 'name' | 'options'>[];
  if (inside.length === 0) return [{ path: command.name, options: command.options ?? [] }];
  return inside.flatMap((one) =>
    leavesOf(one).map(({ path, options }) => ({ path: `${command.name} ${path}`, options })),
  );
}

/** A value that Discord lets a person send for an option; nothing for what names something of Discord's. */
function valueOf({ name, type }: APIApplicationCommandOption): [string, fc.Arbitrary<unknown>][] {
  if (type === Kind.String) return [[name, mangled(WORDS)]];
  if (type === Kind.Integer) return [[name, fc.integer({ min: -5, max: 5_000 })]];
  if (type === Kind.Boolean) return [[name, fc.boolean()]];
  return [];
}
