/** A session with the sessions of its threads: they are deleted and lost together. */
import type { Cron } from '../cron/cron.ts';
import { isProtected } from '../cron/job.ts';
import type { Job } from '../cron/job.ts';
import { channelOf, chatIdOf } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import { chatWritten } from '../sessions/traits-of.ts';
import type { SessionIndex } from '../sessions/session-index.ts';

/** The session and all its threads. */
export async function familyOf(
  sessions: Pick<SessionIndex, 'children'>,
  key: SessionKey,
): Promise<SessionKey[]> {
  const family = [key];
  for (const parent of family)
    for (const child of await sessions.children(parent)) if (!family.includes(child)) family.push(child);
  return family;
}

/** The jobs that run in these sessions, including isolated ones. */
export async function jobsOf(
  cron: Pick<Cron, 'get' | 'list'>,
  family: readonly SessionKey[],
): Promise<Job[]> {
  const jobs: Job[] = [];
  for (const key of family) {
    jobs.push(...(await cron.list({ session: key, includeDisabled: true })));
    const isolated = channelOf(key) === 'cron' ? await cron.get(chatIdOf(key)) : undefined;
    if (isolated) jobs.push(isolated);
  }
  return jobs;
}

/** The jobs of a family, by the effect of a deletion. */
export interface Automations {
  /** Created by people, and deleted with their place: they require confirmation. */
  readonly own: readonly Job[];
  /** Jobs of the system, legacy jobs of other programs, and jobs that deliver here: listed, not confirmed, and stay. */
  readonly left: readonly Job[];
}

/** The jobs that are deleted with these sessions, and those that stay. */
export async function automationsOf(
  cron: Pick<Cron, 'get' | 'list'>,
  family: readonly SessionKey[],
): Promise<Automations> {
  const here = await jobsOf(cron, family);
  const own = here.filter((job) => !isProtected(job) && job.sessionTarget !== 'legacy');
  const reaching = (await cron.list({ includeDisabled: true })).filter((job) => reaches(job, family));
  const left = [...here, ...reaching].filter((job) => !own.includes(job));
  return { own, left: left.filter(({ id }, n) => left.findIndex((other) => other.id === id) === n) };
}

/** An isolated job that delivers to one of these sessions; a legacy job that does, or was created for one. */
function reaches({ payload, sessionTarget }: Job, family: readonly string[]): boolean {
  if (sessionTarget === 'bound' || payload.kind !== 'agentTurn') return false;
  const { sessionKey, provider, channel, to } = payload;
  return [sessionKey, chatWritten(provider ?? channel ?? '', to ?? '')].some(
    (key) => key !== undefined && family.includes(key),
  );
}
