/**
 * Locks of the server for the names that transactions are about. They end with their transaction. All desks take them in
 * the same order, so none waits for another in a circle.
 */
import { createHash } from 'node:crypto';

/** The number of a name's lock, or of a whole part's. */
export function lockOf(part: string, name = ''): string {
  return createHash('sha1').update(`nightdesk\0${part}\0${name}`).digest().readBigInt64BE().toString();
}

/** A statement that takes the locks of names. */
export function locksOf(part: string, names: readonly string[]): string {
  const numbers = names.map((name) => lockOf(part, name)).toSorted();
  return `SELECT count(pg_advisory_xact_lock(number)) FROM unnest('{${numbers.join(',')}}'::bigint[]) AS number`;
}
