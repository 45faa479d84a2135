/** Reads the messages of a channel since a given one, from the newest back, as Discord pages them. */
import { SnowflakeUtil } from 'discord.js';
import type { Channel, Message, TextBasedChannel } from 'discord.js';
import { placeOf } from './place.ts';
import { idAt } from './writer.ts';

const PAGE = 100;
/** The most messages read per channel after a long absence: the newest ones. */
const MOST = 2_000;

export interface Missed {
  /** Oldest first. */
  readonly messages: readonly Message[];
  /** Whether older messages were left out. */
  readonly isCut: boolean;
  /** The ids of the newest messages, new or not, newest first. */
  readonly newest: readonly string[];
  /** Of these, messages seen before and edited since the newest seen one; oldest first. */
  readonly edited: readonly Message[];
  /** There are no messages older than `newest`. */
  readonly isAll: boolean;
}

/** @param signal stops the reading between two pages. */
export async function readMissed(
  channel: TextBasedChannel,
  seen: string,
  signal: AbortSignal,
): Promise<Missed> {
  const read = async (limit: number, before?: string): Promise<Message[]> => {
    signal.throwIfAborted();
    const page = await channel.messages.fetch({
      limit,
      cache: false,
      ...(before !== undefined && { before }),
    });
    return [...page.values()].sort((a, b) => (isAfter(a.id, b.id) ? -1 : 1));
  };
  const isNew = ({ id }: Message) => isAfter(id, seen);
  const first = await read(PAGE);
  const missed = first.filter(isNew);
  const edited = first.filter(
    (message) => !isNew(message) && (message.editedTimestamp ?? 0) > SnowflakeUtil.timestampFrom(seen),
  );
  const rest = {
    newest: first.map(({ id }) => id),
    isAll: first.length < PAGE,
    edited: edited.reverse(),
  };
  for (let isEnd = missed.length < PAGE; !isEnd && missed.length < MOST;) {
    const page = (await read(PAGE, missed.at(-1)?.id)).filter(isNew);
    missed.push(...page);
    isEnd = page.length < PAGE;
  }
  const isCut = missed.length >= MOST && (await read(1, missed.at(-1)?.id)).some(isNew);
  return { messages: missed.reverse(), isCut, ...rest };
}

/**
 * Where the desk begins to listen in a channel where it has noted nothing yet; earlier history isn't read. Undefined where it
 * doesn't listen.
 */
export function beginningOf(
  channel: Channel,
  me: string,
  boundSinceMs: number | undefined,
): string | undefined {
  if (channel.isThread() && placeOf(channel, me).own) return channel.id;
  return boundSinceMs === undefined ? undefined : idAt(boundSinceMs);
}

/** Discord's ids grow with time. */
export function isAfter(id: string, other: string): boolean {
  return BigInt(id) > BigInt(other);
}
