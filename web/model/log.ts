/**
 * What the console knows of one conversation: joining pages of history and single entries that arrive. Entries stay in
 * the transcript's order; an id stands once, in its newest form.
 */
import type { Entry, Log, Pending } from './shapes.ts';

export const emptyLog = (): Log => ({ entries: [], complete: false, loading: false, loaded: false });

/**
 * The newest page of a conversation. Older entries that we hold are kept where the page meets them; where there
 * is a gap they are let go, since nothing may look complete that isn't.
 *
 * @param page oldest first
 * @param limit what was asked for: a shorter page begins at the beginning
 */
export function joinNewest(log: Log, page: Entry[], limit: number): Log {
  const inPage = new Set(page.map(({ id }) => id));
  const meets = log.entries.findIndex(({ id }) => inPage.has(id));
  const older = meets > 0 ? log.entries.slice(0, meets) : [];
  const newestTs = page.at(-1)?.ts ?? -Infinity;
  const arrivedSince = log.entries.filter(({ id, ts }, n) => !inPage.has(id) && n > meets && ts >= newestTs);
  return {
    ...log,
    entries: [...older, ...page, ...arrivedSince],
    complete: page.length < limit || (log.complete && meets >= 0),
    loading: false,
    loaded: true,
    failed: false,
  };
}

/** A page of older history in front. */
export function joinOlder(log: Log, page: Entry[], limit: number): Log {
  const known = new Set(log.entries.map(({ id }) => id));
  const older = page.filter(({ id }) => !known.has(id));
  return {
    ...log,
    entries: [...older, ...log.entries],
    complete: page.length < limit || older.length === 0,
    loading: false,
  };
}

/** One entry that was just written, or written anew. */
export function joinOne(log: Log, entry: Entry): Log {
  const at = log.entries.findIndex(({ id }) => id === entry.id);
  if (at < 0) return { ...log, entries: [...log.entries, entry] };
  return { ...log, entries: log.entries.with(at, entry) };
}

/** More entries of a conversation are not held while nobody reads the older ones; so many stay. */
const MOST_HELD = 300;
const STAYING = 150;

/** The newest of a long conversation, while no page of older ones is on its way. */
export function withoutOldest(log: Log): Log {
  if (log.loading || log.entries.length <= MOST_HELD) return log;
  return { ...log, entries: log.entries.slice(-STAYING), complete: false };
}

/**
 * What is still unconfirmed once this entry has arrived: the message with its client id goes. Only an entry without one
 * stands for the oldest message with its words: somebody else may say the same.
 */
export function withoutConfirmed(pending: Pending[], sessionKey: string, entry: Entry): Pending[] {
  if (entry.role !== 'user' || entry._cron_turn) return pending;
  const named = entry.meta?.['clientId'];
  const isMeant = ({ clientId, text, ts }: Pending) =>
    named === undefined
      ? text.trim() === entry.content.trim() && entry.ts >= ts - 60_000
      : clientId === named;
  const meant = pending.find((message) => message.sessionKey === sessionKey && isMeant(message));
  return meant ? pending.filter((message) => message !== meant) : pending;
}
