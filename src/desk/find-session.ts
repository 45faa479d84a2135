/** Checks a session before something is bound to it, because a key that nobody has used may be a typing mistake. */
import { z } from 'zod';
import type { Given } from '../text/given.ts';
import type { Cron } from '../cron/cron.ts';
import { boundTo } from '../cron/job.ts';
import { channelOf, keyResult } from '../sessions/key.ts';
import { isChat, traitsOf } from '../sessions/traits-of.ts';
import type { Desk } from './desk.ts';
import type { SessionKey } from '../sessions/key.ts';

export const foundSessionSchema = z.strictObject({
  known: z.boolean(),
  /** Whether it may be used if the caller confirms it. */
  mayBegin: z.boolean(),
  /** Why it isn't known, as a sentence without the full stop. */
  because: z.string().exactOptional(),
  /** Similar known keys, the nearest first. */
  nearest: z.array(keyResult),
});
type FoundSession = Given<z.output<typeof foundSessionSchema>>;

export interface SessionFinder {
  readonly sessions: () => Promise<readonly { readonly key: SessionKey }[]>;
  /** Whether a chat exists on its platform; undefined where that can't be asked now. */
  readonly isThere?: (session: SessionKey) => Promise<boolean | undefined>;
}

const MOST = 3;

/**
 * Where the gateway and the command line look: sessions with messages, sessions with jobs, and the desk's own
 * channels.
 */
export function finderOf({
  desk,
  cron,
  isThere,
  ownChannels = [],
}: {
  readonly desk: Pick<Desk, 'sessions'>;
  readonly cron: Pick<Cron, 'list'>;
  readonly isThere?: SessionFinder['isThere'] | undefined;
  /** Sessions opened at a desk's first start. */
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
 * Check that a conversation exists, or that the caller wants to begin it.
 * @param terms.how how to say that: "--create binds the job to it".
 * @returns why not, with the nearest keys; undefined if it may be used.
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

/** Whether the session exists, whether one may begin with this key and why not, and the nearest keys. */
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

/** The keys most similar to a given one. */
export function nearestKeys(given: SessionKey, keys: readonly SessionKey[]): SessionKey[] {
  return keys
    .filter(isChat)
    .map((key) => ({ key, likeness: likeness(given, key) }))
    .sort((a, b) => b.likeness - a.likeness || (a.key < b.key ? -1 : 1))
    .slice(0, MOST)
    .map(({ key }) => key);
}

/** The share of letter pairs that two keys have in common, from 0 to 1. */
function likeness(a: string, b: string): number {
  const [pairsOfA, pairsOfB] = [pairs(a), pairs(b)];
  const shared = [...pairsOfA].filter((pair) => pairsOfB.has(pair)).length;
  return (2 * shared) / Math.max(1, pairsOfA.size + pairsOfB.size);
}

function pairs(text: string): Set<string> {
  return new Set([...text].slice(1).map((letter, n) => `${[...text][n]}${letter}`));
}
