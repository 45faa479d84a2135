/**
 * Keeps servers (guilds) apart: rights limited to one server cover only jobs bound to its channels and threads.
 * Jobs without a conversation belong to no server.
 */
import { boundTo } from '../cron/job.ts';
import type { Job } from '../cron/job.ts';
import type { Actor } from '../sessions/actor.ts';
import type { GuildOf } from '../sessions/guilds.ts';
import type { SessionKey } from '../sessions/key.ts';

/** Whether a job belongs to the asker's server. An asker without a server reaches every job. */
export async function isInReach(job: Job, { guild }: Actor, guildOf: GuildOf): Promise<boolean> {
  if (guild === undefined) return true;
  const session = boundTo(job);
  return session !== undefined && (await guildOf(session)) === guild;
}

/** The jobs that the actor may see. The server of each session is looked up once. */
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
