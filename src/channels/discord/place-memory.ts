/**
 * The position of a channel or thread on its server, also for a while after its deletion: who could see it, and
 * what was beside it. An unknown place counts as private.
 *
 * Deleted places are remembered in memory only; after a restart they are unknown.
 */
import { ChannelType, PermissionFlagsBits } from 'discord.js';
import type { Client, GuildBasedChannel } from 'discord.js';

export interface PlacePosition {
  /** Everybody on the server can see it. */
  readonly isOpen: boolean;
  /** The channel that a thread is in. */
  readonly parent?: string;
  readonly category?: string;
}

const UNKNOWN: PlacePosition = { isOpen: false };
const MOST = 1_000;

export class PlaceMemory {
  readonly #client: () => Client | undefined;
  readonly #gone = new Map<string, PlacePosition>();

  constructor(client: () => Client | undefined) {
    this.#client = client;
  }

  /** It is about to leave the cache. @param parentId the parent of a thread, which the cache may lack. */
  leaving(id: string, parentId?: string): void {
    const channel = this.#known(id);
    const parent = parentId === undefined || channel ? undefined : this.#known(parentId);
    const position = channel ? positionOf(channel) : parent && besides(parent);
    if (!position) return;
    this.#gone.set(id, position);
    const [oldest] = this.#gone.keys();
    if (this.#gone.size > MOST && oldest !== undefined) this.#gone.delete(oldest);
  }

  of(id: string): PlacePosition {
    const channel = this.#known(id);
    return channel ? positionOf(channel) : (this.#gone.get(id) ?? UNKNOWN);
  }

  #known(id: string): GuildBasedChannel | undefined {
    const channel = this.#client()?.channels.cache.get(id);
    return channel && !channel.isDMBased() ? channel : undefined;
  }
}

function positionOf(channel: GuildBasedChannel): PlacePosition {
  if (!channel.isThread()) return { isOpen: allSee(channel), ...inCategory(channel) };
  const { parent } = channel;
  if (!parent) return UNKNOWN;
  return { ...besides(parent), isOpen: channel.type !== ChannelType.PrivateThread && allSee(parent) };
}

/** A thread of which only the channel is known. */
function besides(parent: GuildBasedChannel): PlacePosition {
  return { isOpen: false, parent: parent.id, ...inCategory(parent) };
}

function inCategory({ parentId }: GuildBasedChannel): Pick<PlacePosition, 'category'> {
  return parentId === null ? {} : { category: parentId };
}

function allSee(channel: GuildBasedChannel): boolean {
  const everybody = channel.guild.roles.everyone;
  return channel.permissionsFor(everybody)?.has(PermissionFlagsBits.ViewChannel) ?? false;
}
