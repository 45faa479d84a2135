/**
 * What somebody may find. The desk's operator (gateway, console, terminal, command line) finds everything. People
 * on a platform with servers find what was said in their own channel and its threads; editors, in all of their
 * server; both only in places that they can see. People who manage the server find everything in it.
 */
import { may } from '../sessions/actor.ts';
import type { Actor, Asker } from '../sessions/actor.ts';
import { guildsIn } from '../sessions/guilds.ts';
import { parseSessionKey } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { SessionIndex } from '../sessions/session-index.ts';
import { hasServers } from '../sessions/traits-of.ts';

/** Sessions; undefined: all. */
export type Within = readonly SessionKey[] | undefined;

export interface Reach {
  readonly chat: Within;
  /** Stories that were ordered or are shown there, and their sources. */
  readonly stories: Within;
  /** Filter values are listed only from these. */
  readonly named: Within;
  /**
   * Those of the sessions that must be hidden, because the asker can't see their places. Called only for results,
   * because each place costs a request to the platform.
   */
  hidden(found: readonly SessionKey[]): Promise<ReadonlySet<SessionKey>>;
}

export interface ReachDeps {
  readonly sessions: Pick<SessionIndex, 'get' | 'list' | 'children'>;
  /** Those of the sessions whose places somebody can see. */
  readonly sees: (actor: Actor, sessions: readonly SessionKey[]) => Promise<ReadonlySet<SessionKey>>;
}

/** The most recently changed sessions of a server. */
const MOST_SESSIONS = 4_000;

const everywhere = (within: Within): Reach => ({
  chat: within,
  stories: within,
  named: within,
  hidden: async () => new Set(),
});

export const EVERYTHING = everywhere(undefined);

/**
 * @param isHeard everybody present reads the answer. Then it includes only what all of them can read: this
 * conversation and the channel that it is a thread of, but no threads, which may be private.
 */
export async function reachOf(asker: Asker, isHeard: boolean, deps: ReachDeps): Promise<Reach> {
  const { session, actor } = asker;
  if (!hasServers(session) && actor.guild === undefined)
    return may(actor, 'desk') ? EVERYTHING : everywhere([session]);
  const { readers: heard, threads } = await ofFamily(session, deps);
  const family = [...heard, ...threads];
  const hidden: Reach['hidden'] = async (found) => {
    const asked = found.filter((one) => one !== session);
    const seen = asked.length > 0 ? await deps.sees(actor, asked) : new Set();
    return new Set(asked.filter((one) => !seen.has(one)));
  };
  const named = [session];
  if (actor.guild === undefined || !(may(actor, 'jobs') || may(actor, 'desk')))
    return { chat: isHeard ? heard : family, stories: family, named, hidden };
  const all = await ofServer(session, actor.guild, deps);
  const chat = isHeard ? heard : all;
  return may(actor, 'desk') ? { ...everywhere(all), chat } : { chat, stories: all, named, hidden };
}

/**
 * The conversation with its thread's channel, which everybody present can read; and the other threads of that
 * channel.
 */
async function ofFamily(session: SessionKey, { sessions }: ReachDeps) {
  const parent = (await sessions.get(session))?.origin.parent;
  const channel = parent === undefined ? session : parseSessionKey(parent);
  const threads = (await sessions.children(channel)).filter((key) => key !== session);
  return { readers: [...new Set([session, channel])], threads: threads.slice(-MOST_SESSIONS) };
}

async function ofServer(session: SessionKey, guild: string, { sessions }: ReachDeps): Promise<SessionKey[]> {
  const known = new Map((await sessions.list()).map((info) => [info.key, info]));
  const guildOf = guildsIn({ get: async (key) => known.get(key) });
  const there: SessionKey[] = [session];
  for (const key of known.keys())
    if (key !== session && hasServers(key) && (await guildOf(key)) === guild) there.push(key);
  return there.slice(0, MOST_SESSIONS);
}
