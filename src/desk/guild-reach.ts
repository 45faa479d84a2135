/**
 * Servers (guilds) strictly apart: rights that are limited to one server reach the jobs that are bound to its
 * channels and threads, and no others; jobs without a conversation belong to no server.
 */
import { boundTo } from '../cron/job.ts';
import type { Job } from '../cron/job.ts';
import type { Actor } from '../sessions/actor.ts';
import type { GuildOf } from '../sessions/guilds.ts';
import type { SessionKey } from '../sessions/key.ts';

/** Whether a job lives in the server that somebody asks from. Who asks from no server reaches every job. */
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
