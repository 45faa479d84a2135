/**
 * Statements that a connection prepared before a later desk's migration gave their tables columns. They fail as long as the
 * connection is open.
 */
import { codeOf } from './server-trouble.ts';

const MOST_ATTEMPTS = 100;

/** feature_not_supported: a table has columns that it hadn't when the connection prepared the statement. */
export function isStale(error: unknown): error is Error {
  return codeOf(error) === '0A000' && /cached plan must not change/.test((error as Error).message);
}

/** Do work again that failed on a connection with stale statements, which is closed. It has changed nothing. */
export async function onFresh<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !isStale(error)) throw error;
    }
  }
}
