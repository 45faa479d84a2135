/** What was said in a channel since a message: read from the newest back, as Discord pages it. */
import { SnowflakeUtil } from 'discord.js';
import type { Message, TextBasedChannel } from 'discord.js';

const PAGE = 100;
/** After a long absence, so many messages of a channel are read: the newest, no more. */
const MOST = 2_000;

export interface Missed {
  /** Oldest first. */
  readonly messages: readonly Message[];
  /** Whether there were more, which are left out: the oldest ones. */
  readonly isCut: boolean;
  /** The newest messages there are, new or not: their ids, newest first. */
  readonly newest: readonly string[];
  /** Those of them that were seen before, and changed since the newest that was: oldest first. */
  readonly edited: readonly Message[];
  /** Nothing is older than `newest`. */
  readonly isAll: boolean;
}

/** @param signal ends the reading between two pages. */
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

/** Ids of Discord grow with time. */
export function isAfter(id: string, other: string): boolean {
  return BigInt(id) > BigInt(other);
}
