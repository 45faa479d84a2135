/**
 * Opens the pool in a file of its own. The pool can be rebuilt, so a file that SQLite can't read is renamed, with a
 * warning, and a new one is created; the desk starts anyway.
 */
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import type { Log } from '../../newsroom/model/log.ts';
import type { Clock } from '../../time/clock.ts';
import { POOL_MIGRATIONS } from '../sql/migrations/pool.ts';
import { SqlPool } from '../sql/pool/sql-pool.ts';
import type { Sqlite } from './database.ts';
import { migrate, versionOf } from './migrate.ts';
import { SqliteSql } from './sqlite-sql.ts';

interface OpenPoolDeps {
  /** `data/newsroom/news_pool.sqlite3`, or `:memory:`. */
  readonly path: string;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Open the pool's database, creating or migrating it.
 * @throws Error for a pool that a later Nightdesk wrote.
 */
export function openPool({ path, clock, log }: OpenPoolDeps): SqlPool {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
  const db = readable(path, clock, log);
  return new SqlPool({ sql: new SqliteSql(db), clock, close: () => void db.close() });
}

function readable(path: string, clock: Clock, log: Log): Sqlite {
  try {
    return open(path);
  } catch (error) {
    if (!isCorrupt(error)) throw error;
    const aside = setAside(path, clock.now());
    log.warn({ path, aside, err: error }, 'the pool could not be read; it is set aside and begun anew');
    return open(path);
  }
}

function open(path: string): Sqlite {
  const db = new Database(path);
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL'); // a power cut may cost the last update; the pool can be rebuilt
    db.pragma('foreign_keys = ON');
    db.pragma('busy_timeout = 5000');
    const check = db.pragma('quick_check(1)', { simple: true });
    if (check !== 'ok') throw new Damaged(String(check));
    mustBeKnown(versionOf(db), path);
    migrate(db, POOL_MIGRATIONS);
    db.pragma('busy_timeout = 200'); // from here on the desk keeps running between such waits
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** @throws Error for a pool that a later Nightdesk wrote. */
function mustBeKnown(version: number, path: string): void {
  const known = POOL_MIGRATIONS.length;
  if (version > known)
    throw new Error(
      `${path}: the pool has schema ${version}, this Nightdesk knows ${known}: it was written by a newer one; update the desk`,
    );
}

class Damaged extends Error {}

function isCorrupt(error: unknown): boolean {
  if (error instanceof Damaged) return true;
  const code = error instanceof Database.SqliteError ? error.code : '';
  return code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB';
}

function setAside(path: string, nowMs: number): string {
  const aside = `${path}.corrupt-${new Date(nowMs).toISOString().replace(/[:.]/g, '-')}`;
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  }
  return aside;
}
