/** How many messages a desk posts in a second that wait in its outbox, where Discord works and where it fails. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { sessionKey } from '../src/sessions/key.ts';
import type { NewOp } from '../src/sessions/op.ts';
import { SqliteSql } from '../src/store/sqlite/sqlite-sql.ts';
import { SqlIntakeBook } from '../src/store/sql/intake-book.ts';
import { SqlOpBook } from '../src/store/sql/op-book.ts';
import type { Channel } from '../test/support/discord/world.ts';
import { found } from '../test/support/desk-process.ts';
import { withDesk } from './discord-desk.ts';
import { DiscordTown, routesOf } from './discord-town.ts';
import type { Row } from './row.ts';

const SIZE = { guilds: 10, channels: 10, members: 1 };
const EACH = 30;
/** A lost message shows at once on the loopback; fifteen seconds are for Discord. */
const ENV = { BENCH_PER_SECOND: '100000', BENCH_SETTLE_MS: '200' };

export async function benchDiscordOutbox(): Promise<Row[]> {
  const whole = await posted(() => {});
  const failing = await posted(({ discord: { faults } }) => {
    const write = { method: 'POST', route: '/channels/:channel/messages' };
    faults.answer(503, { ...write, probability: 0.04, seed: 11 });
    faults.applyThenAnswer(502, { ...write, probability: 0.02, seed: 12 });
    faults.cut({ ...write, probability: 0.02, seed: 13 });
    faults.loseAcknowledgement({ ...write, probability: 0.02, seed: 14 });
  });
  const row = (what: string, value: number, unit: string): Row => ({ what, value, unit, goal: '' });
  return [
    row('posted from the outbox into 100 channels', whole.perSecond, '1/s'),
    row('the same: processor time each', whole.cpuMs, 'ms'),
    row('posted while 10% of the requests fail', failing.perSecond, '1/s'),
    row('the same: processor time each', failing.cpuMs, 'ms'),
    row('the same: requests for each that arrived', failing.requests, ''),
  ];
}

/** Fails unless every message is there exactly once, in order. */
async function posted(arrange: (town: DiscordTown) => void) {
  const town = await DiscordTown.build(SIZE);
  try {
    return await withDesk(town, { env: ENV }, async (desk) => {
      const talk = town.discord.addChannel(town.guilds[0]!, { name: 'talk' });
      const answered = town.arrival('POST', routesOf(talk).messages);
      await put(join(desk.home, 'data', 'nightdesk.sqlite3'), town);
      arrange(town);
      let requests = 0;
      const stop = town.watch(() => (requests += 1));
      const count = SIZE.guilds * SIZE.channels * EACH;
      const cpu = desk.cpuMs();
      const begun = performance.now();
      town.ask(talk, 0); // which sets the dispatcher going
      await answered;
      const there = () =>
        town.channels.reduce((sum, channel) => sum + town.discord.messages(channel).length, 0);
      await found(() => (there() >= count ? true : undefined), 300_000);
      const tookMs = performance.now() - begun;
      const cpuMs = (desk.cpuMs() - cpu) / count;
      stop();
      town.discord.faults.clear();
      for (const channel of town.channels) mustBeWhole(town, channel);
      return { perSecond: (count / tookMs) * 1_000, cpuMs, requests: requests / count };
    });
  } finally {
    await town.close();
  }
}

/** Into the outbox of the running desk: its sessions, and what is to be posted there. */
async function put(file: string, { channels }: DiscordTown): Promise<void> {
  const db = new Database(file);
  db.pragma('busy_timeout = 5000');
  const sql = new SqliteSql(db);
  const intake = new SqlIntakeBook(sql);
  const ops = new SqlOpBook(sql);
  await Promise.all(
    channels.map(({ id }) =>
      intake.describe(
        { key: sessionKey('discord', id), origin: { channel: 'discord', chatId: id, kind: 'channel' } },
        { nowMs: Date.now(), unified: false },
      ),
    ),
  );
  await ops.put(channels.flatMap((channel) => texts().map((text, n) => opOf(channel, n, text))));
  db.close();
}

function opOf({ id }: Channel, n: number, text: string): NewOp {
  return {
    key: `bench/${id}/${n}`,
    lane: sessionKey('discord', id),
    spec: { kind: 'post', channel: { id }, text },
  };
}

function texts(): string[] {
  return Array.from(
    { length: EACH },
    (_, n) => `Part ${n}: the council meets at ten; the vote is expected before noon.`,
  );
}

function mustBeWhole(town: DiscordTown, channel: Channel): void {
  const there = town.discord.messages(channel).map(({ content }) => content);
  if (JSON.stringify(there) !== JSON.stringify(texts()))
    throw new Error(`what was posted in ${channel.id} is not whole: ${JSON.stringify(there)}`);
}
