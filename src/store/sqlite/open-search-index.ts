/**
 * Opens the search index in a file of its own when it is first used. The index is built from other data, so a file
 * that SQLite can't read, now or later, is deleted and rebuilt, and that is logged. No copy is kept, because it would
 * preserve words that people delete.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import type { KeptSearchIndex, SearchIndex } from '../../search/search-index.ts';
import { SEARCH_MIGRATIONS } from '../sql/migrations/search.ts';
import { SqlSearchIndex } from '../sql/search-index.ts';
import type { Sqlite } from './database.ts';
import { migrate, versionOf } from './migrate.ts';
import { SqliteSql } from './sqlite-sql.ts';
import { trigramMatching } from './trigram-matching.ts';

interface OpenDeps {
  /** `data/search.sqlite3`, or `:memory:`. */
  readonly path: string;
  readonly log: { warn(fields: object, text: string): void };
}

/** The search index; its file is opened, or rebuilt, at the first call. */
export function openSearchIndex(deps: OpenDeps): KeptSearchIndex {
  const index = new OpenedIndex(deps);
  const within =
    <Args extends readonly unknown[], T>(call: (books: SearchIndex, ...args: Args) => Promise<T>) =>
    (...args: Args) =>
      index.do((books) => call(books, ...args));
  return {
    marks: within((books, kind) => books.marks(kind)),
    mark: within((books, part) => books.mark(part)),
    change: within((books, change) => books.change(change)),
    forget: within((books, parts) => books.forget(parts)),
    find: within((books, request) => books.find(request)),
    newest: within((books) => books.newest()),
    values: within((books, of, sessions) => books.values(of, sessions)),
    whenLost: (listener) => index.whenLost(listener),
    close: () => index.close(),
  };
}

interface Opened {
  readonly db: Sqlite;
  readonly sql: SqliteSql;
  readonly books: SearchIndex;
}

class OpenedIndex {
  readonly #deps: OpenDeps;
  readonly #listeners: (() => void)[] = [];
  #opened: Opened | undefined;

  constructor(deps: OpenDeps) {
    this.#deps = deps;
  }

  whenLost(listener: () => void): void {
    this.#listeners.push(listener);
  }

  async do<T>(work: (books: SearchIndex) => Promise<T>): Promise<T> {
    const opened = (this.#opened ??= this.#open());
    try {
      return await work(opened.books);
    } catch (error) {
      if (!isSpoiled(error)) throw error;
      if (this.#opened === opened) {
        opened.db.close();
        this.#opened = this.#anew(error);
      }
      return work((this.#opened ??= this.#open()).books);
    }
  }

  /** Waits for running writes. */
  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    await opened?.sql.transaction(async () => undefined).catch(() => undefined);
    opened?.db.close();
  }

  #open(): Opened {
    try {
      return open(this.#deps.path);
    } catch (error) {
      if (!isSpoiled(error)) throw error;
      return this.#anew(error);
    }
  }

  #anew(error: unknown): Opened {
    const { path, log } = this.#deps;
    log.warn({ path, err: error }, 'the search index could not be read; it is made anew');
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
    const opened = open(path);
    for (const tell of this.#listeners) tell();
    return opened;
  }
}

function open(path: string): Opened {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
  const db = new Database(path);
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL'); // a power cut may cost the last rows, together with the marks of how far it was indexed
    db.pragma('secure_delete = ON'); // people may delete what they wrote
    db.pragma('busy_timeout = 200');
    // A later version's file may have other tables. Rebuilding it loses nothing.
    if (versionOf(db) > SEARCH_MIGRATIONS.length) throw new Foreign();
    migrate(db, SEARCH_MIGRATIONS);
    const sql = new SqliteSql(db);
    return { db, sql, books: new SqlSearchIndex(sql, trigramMatching) };
  } catch (error) {
    db.close();
    throw error;
  }
}

class Foreign extends Error {
  override readonly name = 'Foreign';

  constructor() {
    super('it was written by a later Nightdesk');
  }
}

function isSpoiled(error: unknown): boolean {
  if (error instanceof Foreign) return true;
  const { code, message = '' } = error as { code?: unknown; message?: string };
  if (typeof code !== 'string') return false;
  return (
    code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB' || /no such table: search_/.test(message)
  );
}
