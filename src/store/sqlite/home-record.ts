/**
 * What a home's database records about itself: who holds it, and how much was written to it.
 *
 * - **The holder**: the inode of the lock file. A process that locks a new file of the same name, because the old one
 *   was removed, finds here that a desk may still be running, and whether it has the database open.
 * - **How much was written**: a number that rises at every start and at every checkpoint of the log (`-wal`). The
 *   newest is in the log and in a small file beside the database, the mark. A database without its log lacks the
 *   number in the mark and is refused. A complete copy has both, however old it is.
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
import { StoreError } from '../store-error.ts';
import type { Sqlite } from './database.ts';

export interface HomeRecord {
  /** 0 before the first number was written. */
  readonly written: number;
  /** The last holder, if it did not leave properly. */
  readonly held?: Held & { readonly id: string };
  /** Whether it has no tables at all. */
  readonly isEmpty: boolean;
}

/**
 * Read the record without changing anything.
 * @returns undefined when there is no readable database.
 */
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
    return undefined; // opening it for writing will report the problem
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
 * Make sure that nobody else uses this database, although the lock was free.
 * @throws HomeLocked when somebody does, because their lock file was removed.
 */
export function mustBeLeft(database: string, lock: HomeLock, lockFile: string): void {
  const held = readRecord(database)?.held;
  // A previous holder of the same lock file must have released it.
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

/**
 * Make sure that nothing is missing.
 * @throws StoreError `older` when the database lacks something that was written to this home.
 */
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

/** The path of the database's mark. */
export const markOf = (database: string) => `${database}.mark`;

/** @returns undefined when there is no readable mark. */
function readMark(database: string): number | undefined {
  try {
    const marked = Number(readFileSync(markOf(database), 'utf8').trim());
    return Number.isSafeInteger(marked) && marked > 0 ? marked : undefined;
  } catch {
    return undefined;
  }
}

/** Checkpoint when the log has grown by this much: a page that changed often meanwhile is copied once. */
const FOLD_BYTES = 16 * 1024 * 1024;

/** Keeps the record of an open database. */
export class HomeRecorder {
  readonly #db: Sqlite;
  readonly #file: string;
  #written: number;
  /** The log's length at which to checkpoint next. */
  #foldAt = FOLD_BYTES;

  /** Record who holds the home and that it is being written from now on. */
  constructor(db: Sqlite, file: string, lock: HomeLock) {
    this.#db = db;
    this.#file = file;
    // Checkpoints happen here only, where the number is raised with them.
    db.pragma('wal_autocheckpoint = 0');
    this.#written = Math.max(writtenIn(db), readMark(file) ?? 0);
    this.hold(lock);
    this.#raise();
  }

  hold({ id, holder }: HomeLock): void {
    this.#set(HELD, JSON.stringify({ id, holder, pid: process.pid }));
  }

  /** Call after each commit. */
  committed(): void {
    const length = this.#logLength();
    if (length < this.#foldAt) return;
    try {
      this.fold();
    } catch {
      // A log that keeps growing loses nothing, and the next write reports a full disk.
    }
    this.#foldAt = this.#logLength() + FOLD_BYTES;
  }

  /** Checkpoint the log and truncate it, unless readers prevent that. */
  fold(): void {
    this.#db.pragma('wal_checkpoint(TRUNCATE)');
    this.#raise();
  }

  /** Call last, before the database is closed. */
  leave(): void {
    try {
      this.#db.prepare(`DELETE FROM desk WHERE name = ?`).run(HELD);
    } catch {
      // On a full disk the record stays; the next start checks whether the holder is still there.
    }
  }

  /** The number is written to the log before the mark, so the mark never asks for something unwritten. */
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
