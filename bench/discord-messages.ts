/** How many messages of people a desk on Discord handles in a second: overheard, not for it, and addressed to it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { found } from '../test/support/desk-process.ts';
import { sessionKey, transcriptName } from '../src/sessions/key.ts';
import { bind, withDesk } from './discord-desk.ts';
import type { DeskProcess } from './discord-desk.ts';
import { DiscordTown, routesOf } from './discord-town.ts';
import type { Row } from './row.ts';

const SIZE = { guilds: 10, channels: 20, members: 20 };
const BOUND = 100;
const OVERHEARD = 10_000;
const DROPPED = 20_000;
const ROUNDS = 10;
/** Discord takes 50 requests a second: fewer rounds, then. */
const ROUNDS_AT_FIFTY = 2;
const UNLIMITED = { BENCH_PER_SECOND: '100000' };

export async function benchDiscordMessages(): Promise<Row[]> {
  const town = await DiscordTown.build(SIZE);
  try {
    const heard = await withDesk(town, { env: UNLIMITED }, async (desk) => {
      await bind(desk, town.channels.slice(0, BOUND));
      return [
        ...(await overheard(town, desk)),
        ...(await dropped(town, desk)),
        ...(await addressed(town, desk, ROUNDS, 'addressed')),
      ];
    });
    const atFifty = await withDesk(town, {}, (desk) =>
      addressed(town, desk, ROUNDS_AT_FIFTY, "addressed, at Discord's 50 requests a second"),
    );
    return [...heard, ...atFifty];
  } finally {
    await town.close();
  }
}

/** Talk of many people in channels with jobs, until all of it is in the transcripts. */
async function overheard(town: DiscordTown, desk: DeskProcess): Promise<Row[]> {
  const channels = town.channels.slice(0, BOUND);
  const cpu = desk.cpuMs();
  const begun = town.atOnce(() => {
    for (let n = 0; n < OVERHEARD; n++)
      town.say(channels[n % BOUND]!, n, `Observed ${n}: the council meets at ten, the vote is before noon.`);
  });
  const written = () => channels.reduce((sum, { id }) => sum + observedIn(desk.home, id), 0);
  await found(() => (written() >= OVERHEARD ? true : undefined), 300_000);
  return perSecond('overheard in channels with jobs, written down', OVERHEARD, {
    begun,
    cpuMs: desk.cpuMs() - cpu,
  });
}

/** Talk in channels without jobs, until a question that came last is answered. */
async function dropped(town: DiscordTown, desk: DeskProcess): Promise<Row[]> {
  const channels = town.channels.slice(BOUND);
  const last = channels[0]!;
  const answered = town.arrival('POST', routesOf(last).messages);
  const cpu = desk.cpuMs();
  const begun = town.atOnce(() => {
    for (let n = 0; n < DROPPED; n++)
      town.say(channels[n % channels.length]!, n, `Talk ${n}: nothing that the desk has to hear.`);
    town.ask(last, 0);
  });
  const ended = await answered;
  return perSecond('not for the desk, and passed over', DROPPED, { begun, ended, cpuMs: desk.cpuMs() - cpu });
}

/** A conversation in each of a hundred channels: the next question follows the answer. */
async function addressed(town: DiscordTown, desk: DeskProcess, rounds: number, what: string): Promise<Row[]> {
  const channels = town.channels.slice(0, BOUND);
  const left = new Map(channels.map((channel) => [routesOf(channel).messages, { channel, rounds }]));
  let answers = 0;
  let requests = 0;
  const cpu = desk.cpuMs();
  const begun = performance.now();
  await new Promise<void>((resolve) => {
    const stop = town.watch(({ method, path }) => {
      requests += 1;
      const asked = method === 'POST' ? left.get(path) : undefined;
      if (!asked) return;
      answers += 1;
      asked.rounds -= 1;
      if (asked.rounds > 0) setImmediate(() => town.ask(asked.channel, answers));
      if (answers < BOUND * rounds) return;
      stop();
      resolve();
    });
    for (const [n, channel] of channels.entries()) town.ask(channel, n);
  });
  return [
    ...perSecond(`${what}, until answered`, answers, { begun, cpuMs: desk.cpuMs() - cpu }),
    { what: 'the same: requests for an answer', value: requests / answers, unit: '', goal: '' },
  ];
}

function perSecond(
  what: string,
  count: number,
  { begun, ended = performance.now(), cpuMs }: { begun: number; ended?: number; cpuMs: number },
): Row[] {
  return [
    { what, value: (count / (ended - begun)) * 1_000, unit: '1/s', goal: '' },
    { what: 'the same: processor time each', value: cpuMs / count, unit: 'ms', goal: '' },
  ];
}

function observedIn(home: string, channel: string): number {
  const file = join(home, 'sessions', transcriptName(sessionKey('discord', channel)));
  return existsSync(file) ? readFileSync(file, 'utf8').split('Observed ').length - 1 : 0;
}
