import { boundTo } from '../cron/job.ts';
import type { Job } from '../cron/job.ts';
import { nextRunsOf } from '../desk/desk-status.ts';
import type { DeskStatus } from '../desk/desk-status.ts';
import type { JobFinder } from '../desk/find-job.ts';
import type { Asker } from '../sessions/actor.ts';
import { inReach } from '../desk/guild-reach.ts';
import type { SeesPlaces } from '../desk/place-platform.ts';
import { may } from '../sessions/actor.ts';

/** Where jobs are looked for, and who sees which places; without a platform, people see where they are alone. */
export interface SeenDeps extends JobFinder {
  readonly sees?: SeesPlaces;
}

/** The desk's state, with how many jobs the asker may not know more of. */
export interface SeenStatus extends DeskStatus {
  readonly hidden: number;
}

/**
 * The desk's state as far as it concerns the asker: the jobs of their server alone; where they have neither a
 * server nor the right to the whole desk, as in a direct message, those of this conversation alone. Without that right
 * the jobs of places that the asker can't see are counted, and nothing is told of them.
 */
export async function seenBy(asker: Asker, status: DeskStatus, deps: SeenDeps): Promise<SeenStatus> {
  const { session, actor } = asker;
  const { cron, guildOf } = deps;
  const isLimited = actor.guild !== undefined;
  if (!isLimited && may(actor, 'desk')) return { ...status, hidden: 0 };
  const listed = await cron.list({ includeDisabled: true, ...(!isLimited && { session }) });
  const reached = await inReach(listed, actor, guildOf);
  const jobs = await visible(reached, asker, deps);
  const ids = (some: readonly Job[]) => new Set(some.map(({ id }) => id));
  const [reachedIds, ownIds] = [ids(reached), ids(jobs)];
  const deferred = status.waiting.filter(({ jobId }) => reachedIds.has(jobId)).length;
  const waiting = status.waiting.filter(({ jobId }) => ownIds.has(jobId));
  const running = reached.filter(({ state }) => state.runningSince !== undefined).length;
  return {
    ...status,
    cron: { ...status.cron, jobs: reached.length, running, deferred, waiting },
    nextRuns: nextRunsOf(jobs),
    waiting,
    hidden: reached.length - jobs.length,
  };
}

/** Those of the jobs that take place where the asker can look. */
async function visible(jobs: readonly Job[], { session, actor }: Asker, { sees }: SeenDeps): Promise<Job[]> {
  if (may(actor, 'desk')) return [...jobs];
  const isHere = (job: Job) => boundTo(job) === session;
  const elsewhere = new Set(jobs.filter((job) => !isHere(job)).flatMap((job) => boundTo(job) ?? []));
  const seen = elsewhere.size > 0 ? await sees?.(actor, [...elsewhere]) : undefined;
  return jobs.filter((job) => {
    const place = boundTo(job);
    return isHere(job) || (place !== undefined && seen?.has(place));
  });
}
