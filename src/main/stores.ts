import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import { HomeFiles } from '../async/home-files.ts';
import type { Config } from '../config/config.ts';
import type { Peers } from '../sessions/peers.ts';
import type { TranscriptDamage, Transcripts } from '../sessions/transcripts.ts';
import { FileTranscripts } from '../store/files/file-transcripts.ts';
import { WatchedTranscripts } from '../store/files/watched-transcripts.ts';
import { openLog } from '../config/logging.ts';
import { pathsOf } from '../config/paths.ts';
import { programsOwn } from '../setup/edition-files.ts';
import { backUp } from '../store/backup/back-up.ts';
import type { Manifest } from '../store/backup/backup-files.ts';
import { restore } from '../store/backup/restore.ts';
import { rowsIntoHomeFiles } from '../store/move/home-files.ts';
import type { EmbeddedPaths, Moved } from '../store/move/move-home.ts';
import { copyTranscripts, rowsIntoFiles } from '../store/move/transcript-lines.ts';
import { StoreError } from '../store/store-error.ts';
import { HomeLocked, claimHome, lockHome } from '../store/home-lock.ts';
import type { HomeLock } from '../store/home-lock.ts';
import type { LockKept } from '../desk/keeping-lock.ts';
import { HomeTrouble, asHomeTrouble, copyInto } from '../store/home-trouble.ts';
import { makeNewFolder } from '../store/place-of-folder.ts';
import { pgTrgmMatching } from '../store/postgres/pg-trgm-matching.ts';
import { keepPrivate } from '../store/private-folder.ts';
import { openDatabase } from '../store/sqlite/database.ts';
import type { Sqlite } from '../store/sqlite/database.ts';
import { SqliteSql } from '../store/sqlite/sqlite-sql.ts';
import { openPool } from '../store/sqlite/open-pool.ts';
import { openSearchIndex } from '../store/sqlite/open-search-index.ts';
import { HomeRecorder } from '../store/sqlite/home-record.ts';
import { mustBeSound } from '../store/sqlite/sound-home.ts';
import { setAsideBadRows } from '../store/sqlite/set-aside.ts';
import { SqlFiles } from '../store/sql/files.ts';
import { booksOf } from '../store/sql/books.ts';
import { SqlPool } from '../store/sql/pool/sql-pool.ts';
import { SqlSearchIndex } from '../store/sql/search-index.ts';
import { SqlTranscripts } from '../store/sql/transcripts.ts';
import type { Clock } from '../time/clock.ts';
import { believedTime } from '../desk/desk-times.ts';
import './channels.ts';

/** What stores are opened with. The lock is theirs: they release it, also when they can't be opened. */
export interface OpenTerms {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly lock: HomeLock;
  /** Ends waiting for another desk that owns the newsroom. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Open the stores: those of the home, or of the database that `DATABASE_URL` names.
 * @throws HomeLocked when another process uses the home; StoreError when a database can't be used (a copy of a damaged
 * one is kept).
 */
export async function openStores(terms: OpenTerms): Promise<Stores> {
  const { databaseUrl } = terms.config;
  const { config, clock, log, lock } = terms;
  return databaseUrl === undefined ? openEmbedded(config, clock, log, lock) : openShared(databaseUrl, terms);
}

/** Open the stores of a home; without a given lock it is taken. */
export function openEmbedded(
  config: Config,
  clock: Clock,
  log: Logger,
  lock: HomeLock = lockHome(config.paths.lock, process.pid),
) {
  let db: Sqlite | undefined;
  try {
    mustBeSound(config.paths, lock);
    const opened = (db = openDatabase(config.paths.database, stampOf(clock)));
    const record = recorded(opened, config, lock);
    setAside(opened, config, clock, log);
    const sql = new SqliteSql(opened, record);
    const damaged = (damage: TranscriptDamage) =>
      log.warn({ module: 'sessions', ...damage }, 'transcript damaged');
    const { sessions } = config.paths;
    const books = booksOf(sql);
    const transcripts = new WatchedTranscripts(new FileTranscripts(sessions, damaged), sessions);
    return {
      ...books,
      /** The trusted time for deciding that data is old enough to delete. */
      believed: believedTime(books.state, clock, log),
      /** Why nothing can be written at the moment, if so. */
      trouble: () => sql.trouble ?? transcripts.trouble,
      transcripts: transcripts as Transcripts,
      files: new HomeFiles({ home: config.home }),
      search: openSearchIndex({ path: config.paths.searchIndex, log: log.child({ module: 'search' }) }),
      openPool: () =>
        openPool({ path: config.paths.newsPool, clock, log: log.child({ module: 'newsroom' }) }),
      /** Other desks that work on the newsroom; an embedded home has none. */
      peers: undefined as Peers | undefined,
      /** Resolves with the reason when this process can't work on the newsroom any more. */
      lost: new Promise<string>(() => {}),
      /** Check that the home is still locked, and lock its file anew if it was removed. */
      keepLock: () => kept(lock, config, () => record.hold(lock)),
      close: () => {
        record.leave();
        opened.close();
        lock.release();
      },
    };
  } catch (error) {
    db?.close();
    lock.release();
    const { cause } = error as { cause?: unknown };
    const trouble = asHomeTrouble(cause ?? error, config.paths.data);
    throw trouble instanceof HomeTrouble ? trouble : error;
  }
}

export type Stores = Omit<ReturnType<typeof openEmbedded>, 'close'> & { close(): void | Promise<void> };

/** Open what works on these stores. They are closed, and their home is free, where that fails. */
export async function openOver<T>(stores: Stores, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    await stores.search.close();
    await stores.close();
    throw error;
  }
}

async function openShared(url: string, { config, clock, log, lock, signal }: OpenTerms): Promise<Stores> {
  try {
    keepPrivate(config.paths.data);
    const { openSharedHome } = await import('../store/postgres/shared-home.ts');
    const { sql, lease, peers, close } = await openSharedHome({
      ...{ url, clock, log, holder: lock.holder, database: config.paths.database },
      signal: signal ?? new AbortController().signal,
    });
    const books = booksOf(sql);
    const index = new SqlSearchIndex(sql.part('search'), pgTrgmMatching);
    return {
      ...books,
      believed: believedTime(books.state, clock, log),
      trouble: () => sql.trouble,
      transcripts: new SqlTranscripts(sql.part('transcripts')),
      files: new HomeFiles({
        home: config.home,
        shared: new SqlFiles(sql.part('files')),
        now: () => clock.now(),
      }),
      search: Object.assign(index, { whenLost: () => {}, close: async () => {} }),
      openPool: () => new SqlPool({ sql: sql.part('pool'), clock, close: () => {} }),
      peers,
      lost: Promise.race([
        lease.lost.then(() => 'another desk has taken over what this one had, as it was silent'),
        ...(peers ? [peers.failed.then(({ message }) => message)] : []),
      ]),
      keepLock: () => kept(lock, config, () => {}),
      close: async () => {
        await close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Where an embedded home's data are, of a home that is named by its database file. */
function homeOf(file: string): EmbeddedPaths {
  const home = dirname(dirname(file));
  const paths = { ...pathsOf(home), home };
  if (paths.database !== file)
    throw new StoreError('unusable', `${file} is no home's database; allowed: <home>/data/nightdesk.sqlite3`);
  return paths;
}

/**
 * Move the newsroom of a stopped desk: into PostgreSQL, or from there into a new home.
 * @param to `postgres://…`, or the absolute path of the new home's database.
 * @throws HomeLocked, StoreError
 */
// ts-unused-exports:disable-next-line
export async function moveHome(config: Config, to: string, clock: Clock): Promise<Moved> {
  const { moveToFile, moveToPostgres } = await import('../store/move/move-home.ts');
  const log = openLog(config, true).log.child({ module: 'store' });
  const stamp = stampOf(clock);
  if (!/^postgres(?:ql)?:/.test(to)) {
    const url = config.databaseUrl;
    if (url === undefined)
      throw new StoreError(
        'unusable',
        'DATABASE_URL is not set: it names the database that is moved to a file',
      );
    return moveToFile({ url, paths: homeOf(to), stamp, clock, log });
  }
  const { paths } = config;
  const lock = await claimHome(paths.lock, { pid: process.pid, holder: 'command', clock });
  try {
    mustBeSound(paths, lock);
    return await moveToPostgres({ url: to, paths: { ...paths, home: config.home }, stamp, clock, log });
  } finally {
    lock.release();
  }
}

/**
 * Write the transcripts into a folder, and from a database the files that an embedded home has, as they are in it. A desk
 * may run meanwhile.
 * @returns how many of each.
 * @throws StoreError when the folder isn't empty, or has to do with the home's own.
 */
// ts-unused-exports:disable-next-line
export async function exportSessions(config: Config, folder: string) {
  const { databaseUrl, paths } = config;
  makeNewFolder(folder, [paths.sessions, paths.data]);
  if (databaseUrl === undefined)
    return { transcripts: await copyInto(folder, () => copyTranscripts(paths.sessions, folder)), files: 0 };
  const log = openLog(config, true).log.child({ module: 'store' });
  const { openPostgres } = await import('../store/postgres/open-postgres.ts');
  const { SCHEMAS } = await import('../store/postgres/shared-home.ts');
  const { sql, close } = await openPostgres({ url: databaseUrl, parts: SCHEMAS, log });
  try {
    return await copyInto(folder, async () => ({
      transcripts: await rowsIntoFiles(sql, folder),
      files: await rowsIntoHomeFiles(sql, folder),
    }));
  } finally {
    await close();
  }
}

/**
 * Copy the home into a new folder. A desk may run meanwhile.
 * @throws StoreError when the newsroom is in PostgreSQL, or the folder isn't empty.
 */
// ts-unused-exports:disable-next-line
export async function backUpHome(config: Config, to: string, clock: Clock): Promise<Manifest> {
  mustBeEmbedded(config, 'back it up with pg_dump');
  const { home, paths } = config;
  const leftOut = programsOwn(config);
  const madeAt = new Date(clock.now()).toISOString();
  return copyInto(to, () => backUp({ home, paths, to, madeAt, leftOut }));
}

/**
 * Make a new home of a backup.
 * @throws StoreError when there are data already, or the backup is damaged; HomeLocked when a desk runs there.
 */
// ts-unused-exports:disable-next-line
export async function restoreHome(config: Config, from: string, clock: Clock): Promise<Manifest> {
  mustBeEmbedded(config, 'restore it with pg_restore');
  const { home, paths } = config;
  const lock = await claimHome(paths.lock, { pid: process.pid, holder: 'command', clock });
  try {
    return await copyInto(home, () => restore(from, { home, paths }));
  } finally {
    lock.release();
  }
}

function mustBeEmbedded({ databaseUrl }: Config, instead: string): void {
  if (databaseUrl === undefined) return;
  throw new StoreError('unusable', `the newsroom is in the database of DATABASE_URL: ${instead}`);
}

/** @param held is called when the file was gone and is locked anew. */
function kept(lock: HomeLock, { paths }: Config, held: () => void): LockKept {
  if (lock.isInPlace()) return 'held';
  if (!existsSync(dirname(paths.lock)) || !lock.renew()) return 'lost';
  held();
  return 'renewed';
}

/** Names the copy of a database that is migrated: `20261120070000`. */
function stampOf(clock: Clock): string {
  return new Date(clock.now()).toISOString().replace(/\D/g, '').slice(0, 14);
}

function recorded(db: Sqlite, { paths }: Config, lock: HomeLock): HomeRecorder {
  const record = new HomeRecorder(db, paths.database, lock);
  // Another process may have locked a new file since; it found this database open.
  if (!lock.isInPlace()) throw new HomeLocked(paths.lock, { holder: 'desk' });
  return record;
}

function setAside(db: Sqlite, { paths }: Config, clock: Clock, log: Logger): void {
  const file = paths.setAside;
  for (const { table, key, reason } of setAsideBadRows(db, file, clock.now()))
    log.warn({ module: 'store', table, row: key, reason, file }, 'a row could not be read: it was set aside');
}
