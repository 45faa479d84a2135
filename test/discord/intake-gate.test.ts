/** Messages of a session that begins wait until what was missed before them is being read. */
import { ChannelType, Collection } from 'discord.js';
import type { Client, Message } from 'discord.js';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { KnownSession } from '../../src/channels/channel-deps.ts';
import type { DiscordDeps } from '../../src/channels/discord/discord-deps.ts';
import { DiscordIntake } from '../../src/channels/discord/discord-intake.ts';
import { Typing } from '../../src/channels/discord/typing.ts';
import { sessionKey } from '../../src/sessions/key.ts';
import { FakeClock, settle } from '../support/fake-clock.ts';

const ME = '1';
const [FERRY, HARBOUR] = ['100000000000000001', '100000000000000002'];
const SERVERS = { [FERRY]: '77', [HARBOUR]: '88' };

/** What happens in channels with jobs, in order; lists of sessions come when the test says so. */
function anIntake() {
  const happened: string[] = [];
  const lists: (() => void)[] = [];
  const sessions = Object.entries(SERVERS).map(([id, guildId]): KnownSession => {
    const key = sessionKey('discord', id);
    return { key, title: id, origin: { channel: 'discord', chatId: id, guildId }, updatedAtMs: 0 };
  });
  const clock = new FakeClock(Date.UTC(2026, 10, 20));
  const intake = new DiscordIntake(
    {
      clock,
      log: pino({ level: 'silent' }),
      settings: { allowedGuilds: [] },
      isBound: () => true,
      sessions: () => new Promise((resolve) => lists.push(() => resolve(sessions))),
      intake: {
        observe: ({ id }: { id: string }) => Promise.resolve(happened.push(`heard ${id}`)),
        readBack: (key: string) => Promise.resolve(happened.push(`read ${key}`)),
        seen: () => {},
      },
    } as unknown as DiscordDeps,
    new Typing(async () => {}, clock),
  );
  const list = async () => {
    lists.shift()?.();
    await settle();
  };
  return { intake, happened, list };
}

const client = { user: { id: ME }, channels: { cache: new Collection() } } as unknown as Client<true>;

function said(id: string, channelId: string): Message {
  const guild = { id: SERVERS[channelId as keyof typeof SERVERS] };
  const channel = { id: channelId, name: 'news', guild, type: ChannelType.GuildText };
  return {
    id,
    channelId,
    content: `words of ${id}`,
    author: { id: '5', displayName: 'Ann' },
    webhookId: null,
    createdTimestamp: 0,
    channel: { ...channel, isDMBased: () => false, isThread: () => false },
    client: { user: { id: ME }, channels: client.channels },
    attachments: new Collection(),
    messageSnapshots: new Collection(),
    mentions: { users: new Collection(), roles: new Collection(), members: null, repliedUser: null },
  } as unknown as Message;
}

it('goes on waiting when another session begins before the missed messages of the first are read', async () => {
  const { intake, happened, list } = anIntake();
  intake.hold();
  intake.receive(said('9', FERRY));
  intake.hold();
  await settle();
  expect(happened).toEqual([]);
  void intake.catchUp(client);
  await list();
  expect(happened).toEqual([`read discord:${FERRY}`, `read discord:${HARBOUR}`, 'heard 9']);
});

it('of one server waits for its own missed messages when those of another server are read first', async () => {
  const { intake, happened, list } = anIntake();
  intake.hold();
  void intake.catchUp(client, SERVERS[FERRY]);
  void intake.catchUp(client, SERVERS[HARBOUR]);
  intake.receive(said('9', HARBOUR));
  await list();
  expect(happened).toEqual([`read discord:${FERRY}`]);
  await list();
  void intake.catchUp(client);
  await list();
  expect(happened.indexOf('heard 9')).toBeGreaterThan(happened.indexOf(`read discord:${HARBOUR}`));
});
