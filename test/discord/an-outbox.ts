import { readFile } from 'node:fs/promises';
import { ChineseNames } from '../../src/commands/chinese-names.ts';
import { commandList } from '../../src/main/features.ts';
/** The real outbox at a loopback Discord, with what a desk would give it. */
import { DiscordOutbox } from '../../src/channels/discord/discord-outbox.ts';
import type { OutboxDeps } from '../../src/channels/discord/discord-outbox.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { Claimed, Sendable } from '../../src/sessions/op.ts';
import type { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import { FakeClock } from '../support/fake-clock.ts';

export const KEY = Buffer.from('a key for tests, and for nothing else');
export const MESSAGES = '/channels/:channel/messages';
export const nobodys: Claimed = () => Promise.resolve(new Set());

export function anOutbox(discord: LoopbackDiscord, given: Partial<OutboxDeps> = {}) {
  const clock = new FakeClock();
  const alarms: string[] = [];
  const outbox = new DiscordOutbox({
    rest: { token: discord.token, apiBase: discord.api, timeoutMs: 2_000, perSecond: 100_000 },
    clock,
    key: KEY,
    readFile: (path) => readFile(path),
    names: new ChineseNames(commandList()),
    me: () => discord.bot.id,
    newestKnown: (channel) => discord.messages({ id: channel }).at(-1)?.id,
    unauthorized: () => alarms.push('unauthorized'),
    ...given,
  });
  const signal = new AbortController().signal;
  return {
    outbox,
    clock,
    alarms,
    /** As the dispatcher sends it: the newest message known is noted first. */
    send: async (op: Sendable) => outbox.send(op, signal),
    noted: async (op: Sendable): Promise<Sendable> => {
      const after = await outbox.newest(op.spec.channel);
      return after === undefined ? op : { ...op, after };
    },
  };
}

/** An op in its channel's own lane. */
export function op(key: string, spec: Sendable['spec']): Sendable {
  return { key, lane: parseSessionKey(`discord:${spec.channel}`), spec };
}

export function post(key: string, channel: { id: string }, text = key): Sendable {
  return op(key, { kind: 'post', channel: channel.id, text });
}
