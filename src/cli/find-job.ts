import { WrongUse } from './cli-error.ts';
import type { DeskLine } from './desk-line.ts';

/**
 * The id of a job that was named by its id, or by a name that only one job has.
 * @returns what was given, where no job is called that: whoever is asked for it says so.
 * @throws WrongUse when several have the name.
 */
export async function jobIdOf(given: string, { call }: Pick<DeskLine, 'call'>): Promise<string> {
  const { jobs } = await call('cron.list', { includeDisabled: true });
  if (jobs.some(({ id }) => id === given)) return given;
  const called = given.trim().toLowerCase();
  const named = jobs.filter(({ name }) => name.toLowerCase() === called);
  if (named.length > 1)
    throw new WrongUse(`${named.length} jobs are called "${given}": ${named.map(({ id }) => id).join(', ')}`);
  return named[0]?.id ?? given;
}
