/**
 * Which sessions the console lists, how they are called, and who stands under whom. Pure.
 *
 * @import { Session, State } from './shapes.js'
 */

/** @typedef {{ session: Session, threads: Session[] }} Channel */

/**
 * Channels by name, each with its threads in the order of their creation, newest first, so that nothing jumps when
 * somebody writes; a thread whose channel is gone stands as a channel.
 *
 * @param {Session[]} sessions
 * @returns {{ channels: Channel[], system: Session[] }}
 */
export function treeOf(sessions) {
  const chats = sessions.filter(({ key }) => key.startsWith('console:'));
  const known = new Set(chats.map(({ key }) => key));
  /** @param {Session} session */
  const isThread = (session) => session.origin?.parent !== undefined && known.has(session.origin.parent);
  const byName = (/** @type {Session} */ a, /** @type {Session} */ b) => titleOf(a).localeCompare(titleOf(b));
  const channels = chats
    .filter((session) => !isThread(session))
    .sort(byName)
    .map((session) => ({
      session,
      threads: chats
        .filter((thread) => isThread(thread) && thread.origin?.parent === session.key)
        .sort((a, b) => b.createdAtMs - a.createdAtMs || b.key.localeCompare(a.key)),
    }));
  const system = sessions.filter(({ key }) => key === 'main' || key.startsWith('cron:')).sort(byName);
  return { channels, system };
}

/** @param {Session} session */
export function titleOf(session) {
  if (session.title) return session.title;
  if (session.key === 'main') return 'Desk log';
  return session.origin?.chatId || session.key.slice(session.key.indexOf(':') + 1);
}

/**
 * Everything the console can show: the desk's sessions, and drafts that it doesn't know yet.
 * @param {State} state
 */
export function sessionsOf({ sessions, drafts }) {
  const known = new Set(sessions.map(({ key }) => key));
  return [...sessions, ...drafts.filter(({ key }) => !known.has(key))];
}

/**
 * @param {State} state
 * @param {string | null | undefined} key
 */
export const sessionOf = (state, key) => sessionsOf(state).find((session) => session.key === key);

/**
 * Whether something arrived that nobody has looked at here.
 * @param {State} state
 * @param {Session} session
 */
export const isUnread = (state, session) =>
  session.key !== state.selected && session.updatedAtMs > (state.seen[session.key] ?? 0);

/** Where people don't write: the desk's own log and isolated jobs. */
export const isReadOnly = (/** @type {string} */ key) => !key.startsWith('console:');

/**
 * The key of a new channel with this name, or undefined when nothing of the name is left or it is too long.
 * @param {string} name
 */
export function channelKey(name) {
  const slug = name
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/[\s/\\]+/g, '-')
    .replace(/[^\p{L}\p{N}._-]/gu, '')
    .replace(/^[-.]+|[-.]+$/g, '');
  const key = `console:${slug}`;
  return slug && new TextEncoder().encode(key).length <= 150 ? key : undefined;
}

/** The address of a session inside the page: a link that can be opened, copied and gone back to. */
export const hrefOf = (/** @type {string} */ key) => `#/${encodeURIComponent(key)}`;

/** The board's address inside the page. */
export const BOARD = '#board';

/** A platform and a name: nothing that every object has by itself. */
const KEY = /^(?:main|[a-z][a-z0-9_-]{0,30}:[^]{1,200})$/;

/** @param {string} hash */
export function keyInHash(hash) {
  if (!hash.startsWith('#/')) return null;
  try {
    const key = decodeURIComponent(hash.slice(2));
    return KEY.test(key) ? key : null;
  } catch {
    return null;
  }
}
