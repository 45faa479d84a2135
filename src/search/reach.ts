/**
 * What somebody may find. Whoever runs the desk (gateway, console, terminal, command line) finds everything that there is.
 * People on a platform with servers find what was said in their own channel and its threads, as far as they can see
 * these; those who edit find in all of their server that they can see, and those who manage the server in all of it.
 */
import { may } from '../sessions/actor.ts';
import type { Actor, Asker } from '../sessions/actor.ts';
import type { GuildOf } from '../sessions/guilds.ts';
import { parseSessionKey } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { SessionIndex } from '../sessions/session-index.ts';
import { hasServers } from '../sessions/traits-of.ts';

/** Sessions; undefined for all of them. */
export type Within = readonly SessionKey[] | undefined;

export interface Reach {
  readonly chat: Within;
  /** Stories that were ordered or are shown there, and their sources. */
  readonly stories: Within;
}

export interface ReachDeps {
  readonly sessions: Pick<SessionIndex, 'get' | 'list' | 'children'>;
  readonly guildOf: GuildOf;
  /** Those of the sessions whose places somebody can see. */
  readonly sees: (actor: Actor, sessions: readonly SessionKey[]) => Promise<ReadonlySet<SessionKey>>;
}

export const EVERYTHING: Reach = { chat: undefined, stories: undefined };

/** @param isHeard the answer is read by all who are there: of what was said, only what was said there is told. */
export async function reachOf(asker: Asker, isHeard: boolean, deps: ReachDeps): Promise<Reach> {
  const { session, actor } = asker;
  if (!hasServers(session) && actor.guild === undefined) {
    const within = may(actor, 'desk') ? undefined : [session];
    return { chat: within, stories: within };
  }
  const own = await ofFamily(asker, deps);
  if (actor.guild === undefined || !(may(actor, 'jobs') || may(actor, 'desk')))
    return { chat: own, stories: own };
  const all = await ofServer(asker, actor.guild, deps);
  return { chat: isHeard ? own : all, stories: all };
}

/** The conversation, the channel that it is a thread of, and all threads of that. */
async function ofFamily({ session, actor }: Asker, { sessions, sees }: ReachDeps): Promise<SessionKey[]> {
  const parent = (await sessions.get(session))?.origin.parent;
  const channel = parent === undefined ? session : parseSessionKey(parent);
  const family = [channel, ...(await sessions.children(channel))].filter((key) => key !== session);
  const seen = family.length > 0 ? await sees(actor, family) : new Set();
  return [session, ...family.filter((key) => seen.has(key))];
}

async function ofServer({ session, actor }: Asker, guild: string, deps: ReachDeps): Promise<SessionKey[]> {
  const { sessions, guildOf, sees } = deps;
  const there: SessionKey[] = [];
  for (const { key } of await sessions.list())
    if (key !== session && hasServers(key) && (await guildOf(key)) === guild) there.push(key);
  if (may(actor, 'desk')) return [session, ...there];
  const seen = there.length > 0 ? await sees(actor, there) : new Set();
  return [session, ...there.filter((key) => seen.has(key))];
}
