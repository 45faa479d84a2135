import { WrongUse } from './cli-error.ts';
import type { DeskConnection } from './desk-connection.ts';

/**
 * The id of a job given by its id, or by a name that only one job has.
 * @returns the input, where no job has this name: the method that gets it reports that.
 * @throws WrongUse when several jobs have the name.
 */
export async function jobIdOf(given: string, { call }: Pick<DeskConnection, 'call'>): Promise<string> {
  const { jobs } = await call('cron.list', { includeDisabled: true });
  if (jobs.some(({ id }) => id === given)) return given;
  const called = given.trim().toLowerCase();
  const named = jobs.filter(({ name }) => name.toLowerCase() === called);
  if (named.length > 1)
    throw new WrongUse(`${named.length} jobs are called "${given}": ${named.map(({ id }) => id).join(', ')}`);
  return named[0]?.id ?? given;
}
