import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { TranscriptDamage, Transcripts } from '../sessions/transcripts.ts';
import { FileTranscripts } from '../store/files/file-transcripts.ts';
import { WatchedTranscripts } from '../store/files/watched-transcripts.ts';
import { HomeLocked, lockHome } from '../store/home-lock.ts';
import type { HomeLock } from '../store/home-lock.ts';
import type { LockKept } from '../desk/keeping-lock.ts';
import { HomeTrouble, asHomeTrouble } from '../store/home-trouble.ts';
import { openDatabase } from '../store/sqlite/database.ts';
import type { Sqlite } from '../store/sqlite/database.ts';
import { SqliteSql } from '../store/sqlite/sqlite-sql.ts';
import { openSearchIndex } from '../store/sqlite/open-search-index.ts';
import { HomeRecorder } from '../store/sqlite/home-record.ts';
import { mustBeSound } from '../store/sqlite/sound-home.ts';
import { setAsideBadRows } from '../store/sqlite/set-aside.ts';
import { booksOf } from '../store/sql/books.ts';
import type { Clock } from '../time/clock.ts';
import { believedTime } from '../desk/desk-times.ts';
import './channels.ts';

/**
 * Open a home's stores under its lock, which they release; without a given lock it is taken.
 * @throws HomeLocked when another desk runs on it; StoreError when its database is damaged (a copy is kept) or
 * incomplete.
 */
export function openStores(
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
      search: openSearchIndex({ path: config.paths.searchIndex, log: log.child({ module: 'search' }) }),
      /** Check that the home is still locked, and lock its file anew if it was removed. */
      keepLock: (): LockKept => {
        if (lock.isInPlace()) return 'held';
        if (!existsSync(dirname(config.paths.lock)) || !lock.renew()) return 'lost';
        record.hold(lock);
        return 'renewed';
      },
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

export type Stores = ReturnType<typeof openStores>;
