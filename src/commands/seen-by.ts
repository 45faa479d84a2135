import { boundTo } from '../cron/job.ts';
import type { Job } from '../cron/job.ts';
import { nextRunsOf } from '../desk/desk-status.ts';
import type { DeskStatus, Remark } from '../desk/desk-status.ts';
import type { JobFinder } from '../desk/find-job.ts';
import type { Asker } from '../sessions/actor.ts';
import { inReach } from '../desk/guild-reach.ts';
import type { SeesPlaces } from '../desk/place-platform.ts';
import { may } from '../sessions/actor.ts';
import type { SessionKey } from '../sessions/key.ts';

/** Where to look for jobs, and which places people can see; without a platform, people see only where they are. */
export interface SeenDeps extends JobFinder {
  readonly sees?: SeesPlaces;
}

/** The desk's state, with the number of jobs whose details are hidden from the asker. */
export interface SeenStatus extends DeskStatus {
  readonly hidden: number;
}

/**
 * The desk's state as far as it concerns the asker: only jobs of their server. Without a server and the right to
 * the whole desk, as in a direct message, only jobs of this conversation. Without that right, jobs of places that
 * the asker can't see are only counted. The same holds for remarks about places, which are left out.
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
    ...(status.remarks && { remarks: await remarksFor(status.remarks, asker, deps) }),
  };
}

/** Without those about chats of other servers, of others' direct messages, and that the asker can't see. */
async function remarksFor(
  remarks: readonly Remark[],
  { session, actor }: Asker,
  { guildOf, sees }: SeenDeps,
): Promise<Remark[]> {
  const isInReach = async (place: SessionKey) =>
    place === session || (actor.guild !== undefined && (await guildOf(place)) === actor.guild);
  const places = remarks.flatMap(({ place }) => place ?? []);
  const reached: SessionKey[] = [];
  for (const place of places) if (await isInReach(place)) reached.push(place);
  const seen = may(actor, 'desk') || reached.length === 0 ? undefined : await sees?.(actor, reached);
  const isSeen = (place: SessionKey) =>
    reached.includes(place) && (may(actor, 'desk') || place === session || (seen?.has(place) ?? false));
  return remarks.filter(({ place }) => place === undefined || isSeen(place));
}

/** The jobs in places that the asker can see. */
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
