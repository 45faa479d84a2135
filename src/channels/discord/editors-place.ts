/**
 * Finds where to report a problem: a channel of the same server that people with jobs read and that the bot can
 * write to, else direct messages with the server's owner. What only some people could see is never reported to
 * more.
 */
import { ChannelType, PermissionFlagsBits } from 'discord.js';
import type { Client, Guild } from 'discord.js';
import { chatIdOf } from '../../sessions/key.ts';
import type { DiscordDeps } from './discord-deps.ts';
import { isRefused } from './refusal-codes.ts';
import type { PlaceMemory } from './place-memory.ts';

export interface EditorsPlaceDeps extends Pick<DiscordDeps, 'places'> {
  readonly client: () => Client<true> | undefined;
  /** The direct-message channel with a person. */
  readonly startDm: (userId: string) => Promise<string>;
  readonly memory: Pick<PlaceMemory, 'of'>;
}

/** A channel; undefined where there is none; `later`: Discord can't say now. */
export type Where = string | 'later' | undefined;

export class EditorsPlace {
  readonly #deps: EditorsPlaceDeps;

  constructor(deps: EditorsPlaceDeps) {
    this.#deps = deps;
  }

  /** @param about the channel with the problem, which can't be the place. */
  async of(guild: Guild | undefined, about: string): Promise<Where> {
    return (await this.#otherChannel(guild, about)) ?? this.ownerOf(guild);
  }

  async ownerOf(guild: Guild | undefined): Promise<Where> {
    return guild && this.dmWith(guild.ownerId);
  }

  /** Undefined where Discord refuses it. */
  async dmWith(user: string): Promise<Where> {
    try {
      return await this.#deps.startDm(user);
    } catch (error) {
      return isRefused(error) ? undefined : 'later';
    }
  }

  async #otherChannel(guild: Guild | undefined, about: string): Promise<string | undefined> {
    // Another private channel has other readers.
    if (!guild || !this.#deps.memory.of(about).isOpen) return undefined;
    const places = await this.#deps.places.list();
    const bound = places.filter(({ guildId }) => guildId === guild.id).map(({ key }) => chatIdOf(key));
    const candidates = [...bound, guild.publicUpdatesChannelId, guild.systemChannelId];
    return candidates.find((id): id is string => id !== null && id !== about && canWrite(guild, id));
  }
}

function canWrite(guild: Guild, channelId: string): boolean {
  const channel = guild.channels.cache.get(channelId);
  const me = guild.members.me;
  if (!channel || !me || channel.type === ChannelType.GuildForum) return false;
  return (
    channel.isTextBased() &&
    channel.permissionsFor(me).has([PermissionFlagsBits.ViewChannel, PermissionFlagsBits.SendMessages])
  );
}
