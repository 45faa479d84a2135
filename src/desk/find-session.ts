/**
 * Looking a session up before something is bound to it: a key that nobody has spoken in may be a slip of the pen.
 */
import type { Cron } from '../cron/cron.ts';
import { boundTo } from '../cron/job.ts';
import { channelOf } from '../sessions/key.ts';
import { isChat, traitsOf } from '../sessions/traits-of.ts';
import type { Desk } from './desk.ts';
import type { SessionKey } from '../sessions/key.ts';

export interface FoundSession {
  readonly known: boolean;
  /** Whether it may be used all the same, by somebody who means it. */
  readonly mayBegin: boolean;
  /** Why it is not known, in a sentence without its point. */
  readonly because?: string;
  /** Known keys that look like it, the nearest first. */
  readonly nearest: readonly SessionKey[];
}

export interface SessionFinder {
  readonly sessions: () => Promise<readonly { readonly key: SessionKey }[]>;
  /** Whether a chat is there on its platform; undefined where that can't be asked now. */
  readonly isThere?: (session: SessionKey) => Promise<boolean | undefined>;
}

const MOST = 3;

/** Where a gateway or a command line looks: what people spoke in, what jobs live in already, and the desk's own channels. */
export function finderOf({
  desk,
  cron,
  isThere,
  ownChannels = [],
}: {
  readonly desk: Pick<Desk, 'sessions'>;
  readonly cron: Pick<Cron, 'list'>;
  readonly isThere?: SessionFinder['isThere'] | undefined;
  /** Those that are opened when a desk first starts. */
  readonly ownChannels?: readonly SessionKey[] | undefined;
}): SessionFinder {
  const sessions = async () => {
    const jobs = await cron.list({ includeDisabled: true });
    const bound = jobs.flatMap((job) => boundTo(job) ?? []).map((key) => ({ key }));
    return [...(await desk.sessions()), ...bound, ...ownChannels.map((key) => ({ key }))];
  };
  return { sessions, ...(isThere && { isThere }) };
}

/**
 * What is kept for a conversation is kept for one that there is, or by somebody who means it for one that is to begin.
 * @param terms.how how to say so: "--create binds the job to it".
 * @returns why it isn't kept, with the nearest keys; undefined where it is.
 */
export async function whyUnknown(
  key: SessionKey,
  { create, how }: { readonly create: boolean; readonly how: string },
  finder: SessionFinder,
): Promise<string | undefined> {
  const { known, mayBegin, because, nearest } = await findSession(key, finder);
  if (known || (mayBegin && create)) return undefined;
  const near = nearest.length > 0 ? `; the nearest: ${nearest.join(', ')}` : '';
  return `${because ?? `there is no ${key}`}${near}${mayBegin ? `; ${how} all the same` : ''}`;
}

/** Whether there is such a session, whether one may begin with this key and why not, and the nearest keys. */
export async function findSession(key: SessionKey, finder: SessionFinder): Promise<FoundSession> {
  const keys = [...new Set((await finder.sessions()).map((session) => session.key))];
  if (keys.includes(key) || ['main', 'unified'].includes(channelOf(key)))
    return { known: true, mayBegin: true, nearest: [] };
  const nearest = nearestKeys(key, keys);
  const traits = traitsOf(key);
  if (!traits)
    return {
      known: false,
      mayBegin: false,
      because: `there is no session ${key}, and it would be no chat`,
      nearest,
    };
  if (traits.beginsByTalking)
    return { known: false, mayBegin: true, because: `nobody has spoken in ${key} yet`, nearest };
  const isThere = await finder.isThere?.(key);
  if (isThere === true) return { known: true, mayBegin: true, nearest: [] };
  return isThere === false
    ? {
        known: false,
        mayBegin: false,
        because: `${traits.title} has no text channel ${key} that the bot sees`,
        nearest,
      }
    : {
        known: false,
        mayBegin: true,
        because: `nobody has spoken in ${key}, and ${traits.title} can't be asked now`,
        nearest,
      };
}

/** The keys that share most with a given one. */
export function nearestKeys(given: SessionKey, keys: readonly SessionKey[]): SessionKey[] {
  return keys
    .filter(isChat)
    .map((key) => ({ key, likeness: likeness(given, key) }))
    .sort((a, b) => b.likeness - a.likeness || (a.key < b.key ? -1 : 1))
    .slice(0, MOST)
    .map(({ key }) => key);
}

/** How many pairs of neighbouring letters two keys share, from 0 to 1. */
function likeness(a: string, b: string): number {
  const [pairsOfA, pairsOfB] = [pairs(a), pairs(b)];
  const shared = [...pairsOfA].filter((pair) => pairsOfB.has(pair)).length;
  return (2 * shared) / Math.max(1, pairsOfA.size + pairsOfB.size);
}

function pairs(text: string): Set<string> {
  return new Set([...text].slice(1).map((letter, n) => `${[...text][n]}${letter}`));
}
