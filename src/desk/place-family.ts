/** A session with the sessions of its threads below it: what is deleted, and lost, together. */
import type { Cron } from '../cron/cron.ts';
import { isProtected } from '../cron/job.ts';
import type { Job } from '../cron/job.ts';
import { channelOf, chatIdOf } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { SessionIndex } from '../sessions/session-index.ts';

/** The session and, below it, all its threads. */
export async function familyOf(
  sessions: Pick<SessionIndex, 'children'>,
  key: SessionKey,
): Promise<SessionKey[]> {
  const family = [key];
  for (const parent of family)
    for (const child of await sessions.children(parent)) if (!family.includes(child)) family.push(child);
  return family;
}

/** The jobs whose turns take place in these sessions, isolated ones in their own included. */
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

/** The jobs of a family, by what a deletion means to them. */
export interface Automations {
  /** Made by people, and gone with their place: they stand in the way until somebody confirms. */
  readonly own: readonly Job[];
  /** Jobs of the system, and legacy jobs of other programs: they are said, they don't stand in the way, and they stay. */
  readonly left: readonly Job[];
}

/** The jobs that go with these sessions when they are deleted, and those that stay. */
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

/** A legacy job that was made for one of these sessions, or delivers to one. */
function reaches({ payload, sessionTarget }: Job, family: readonly string[]): boolean {
  if (sessionTarget !== 'legacy' || payload.kind !== 'agentTurn') return false;
  const { sessionKey, provider, channel, to } = payload;
  return [sessionKey, `${provider ?? channel ?? ''}:${to ?? ''}`].some(
    (key) => key !== undefined && family.includes(key),
  );
}
