import { existsSync, readdirSync, statSync } from 'node:fs';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { TranscriptDamage } from '../sessions/transcripts.ts';
import { FileTranscripts } from '../store/files/file-transcripts.ts';
import { lockHome } from '../store/home-lock.ts';
import type { HomeLock } from '../store/home-lock.ts';
import { HomeTrouble, asHomeTrouble } from '../store/home-trouble.ts';
import { StoreError, openDatabase } from '../store/sqlite/database.ts';
import { GroupCommit } from '../store/sqlite/group-commit.ts';
import { SqliteBoardBook } from '../store/sqlite/sqlite-board-book.ts';
import { SqliteDeedBook } from '../store/sqlite/sqlite-deed-book.ts';
import { SqliteDeskState } from '../store/sqlite/sqlite-desk-state.ts';
import { SqliteEventQueue } from '../store/sqlite/sqlite-event-queue.ts';
import { SqliteHearingBook } from '../store/sqlite/sqlite-hearing-book.ts';
import { SqliteJobBook } from '../store/sqlite/sqlite-job-book.ts';
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

/**
 * The stores of a home, under its lock, which they release; it is taken where none is given.
 * @throws HomeLocked when another desk runs on it; StoreError when its database is damaged (and kept).
 */
export function openStores(
  config: Config,
  clock: Clock,
  log: Logger,
  lock: HomeLock = lockHome(config.paths.lock, process.pid),
) {
  try {
    const stamp = new Date(clock.now()).toISOString().replace(/\D/g, '').slice(0, 14);
    mustNotBeEmptied(config);
    const db = openDatabase(config.paths.database, stamp);
    const commits = new GroupCommit(db);
    const damaged = (damage: TranscriptDamage) =>
      log.warn({ module: 'sessions', ...damage }, 'transcript damaged');
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
      deeds: new SqliteDeedBook(commits),
      board: new SqliteBoardBook(commits),
      state: new SqliteDeskState(commits),
      events: new SqliteEventQueue(commits),
      hearing: new SqliteHearingBook(commits),
      receipts: new SqliteReceiptBook(commits),
      upkeep: new SqliteUpkeepBook(commits),
      /** Why nothing can be written now, if that is so. */
      trouble: () => commits.trouble?.message,
      transcripts: new FileTranscripts(config.paths.sessions, damaged),
      close: () => {
        db.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    const { cause } = error as { cause?: unknown };
    const trouble = asHomeTrouble(cause ?? error, config.paths.data);
    throw trouble instanceof HomeTrouble ? trouble : error;
  }
}

/** Transcripts without a database: it was lost, and an empty desk would hide that. */
function mustNotBeEmptied({ paths }: Config): void {
  const hasDatabase = existsSync(paths.database) && statSync(paths.database).size > 0;
  if (hasDatabase || !existsSync(paths.sessions)) return;
  if (!readdirSync(paths.sessions).some((name) => name.endsWith('.jsonl'))) return;
  throw new StoreError(
    'corrupt',
    `${paths.database} is missing or empty, though there are transcripts in ${paths.sessions}. ` +
      'Restore a backup of it, or move the transcripts away to start with an empty desk.',
  );
}

export type Stores = ReturnType<typeof openStores>;
