import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { TranscriptDamage, Transcripts } from '../sessions/transcripts.ts';
import { FileTranscripts } from '../store/files/file-transcripts.ts';
import { WatchedTranscripts } from '../store/files/watched-transcripts.ts';
import { HomeLocked, lockHome } from '../store/home-lock.ts';
import type { HomeLock } from '../store/home-lock.ts';
import { HomeTrouble, asHomeTrouble } from '../store/home-trouble.ts';
import { keepPrivate } from '../store/private-folder.ts';
import { mustKnowTranscripts } from '../store/sqlite/behind-transcripts.ts';
import { StoreError, openDatabase } from '../store/sqlite/database.ts';
import type { Sqlite } from '../store/sqlite/database.ts';
import { GroupCommit } from '../store/sqlite/group-commit.ts';
import { HomeRecorder, markOf, mustBeLeft, mustBeWhole, readRecord } from '../store/sqlite/home-record.ts';
import { setAsideBadRows } from '../store/sqlite/set-aside.ts';
import { SqliteBoardBook } from '../store/sqlite/sqlite-board-book.ts';
import { SqliteCheckpointBook } from '../store/sqlite/sqlite-checkpoint-book.ts';
import { SqliteEditorialActionBook } from '../store/sqlite/sqlite-editorial-action-book.ts';
import { SqliteDeskState } from '../store/sqlite/sqlite-desk-state.ts';
import { SqliteEventQueue } from '../store/sqlite/sqlite-event-queue.ts';
import { SqliteIntakeBook } from '../store/sqlite/sqlite-intake-book.ts';
import { SqliteJobBook } from '../store/sqlite/sqlite-job-book.ts';
import { SqliteMailBook } from '../store/sqlite/sqlite-mail-book.ts';
import { SqliteNoteBook } from '../store/sqlite/sqlite-note-book.ts';
import { SqliteOpBook } from '../store/sqlite/sqlite-op-book.ts';
import { SqlitePlaceBook } from '../store/sqlite/sqlite-place-book.ts';
import { SqlitePlaceRemoval } from '../store/sqlite/sqlite-place-removal.ts';
import { SqliteReceiptBook } from '../store/sqlite/sqlite-receipt-book.ts';
import { SqliteSessionIndex } from '../store/sqlite/sqlite-session-index.ts';
import { SqliteSessionRemoval } from '../store/sqlite/sqlite-session-removal.ts';
import { SqliteStoryBook } from '../store/sqlite/sqlite-story-book.ts';
import { SqliteTurnBook } from '../store/sqlite/sqlite-turn-book.ts';
import { SqliteUpkeepBook } from '../store/sqlite/sqlite-upkeep-book.ts';
import type { Clock } from '../time/clock.ts';
import { believedTime } from './desk-times.ts';
import './channels.ts';

/**
 * The stores of a home, under its lock, which they release; it is taken where none is given.
 * @throws HomeLocked when another desk runs on it; StoreError when its database is damaged (and kept), or isn't whole.
 */
export function openStores(
  config: Config,
  clock: Clock,
  log: Logger,
  lock: HomeLock = lockHome(config.paths.lock, process.pid),
) {
  let db: Sqlite | undefined;
  try {
    const { database, setAside } = config.paths;
    const stamp = new Date(clock.now()).toISOString().replace(/\D/g, '').slice(0, 14);
    keepPrivate(config.paths.data);
    keepPrivate(config.paths.sessions);
    mustNotBeEmptied(config);
    mustBeLeft(database, lock, config.paths.lock);
    mustBeWhole(database);
    mustKnowTranscripts(database, config.paths.sessions);
    const opened = (db = openDatabase(database, stamp));
    const record = new HomeRecorder(opened, database, lock);
    // Whoever took another file under the lock's name since then found this database open.
    if (!lock.isInPlace()) throw new HomeLocked(config.paths.lock, { holder: 'desk' });
    for (const { table, key, reason } of setAsideBadRows(opened, setAside, clock.now()))
      log.warn(
        { module: 'store', table, row: key, reason, file: setAside },
        'a row could not be read: it was set aside',
      );
    const commits = new GroupCommit(opened, record);
    const damaged = (damage: TranscriptDamage) =>
      log.warn({ module: 'sessions', ...damage }, 'transcript damaged');
    const { sessions } = config.paths;
    const state = new SqliteDeskState(commits);
    const transcripts = new WatchedTranscripts(new FileTranscripts(sessions, damaged), sessions);
    return {
      turns: new SqliteTurnBook(commits),
      jobs: new SqliteJobBook(commits),
      ops: new SqliteOpBook(commits),
      notes: new SqliteNoteBook(commits),
      sessions: new SqliteSessionIndex(commits),
      removal: new SqliteSessionRemoval(commits),
      places: new SqlitePlaceBook(commits),
      placeRemoval: new SqlitePlaceRemoval(commits),
      stories: new SqliteStoryBook(commits),
      actions: new SqliteEditorialActionBook(commits),
      board: new SqliteBoardBook(commits),
      newsletters: new SqliteCheckpointBook(commits),
      mails: new SqliteMailBook(commits),
      state,
      /** By which what has served its time is old enough. */
      believed: believedTime(state, clock, log),
      events: new SqliteEventQueue(commits),
      intake: new SqliteIntakeBook(commits),
      receipts: new SqliteReceiptBook(commits),
      upkeep: new SqliteUpkeepBook(commits),
      /** Why nothing can be written now, if that is so. */
      trouble: () => commits.trouble?.message ?? transcripts.trouble,
      transcripts: transcripts as Transcripts,
      /** Whether the home is still held by its lock, which is made anew where its file was removed. */
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

/** Transcripts, or a mark, without a database: it was lost, and an empty desk would hide that. */
function mustNotBeEmptied({ paths }: Config): void {
  const isThere = existsSync(paths.database) && statSync(paths.database).size > 0;
  if (isThere && readRecord(paths.database)?.isEmpty !== true) return;
  const isMarked = existsSync(markOf(paths.database));
  if (!isMarked && !hasTranscripts(paths.sessions)) return;
  const away = hasTranscripts(paths.sessions) ? ['move the transcripts away'] : [];
  const what = away.length > 0 ? `there are transcripts in ${paths.sessions}` : 'a desk has run on this home';
  if (isMarked) away.push(`remove ${markOf(paths.database)}`);
  throw new StoreError(
    'corrupt',
    `${paths.database} is missing or empty, though ${what}. If it was copied, its log, ${paths.database}-wal, was left ` +
      `behind: copy both. Restore a backup of it, or ${away.join(' and ')} to start with an empty desk.`,
  );
}

function hasTranscripts(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.jsonl'));
}

/** `renewed`: the file was gone, and is there again. `lost`: it can't be had again now. */
export type LockKept = 'held' | 'renewed' | 'lost';

export type Stores = ReturnType<typeof openStores>;
