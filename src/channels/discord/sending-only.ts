/**
 * Discord for a process that only sends: messages go by REST, without a gateway connection. What a connection would
 * know is requested: the bot's id, and the newest message of a channel.
 */
import { Routes } from 'discord-api-types/v10';
import type { APITextChannel, APIUser } from 'discord-api-types/v10';
import { ChineseNames } from '../../commands/chinese-names.ts';
import type { CommandDeclaration } from '../../feature/command.ts';
import type { Outbox } from '../../sessions/op.ts';
import type { Clock } from '../../time/clock.ts';
import { DiscordOutbox } from './discord-outbox.ts';
import type { OutboxDeps } from './discord-outbox.ts';
import { discordRest, failureOf } from './discord-rest.ts';
import { DISCORD } from './traits.ts';

interface SendingDeps extends Pick<OutboxDeps, 'rest' | 'clock' | 'key' | 'readFile' | 'settleMs'> {
  /** Aborts the requests. */
  readonly signal: AbortSignal;
  readonly commands: readonly CommandDeclaration[];
  readonly remark: (text: string) => void;
}

const ASK_AGAIN_MS = 5_000;

/** Returns at once: ops wait until Discord has told the bot's id. */
// ts-unused-exports:disable-next-line
export function sendingOnly({ signal, remark, commands, ...deps }: SendingDeps): Outbox {
  const rest = discordRest(deps.rest);
  let me: string | undefined;
  const outbox = new DiscordOutbox({
    ...deps,
    names: new ChineseNames(commands),
    me: () => me,
    newestKnown: () => undefined,
    unauthorized: () => remark('Discord refuses the token'),
    noCards: (channel, because) =>
      remark(`No cards in ${DISCORD.writes.chat(channel)}, plain words instead: ${because}`),
  });
  void askWho(
    async () => {
      me = ((await rest.get(Routes.user())) as APIUser).id;
    },
    { clock: deps.clock, signal, remark },
  );
  return {
    settleMs: outbox.settleMs,
    newest: async (channel) => {
      if (me === undefined) return undefined;
      try {
        const { last_message_id } = (await rest.get(Routes.channel(channel))) as APITextChannel;
        return last_message_id ?? channel;
      } catch {
        return channel; // Sending will report it.
      }
    },
    send: (op, cutOff) => outbox.send(op, cutOff),
    readBack: (op, claimed) => outbox.readBack(op, claimed),
  };
}

async function askWho(
  ask: () => Promise<void>,
  { clock, signal, remark }: { clock: Clock; signal: AbortSignal; remark: (text: string) => void },
): Promise<void> {
  while (!signal.aborted) {
    try {
      return await ask();
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind === 'unauthorized') return remark('Discord refuses the token');
      remark('says' in failure ? failure.says : 'Discord is busy');
      await clock.until(clock.now() + ASK_AGAIN_MS, signal).catch(() => {});
    }
  }
}
