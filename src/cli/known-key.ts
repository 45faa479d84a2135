import { WrongUse } from './cli-error.ts';
import type { DeskConnection } from './desk-connection.ts';

/**
 * Checks that a job's conversation exists, or is meant to begin with the job.
 * @throws WrongUse with the nearest keys.
 */
export async function mustBeKnown(
  key: string | false | null | undefined,
  create: boolean | undefined,
  { call }: DeskConnection,
): Promise<void> {
  if (typeof key !== 'string') return;
  const { known, mayBegin, because, nearest } = await call('sessions.find', { key });
  if (known || (mayBegin && create === true)) return;
  const near = nearest.length > 0 ? `; the nearest: ${nearest.join(', ')}` : '';
  throw new WrongUse(`${because}${near}${mayBegin ? '; --create binds the job to it all the same' : ''}`);
}
