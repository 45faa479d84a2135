/** Which sessions the console lists, how they are called, and who stands under whom. */
import type { Words } from '../words/en.ts';
import type { Session } from './shapes.ts';

export interface Channel {
  readonly session: Session;
  readonly threads: Session[];
}

/**
 * Channels by name, each with its threads in the order of their creation, newest first, so that nothing jumps when
 * somebody writes; a thread whose channel is gone stands as a channel.
 */
export function treeOf(sessions: Session[]): { channels: Channel[]; system: Session[] } {
  const chats = sessions.filter(({ key }) => key.startsWith('console:'));
  const known = new Set(chats.map(({ key }) => key));
  const isThread = (session: Session) =>
    session.origin?.parent !== undefined && known.has(session.origin.parent);
  const byName = (a: Session, b: Session) => titleOf(a).localeCompare(titleOf(b));
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

export const titleOf = (session: Session): string =>
  session.title || session.origin?.chatId || session.key.slice(session.key.indexOf(':') + 1);

/** What people call it, where the desk's own log has a name in each language. */
export const nameOf = (session: Session, { rail }: Words): string =>
  session.key === 'main' ? rail.log : titleOf(session);

/** Everything the console can show: the desk's sessions, and drafts that it doesn't know yet. */
export function withDrafts(sessions: Session[], drafts: Session[]): Session[] {
  const known = new Set(sessions.map(({ key }) => key));
  return [...sessions, ...drafts.filter(({ key }) => !known.has(key))];
}

/** Where people don't write: the desk's own log and isolated jobs. */
export const isReadOnly = (key: string): boolean => !key.startsWith('console:');

/** The key of a new channel with this name, or undefined when nothing of the name is left or it is too long. */
export function channelKey(name: string): string | undefined {
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
export const hrefOf = (key: string): string => `#/${encodeURIComponent(key)}`;

/** The board's address inside the page. */
export const BOARD = '#board';

/** The address of the automations, and of one with its runs. */
export const JOBS = '#jobs';
export const jobHref = (id: string): string => `${JOBS}/${encodeURIComponent(id)}`;

/** The automation that an address names: null for all of them, undefined where it names none. */
export function jobInHash(hash: string): string | null | undefined {
  if (hash === JOBS) return null;
  if (!hash.startsWith(`${JOBS}/`)) return undefined;
  try {
    return decodeURIComponent(hash.slice(JOBS.length + 1)) || null;
  } catch {
    return null;
  }
}

/** A platform and a name: nothing that every object has by itself. */
const KEY = /^(?:main|[a-z][a-z0-9_-]{0,30}:[^]{1,200})$/;

export function keyInHash(hash: string): string | null {
  if (!hash.startsWith('#/')) return null;
  try {
    const key = decodeURIComponent(hash.slice(2));
    return KEY.test(key) ? key : null;
  } catch {
    return null;
  }
}
