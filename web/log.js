/**
 * What the console knows of one conversation: joining pages of history and single entries that arrive. Pure.
 * Entries stay in the transcript's order; an id stands once, in its newest form.
 *
 * @import { Entry, Log, Pending } from './shapes.js'
 */

/** @returns {Log} */
export const emptyLog = () => ({ entries: [], complete: false, loading: false, loaded: false });

/**
 * The newest page of a conversation. Older entries that we hold are kept where the page meets them; where there
 * is a gap they are let go, since nothing may look complete that isn't.
 *
 * @param {Log} log
 * @param {Entry[]} page oldest first
 * @param {number} limit what was asked for: a shorter page begins at the beginning
 * @returns {Log}
 */
export function joinNewest(log, page, limit) {
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

/**
 * A page of older history in front.
 * @param {Log} log
 * @param {Entry[]} page
 * @param {number} limit
 * @returns {Log}
 */
export function joinOlder(log, page, limit) {
  const known = new Set(log.entries.map(({ id }) => id));
  const older = page.filter(({ id }) => !known.has(id));
  return {
    ...log,
    entries: [...older, ...log.entries],
    complete: page.length < limit || older.length === 0,
    loading: false,
  };
}

/**
 * One entry that was just written, or written anew.
 * @param {Log} log
 * @param {Entry} entry
 * @returns {Log}
 */
export function joinOne(log, entry) {
  const at = log.entries.findIndex(({ id }) => id === entry.id);
  if (at < 0) return { ...log, entries: [...log.entries, entry] };
  return { ...log, entries: log.entries.with(at, entry) };
}

/**
 * What is still unconfirmed once this entry has arrived: the message with its client id or its turn goes, or
 * else the oldest with its words.
 *
 * @param {Pending[]} pending
 * @param {string} sessionKey
 * @param {Entry} entry
 */
export function withoutConfirmed(pending, sessionKey, entry) {
  if (entry.role !== 'user' || entry._cron_turn) return pending;
  const candidates = pending.filter((message) => message.sessionKey === sessionKey);
  const named = candidates.find(
    ({ clientId }) => entry.meta?.['clientId'] === clientId || entry.id === clientId,
  );
  const same = (/** @type {Pending} */ { text }) => text.trim() === entry.content.trim();
  const meant = named ?? candidates.find((message) => same(message) && entry.ts >= message.ts - 60_000);
  return meant ? pending.filter((message) => message !== meant) : pending;
}
