/**
 * Reactions to the desk's messages, as commands: an emoji that a command declares invokes it, and taking the reaction
 * back invokes it again as that. The reactor's rights are looked up each time. Nobody is answered.
 */
import type { Client } from 'discord.js';
import type {
  GatewayMessageReactionAddDispatchData,
  GatewayMessageReactionRemoveDispatchData,
} from 'discord-api-types/v10';
import { oneByOne } from '../../async/joined.ts';
import { sessionKey } from '../../sessions/key.ts';
import type { DiscordDeps } from './discord-deps.ts';
import { rightsAt } from './people.ts';
import { plainLabel } from './plain-label.ts';

type Reaction = GatewayMessageReactionAddDispatchData | GatewayMessageReactionRemoveDispatchData;

/** More wait only in a flood, and are dropped. */
const MOST_WAITING = 200;
/** Skin tones and the sign that asks for a picture. */
const VARIANTS = /[\u{1F3FB}-\u{1F3FF}\uFE0F]/gu;

export class Reactions {
  readonly #deps: DiscordDeps;
  readonly #inTurn = oneByOne();
  #waiting = 0;

  constructor(deps: DiscordDeps) {
    this.#deps = deps;
  }

  /** @param via whether it was given or taken back. */
  arrived(client: Client, data: Reaction, via: 'reacted' | 'unreacted'): void {
    const { commands, log } = this.#deps;
    const emoji = data.emoji.name?.replace(VARIANTS, '');
    const command = commands
      .list()
      .find(({ onReaction }) => onReaction !== undefined && onReaction === emoji);
    if (command === undefined || !client.isReady() || !isForUs(data, client.user.id)) return;
    if (this.#waiting >= MOST_WAITING)
      return log.warn({ module: 'discord' }, 'too many reactions: one is left out');
    this.#waiting += 1;
    void this.#inTurn(() => this.#invoke(client, command.name, data, via))
      .catch((error: unknown) => log.warn({ err: error }, 'a reaction could not be taken in'))
      .finally(() => (this.#waiting -= 1));
  }

  /** Resolves when those that have arrived are done. */
  async idle(): Promise<void> {
    await this.#inTurn(async () => {});
  }

  async #invoke(
    client: Client<true>,
    name: string,
    data: Reaction,
    via: 'reacted' | 'unreacted',
  ): Promise<void> {
    const { commands, settings } = this.#deps;
    const { user_id: id, channel_id: channel, message_id: message, guild_id: guild } = data;
    if (guild === undefined) return;
    const rights = await rightsAt(client, settings, id, channel);
    if (rights.length === 0) return;
    const actor = { kind: 'person' as const, id, name: nameIn(data) ?? id, guild, rights };
    await commands.invoke(
      name,
      {},
      {
        ...{ actor, via, session: sessionKey('discord', channel), locale: 'en' },
        message: { id: message, author: '', text: '', links: [] },
      },
    );
  }
}

/** A person's reaction to a message of the desk, as far as Discord says whose it is. */
function isForUs(data: Reaction, me: string): boolean {
  const author = 'message_author_id' in data ? data.message_author_id : undefined;
  const isBot = 'member' in data && data.member?.user.bot === true;
  return data.user_id !== me && !isBot && (author === undefined || author === me);
}

function nameIn(data: Reaction): string | undefined {
  if (!('member' in data) || data.member === undefined) return undefined;
  const { nick, user } = data.member;
  return plainLabel(nick ?? user.global_name ?? user.username);
}
