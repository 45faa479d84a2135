/** Inspects a desk's database without changing it. It may be in use, damaged, or missing. */
import Database from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { DESK_MIGRATIONS } from '../sql/migrations/desk.ts';
import type { GivenUp } from '../../sessions/op-book.ts';
import { StoreError } from '../store-error.ts';
import { GIVEN_UP, givenUpOf } from '../sql/op-rows.ts';
import { text } from '../sql/values.ts';
import { Statements } from './statements.ts';

export interface DatabaseSeen {
  /** Undefined for the database of an earlier desk, which the next start migrates. */
  readonly jobs: number | undefined;
  /** The sessions that jobs are bound to, with their titles. */
  readonly bound: readonly { readonly key: string; readonly title: string }[];
  /** Messages since the given time whose arrival could not be confirmed. */
  readonly givenUp: readonly GivenUp[];
}

/**
 * Inspect a database; undefined when there is none.
 * @throws StoreError that says what is wrong with it.
 */
export function lookAtDatabase(file: string, sinceMs: number): DatabaseSeen | undefined {
  if (!existsSync(file)) return undefined;
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { readonly: true, timeout: 5_000 });
    db.pragma('ignore_check_constraints = ON'); // the next start sets such rows aside
    const health = db.pragma('quick_check(1)', { simple: true });
    if (health !== 'ok') throw new StoreError('corrupt', `${file} is damaged (${String(health)})`);
    const at = Number(db.pragma('user_version', { simple: true }));
    if (at > DESK_MIGRATIONS.length)
      throw new StoreError('newer', `${file} was written by a later Nightdesk (schema ${at})`);
    if (at < DESK_MIGRATIONS.length) return { jobs: undefined, bound: [], givenUp: [] };
    return seen(new Statements(db), sinceMs);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError('unusable', `${file} can't be read: ${(error as Error).message}`, { cause: error });
  } finally {
    db?.close();
  }
}

function seen(sql: Statements, sinceMs: number): DatabaseSeen {
  const bound = sql.all(
    `SELECT DISTINCT jobs.session AS key, coalesce(sessions.title, jobs.session) AS title
     FROM jobs LEFT JOIN sessions ON sessions.key = jobs.session
     WHERE jobs.session IS NOT NULL ORDER BY title`,
  );
  const [count] = sql.all('SELECT count(*) AS jobs FROM jobs');
  return {
    jobs: Number(count?.['jobs'] ?? 0),
    bound: bound.map((row) => ({ key: text(row['key']), title: text(row['title']) })),
    givenUp: sql.all(GIVEN_UP, sinceMs).map(givenUpOf),
  };
}
