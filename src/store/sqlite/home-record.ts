/**
 * What a home's database records about itself: who holds it, and how far it was written.
 *
 * - **Who holds it**: the number of the file that is locked. Whoever locks another file under the same name, because
 *   the first was removed, finds here that a desk may still run, and whether its database is still open.
 * - **How far it was written**: a number that is raised at every start and every time the log (`-wal`) is folded into
 *   the database. The newest stands in the log, and in a small file beside the database, the mark: a database without
 *   its log lacks the number that the mark has, and is refused. A whole copy has both, of whatever day it is.
 */
import Database from 'better-sqlite3';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { HomeLocked } from '../home-lock.ts';
import type { Held, HomeLock } from '../home-lock.ts';
import { StoreError } from './database.ts';
import type { Sqlite } from './database.ts';

export interface HomeRecord {
  /** 0 before the first number was written. */
  readonly written: number;
  /** Who held the home last, when they didn't leave properly. */
  readonly held?: Held & { readonly id: string };
  /** There is nothing in it, not even tables. */
  readonly isEmpty: boolean;
}

/** Looks without changing anything. @returns undefined where there is no database, or none that can be read. */
export function readRecord(database: string): HomeRecord | undefined {
  if (!existsSync(database)) return undefined;
  let db: Sqlite | undefined;
  try {
    db = new Database(database, { readonly: true, timeout: 5_000 });
    if (db.pragma('user_version', { simple: true }) === 0) return { written: 0, isEmpty: true };
    const held = valueOf(db, HELD);
    return {
      written: writtenIn(db),
      isEmpty: false,
      ...(held !== undefined && { held: JSON.parse(held) as Held & { id: string } }),
    };
  } catch {
    return undefined; // whoever opens it to write says what is wrong with it
  } finally {
    db?.close();
  }
}

const WRITTEN = 'written';
const HELD = 'held by';

function valueOf(db: Sqlite, name: string): string | undefined {
  return db.prepare<[string], string>(`SELECT value FROM desk WHERE name = ?`).pluck().get(name);
}

const writtenIn = (db: Sqlite) => Number(valueOf(db, WRITTEN) ?? 0);

/**
 * Nobody else works on this database, though the lock could be taken.
 * @throws HomeLocked when somebody does: their lock file was removed.
 */
export function mustBeLeft(database: string, lock: HomeLock, lockFile: string): void {
  const held = readRecord(database)?.held;
  // Whoever held the same file before has released it, be it by their death.
  if (held && held.id !== lock.id && isOpenElsewhere(database)) {
    throw new HomeLocked(
      lockFile,
      held,
      `Or another program, such as a backup or sqlite3, has ${database} open: close it.`,
    );
  }
}

function isOpenElsewhere(database: string): boolean {
  const db = new Database(database, { timeout: 0 });
  try {
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec('BEGIN EXCLUSIVE; ROLLBACK');
    return false;
  } catch (error) {
    return (error as { code?: string }).code?.startsWith('SQLITE_BUSY') ?? false;
  } finally {
    db.close();
  }
}

/** @throws StoreError `older` when the database lacks what was written to this home. */
export function mustBeWhole(database: string): void {
  const record = readRecord(database);
  const marked = readMark(database);
  if (!record || marked === undefined || record.written >= marked) return;
  throw new StoreError(
    'older',
    `${database} lacks what was last written to this home: it was copied without its log, ${database}-wal, or it is ` +
      'older than the rest of the home. Copy both (or stop the desk before copying), or restore a whole backup of the ' +
      `home. To go on with the older state, without what came after it, make ${markOf(database)} an empty file.`,
  );
}

export const markOf = (database: string) => `${database}.mark`;

/** @returns undefined where there is no mark, or none that can be read: then nothing is known. */
function readMark(database: string): number | undefined {
  try {
    const marked = Number(readFileSync(markOf(database), 'utf8').trim());
    return Number.isSafeInteger(marked) && marked > 0 ? marked : undefined;
  } catch {
    return undefined;
  }
}

/** The log is folded into the database when it has grown by this much. */
const FOLD_BYTES = 4 * 1024 * 1024;

/** The record of a database that is open. */
export class HomeRecorder {
  readonly #db: Sqlite;
  readonly #file: string;
  #written: number;
  /** The log's length at which it is folded next. */
  #foldAt = FOLD_BYTES;

  /** Records who holds the home, and that it is written from now on. */
  constructor(db: Sqlite, file: string, lock: HomeLock) {
    this.#db = db;
    this.#file = file;
    // The log is folded here, where the number can be raised with it.
    db.pragma('wal_autocheckpoint = 0');
    this.#written = Math.max(writtenIn(db), readMark(file) ?? 0);
    this.hold(lock);
    this.#raise();
  }

  hold({ id, holder }: HomeLock): void {
    this.#set(HELD, JSON.stringify({ id, holder, pid: process.pid }));
  }

  /** Something was committed. */
  committed(): void {
    const length = this.#logLength();
    if (length < this.#foldAt) return;
    try {
      this.fold();
    } catch {
      // Nothing is lost by a log that grows, and a full disk is told by whoever writes to it.
    }
    this.#foldAt = this.#logLength() + FOLD_BYTES;
  }

  /** Bring the log into the database and empty it, as far as nobody reads it just now. */
  fold(): void {
    this.#db.pragma('wal_checkpoint(TRUNCATE)');
    this.#raise();
  }

  /** The last thing before the database is closed. */
  leave(): void {
    try {
      this.#db.prepare(`DELETE FROM desk WHERE name = ?`).run(HELD);
    } catch {
      // A full disk: the next start looks whether somebody is still there.
    }
  }

  /** The number enters the log before the mark: a mark never asks for what was not written. */
  #raise(): void {
    this.#written += 1;
    this.#set(WRITTEN, String(this.#written));
    const fresh = `${markOf(this.#file)}.new`;
    rmSync(fresh, { force: true });
    const file = openSync(fresh, 'wx', 0o600);
    try {
      writeFileSync(file, `${this.#written}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(fresh, markOf(this.#file));
  }

  #set(name: string, value: string): void {
    this.#db.prepare(`INSERT OR REPLACE INTO desk (name, value) VALUES (?, ?)`).run(name, value);
  }

  #logLength(): number {
    return statSync(`${this.#file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }
}
