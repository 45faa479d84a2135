/**
 * Servers (guilds) strictly apart: rights that are limited to one server reach the jobs that are bound to its
 * channels and threads, and no others; jobs without a conversation belong to no server.
 */
import { boundTo } from '../cron/job.ts';
import type { Job } from '../cron/job.ts';
import type { Actor } from '../sessions/actor.ts';
import { parseSessionKey } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { SessionIndex } from '../sessions/session-index.ts';

/** The server that a session belongs to; undefined for those of no server, and those that nobody knows. */
export type GuildOf = (session: SessionKey) => Promise<string | undefined>;

/** A thread that names no server is in its parent's. */
const DEEPEST = 4;

export function guildsIn(sessions: Pick<SessionIndex, 'get'>): GuildOf {
  return async (session) => {
    let key: SessionKey | undefined = session;
    for (let depth = 0; key !== undefined && depth < DEEPEST; depth++) {
      const origin: { guildId?: string; parent?: string } | undefined = (await sessions.get(key))?.origin;
      if (origin?.guildId !== undefined) return origin.guildId;
      key = origin?.parent === undefined ? undefined : parseSessionKey(origin.parent);
    }
    return undefined;
  };
}

export async function isInReach(job: Job, { guild }: Actor, guildOf: GuildOf): Promise<boolean> {
  if (guild === undefined) return true;
  const session = boundTo(job);
  return session !== undefined && (await guildOf(session)) === guild;
}

/** Those of the jobs that the actor may know of. A server is asked for once for each session. */
export async function inReach(jobs: readonly Job[], actor: Actor, guildOf: GuildOf): Promise<Job[]> {
  if (actor.guild === undefined) return [...jobs];
  const known = new Map<SessionKey, Promise<string | undefined>>();
  const once: GuildOf = (session) => {
    const guild = known.get(session) ?? guildOf(session);
    known.set(session, guild);
    return guild;
  };
  const reached = await Promise.all(jobs.map((job) => isInReach(job, actor, once)));
  return jobs.filter((_, n) => reached[n]);
}
