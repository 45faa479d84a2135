/**
 * A whole desk, connected to a Discord on the loopback: the house as `main/` wires it, the unmodified client, real
 * stores, and a clock that the test moves. The edition has no feeds and no schedules of its own.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIMessage } from 'discord-api-types/v10';
import pino from 'pino';
import { readConfig } from '../../src/config/read-config.ts';
import type { ChatModel } from '../../src/llm/chat-model.ts';
import { startDesk } from '../../src/main/index.ts';
import type { RunningDesk } from '../../src/main/index.ts';
import type { Stores } from '../../src/main/stores.ts';
import { parseEntry } from '../../src/sessions/entry.ts';
import type { Entry } from '../../src/sessions/entry.ts';
import { sessionKey, transcriptName } from '../../src/sessions/key.ts';
import { wordsOf } from './discord/cards.ts';
import { LoopbackDiscord } from './discord/loopback-discord.ts';
import { FakeClock, eventually, settle } from './fake-clock.ts';
import { tempHome } from './temp-home.ts';

export interface DeskOnDiscordOptions {
  readonly discord: LoopbackDiscord;
  readonly clock: FakeClock;
  readonly home?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Fields of the edition that differ from the sample's. */
  readonly edition?: object;
  /** Who answers; the desk model when absent. */
  readonly model?: ChatModel;
  /** Between the house and its stores. */
  readonly stores?: (stores: Stores) => Stores;
  /** Don't wait for a connection: there is none to come. */
  readonly unconnected?: true;
  /** The desk's log, a line of JSON each. */
  readonly log?: string[];
}

export interface DeskOnDiscord extends RunningDesk {
  readonly home: string;
}

/** A Friday morning in London. */
export const START = Date.UTC(2026, 10, 20, 7, 0, 0);

/** A clock and a Discord that live in the same time. */
export async function discordInTime<C extends FakeClock = FakeClock>(
  options: Parameters<typeof LoopbackDiscord.start>[0] & { clock?: C } = {},
): Promise<{ clock: C; discord: LoopbackDiscord }> {
  const clock = options.clock ?? (new FakeClock(START) as C);
  return { clock, discord: await LoopbackDiscord.start({ now: () => clock.now(), ...options }) };
}

/** Start a desk, and wait until it is connected and has told Discord its commands. */
export async function deskOnDiscord(options: DeskOnDiscordOptions): Promise<DeskOnDiscord> {
  const { discord, clock, home = tempHome(), env = {}, edition = {}, log = [] } = options;
  const given = JSON.parse(readFileSync('data/editions/sample.json', 'utf8')) as Record<string, unknown>;
  const { sample: _, ...real } = given;
  mkdirSync(join(home, 'data', 'editions'), { recursive: true });
  writeFileSync(
    join(home, 'data', 'editions', 'test.json'),
    JSON.stringify({ ...real, name: 'test', feeds: [], schedules: [], pictures: false, ...edition }),
  );
  const { config } = readConfig(
    {
      NIGHTDESK_HOME: home,
      NIGHTDESK_EDITION: 'test',
      NIGHTDESK_TZ: 'Europe/London',
      GATEWAY_PORT: '0',
      DISCORD_TOKEN: discord.token,
      DISCORD_API_BASE: discord.api,
      ...env,
    },
    home,
  );
  const before = discord.records.requests.length;
  const desk = await startDesk({
    config,
    clock,
    ...(options.model && { model: options.model }),
    ...(options.stores && { stores: options.stores }),
    log: pino({ level: 'debug' }, { write: (line: string) => void log.push(line) }),
  });
  if (options.unconnected) return { ...desk, home };
  await eventually(
    () =>
      log.some((line) => line.includes('Discord: commands registered')) &&
      discord.records.requests.length > before,
    'the desk is connected to Discord',
  );
  await settle();
  return { ...desk, home };
}

/** Wait for a message of the bot in a channel, whatever its form. */
export async function botSaid(
  discord: LoopbackDiscord,
  channel: { id: string },
  what: string | RegExp,
): Promise<APIMessage> {
  return eventually(
    () =>
      discord
        .messages(channel)
        .findLast(
          (message) =>
            message.author.id === discord.bot.id &&
            (typeof what === 'string' ? wordsOf(message).includes(what) : what.test(wordsOf(message))),
        ),
    `the bot says ${String(what)} in ${channel.id}: ${JSON.stringify(discord.messages(channel).map((message) => wordsOf(message)))}`,
  );
}

/** What the desk has written down about a channel: the entries of its transcript. */
export function remembered(desk: Pick<DeskOnDiscord, 'home'>, channel: { id: string }): Entry[] {
  const file = join(desk.home, 'sessions', transcriptName(sessionKey('discord', channel.id)));
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => parseEntry(line) ?? []);
}
