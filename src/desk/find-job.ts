import type { Cron } from '../cron/cron.ts';
import { profilesCalled } from '../cron/job-profile.ts';
import type { Job } from '../cron/job.ts';
import { may } from '../sessions/actor.ts';
import type { Actor, Asker } from '../sessions/actor.ts';
import { foldName, hasWords } from '../text/fold-name.ts';
import { isInReach } from './guild-reach.ts';
import type { GuildOf } from '../sessions/guilds.ts';

/** Where to look for jobs. */
export interface JobFinder {
  readonly cron: Cron;
  readonly guildOf: GuildOf;
}

export type FoundJob =
  | { readonly kind: 'one'; readonly job: Job }
  /** Several jobs match; or none does, and these are all jobs. */
  | { readonly kind: 'several' | 'none'; readonly jobs: readonly Job[] };

/**
 * Find a job by its id, its name, part of its name, or as "the planner". Only jobs of the asker's own conversation
 * are found. With the right to the whole desk, any job is found by its id; if the right is limited to a server, any
 * job of that server.
 */
export async function findJob(deps: JobFinder, asker: Asker, named: string): Promise<FoundJob> {
  const { cron } = deps;
  const id = named.trim();
  const wanted = foldName(named);
  const jobs = await cron.list({ session: asker.session, includeDisabled: true });
  const exact = jobs.filter((job) => job.id === id || foldName(job.name) === wanted);
  const elsewhere = exact.length === 0 ? await jobElsewhere(deps, asker.actor, id) : undefined;
  if (elsewhere) return { kind: 'one', job: elsewhere };
  const part = wanted === '' ? [] : jobs.filter((job) => hasWords(job.name, wanted));
  // "The planner", 策劃: by its profile, whatever its name.
  const called = profilesCalled(id, cron.jobProfiles()).map(({ name }) => name);
  const kind = jobs.filter(
    ({ payload }) => payload.kind === 'agentTurn' && called.includes(payload.profile ?? ''),
  );
  const found = [exact, part, kind].find((some) => some.length > 0) ?? [];
  const [job] = found;
  if (job && found.length === 1) return { kind: 'one', job };
  return found.length > 1 ? { kind: 'several', jobs: found } : { kind: 'none', jobs };
}

async function jobElsewhere(
  { cron, guildOf }: JobFinder,
  actor: Actor,
  id: string,
): Promise<Job | undefined> {
  const job = may(actor, 'desk') ? await cron.get(id) : undefined;
  return job && (await isInReach(job, actor, guildOf)) ? job : undefined;
}
