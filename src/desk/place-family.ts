/** A session with the sessions of its threads below it: what is deleted, and lost, together. */
import type { Cron } from '../cron/cron.ts';
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
