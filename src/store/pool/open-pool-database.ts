/**
 * Open the pool's database. The pool is rebuildable, so a file that SQLite can't read is set aside under
 * another name, with a warning, and a new one begun: the desk starts.
 */
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import type { Log } from '../../newsroom/model/log.ts';
import type { Clock } from '../../time/clock.ts';
import { migratePool } from './pool-schema.ts';

export function openPoolDatabase(path: string, clock: Clock, log: Log): Database {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
  try {
    return open(path);
  } catch (error) {
    if (!isCorrupt(error)) throw error;
    const aside = setAside(path, clock.now());
    log.warn({ path, aside, err: error }, 'the pool could not be read; it is set aside and begun anew');
    return open(path);
  }
}

function open(path: string): Database {
  const database = new Sqlite(path);
  try {
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = NORMAL'); // rebuildable: a power cut may cost the last update
    database.pragma('foreign_keys = ON');
    database.pragma('busy_timeout = 5000');
    const check = database.pragma('quick_check(1)', { simple: true });
    if (check !== 'ok') throw new Damaged(String(check));
    migratePool(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

class Damaged extends Error {}

function isCorrupt(error: unknown): boolean {
  if (error instanceof Damaged) return true;
  const code = error instanceof Sqlite.SqliteError ? error.code : '';
  return code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB';
}

function setAside(path: string, nowMs: number): string {
  const aside = `${path}.corrupt-${new Date(nowMs).toISOString().replace(/[:.]/g, '-')}`;
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  }
  return aside;
}
