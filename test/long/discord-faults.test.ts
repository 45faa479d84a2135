import { MessageType } from 'discord-api-types/v10';
import { afterEach, describe, expect, it } from 'vitest';
import type { Stores } from '../../src/main/stores.ts';
import { sessionKey } from '../../src/sessions/key.ts';
import type { NewOp, OpSpec } from '../../src/sessions/op.ts';
import type { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import type { Channel } from '../support/discord/world.ts';
import { START, botSaid, deskOnDiscord, discordInTime } from '../support/discord-desk.ts';
import type { DeskOnDiscord } from '../support/discord-desk.ts';
import { FlowingClock } from '../support/flowing-clock.ts';

const CHANNELS = 10;
const PER_CHANNEL = 100;
/** A minute of the desk in a second and a half: the fate of a lost message is known after fifteen seconds. */
const SPEED = 40;

describe('a thousand messages through a Discord that fails', () => {
  let clock: FlowingClock;
  let discord: LoopbackDiscord;
  let desk: DeskOnDiscord;

  afterEach(async () => {
    await desk.stop();
    clock.stop();
    await discord.close();
  });

  it('arrive exactly once, and in order in each thread', async () => {
    clock = new FlowingClock(START, SPEED);
    ({ discord } = await discordInTime({ clock }));
    const guild = discord.addGuild({ name: 'Newsroom' });
    const anna = discord.addPerson('anna', { guilds: [guild] });
    const channels = Array.from({ length: CHANNELS }, (_, n) =>
      discord.addChannel(guild, { name: `news-${n}` }),
    );
    const talk = discord.addChannel(guild, { name: 'talk' });
    let stores: Stores | undefined;
    desk = await deskOnDiscord({ discord, clock, stores: (opened) => (stores = opened) });

    const write = { method: 'POST', route: /\/channels\// };
    discord.faults.answer(503, { ...write, probability: 0.04, seed: 11 });
    discord.faults.applyThenAnswer(502, { ...write, probability: 0.02, seed: 12 });
    discord.faults.cut({ ...write, probability: 0.02, seed: 13 });
    discord.faults.loseAcknowledgement({ ...write, probability: 0.04, seed: 14 });
    discord.faults.applyLate({ ...write, probability: 0.01, seed: 15 }, 100);
    discord.faults.answer(500, { method: 'GET', probability: 0.05, seed: 16 });
    discord.faults.dropSocketsEvery(2_000);

    for (const channel of channels) await stores!.ops.put(opsOf(channel));
    discord.say(anna, talk, `<@${discord.bot.id}> hello`); // which sets the dispatcher going
    await expect
      .poll(() => channels.map((channel) => inThread(channel).length), { timeout: 200_000, interval: 250 })
      .toEqual(channels.map(() => PER_CHANNEL - 2));
    discord.faults.clear();
    await botSaid(discord, talk, /./);

    for (const channel of channels) {
      expect(discord.messages(channel).map(({ content }) => content)).toEqual(['A story']);
      expect(inThread(channel)).toEqual(chunks());
    }
    const failed = discord.records.of('POST').filter(({ status }) => status === undefined || status >= 500);
    expect(failed.length).toBeGreaterThan(60); // there was something to survive
    const open = await stores!.ops.lanes();
    expect(open).toEqual([]);
  });

  const inThread = (channel: Channel) => {
    const [thread] = discord.realm.world.threadsOf(channel);
    // Discord itself begins a thread with a message that only points to where it began.
    const said = thread ? discord.messages(thread).filter(({ type }) => type === MessageType.Default) : [];
    return said.map(({ content }) => content);
  };
});

/** Two of them are alike: what was said twice is there twice. */
function chunks(): string[] {
  return Array.from({ length: PER_CHANNEL - 2 }, (_, n) => (n % 10 === 9 ? 'and so on' : `Part ${n}`));
}

/** A title post, a thread on it, and what follows there. */
function opsOf(channel: Channel): NewOp[] {
  const lane = sessionKey('discord', channel.id);
  const at = { id: channel.id };
  const op = (part: string, spec: OpSpec): NewOp => ({ key: `${channel.id}/${part}`, lane, spec });
  return [
    op('title', { kind: 'post', channel: at, text: 'A story' }),
    op('thread', { kind: 'thread', channel: at, message: { op: `${channel.id}/title` }, name: 'A story' }),
    ...chunks().map((text, n) => op(`${n}`, { kind: 'post', channel: { op: `${channel.id}/thread` }, text })),
  ];
}
