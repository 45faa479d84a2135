import { join } from 'node:path';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { GroupCommit } from '../../src/store/sqlite/group-commit.ts';
import { SqlBoardBook } from '../../src/store/sql/board-book.ts';
import { SqliteEditorialActionBook } from '../../src/store/sqlite/sqlite-editorial-action-book.ts';
import { SqlDeskState } from '../../src/store/sql/desk-state.ts';
import { SqliteEventQueue } from '../../src/store/sqlite/sqlite-event-queue.ts';
import { SqliteIntakeBook } from '../../src/store/sqlite/sqlite-intake-book.ts';
import { SqliteJobBook } from '../../src/store/sqlite/sqlite-job-book.ts';
import { SqlNoteBook } from '../../src/store/sql/note-book.ts';
import { SqliteOpBook } from '../../src/store/sqlite/sqlite-op-book.ts';
import { SqlitePlaceBook } from '../../src/store/sqlite/sqlite-place-book.ts';
import { SqlitePlaceRemoval } from '../../src/store/sqlite/sqlite-place-removal.ts';
import { SqlReceiptBook } from '../../src/store/sql/receipt-book.ts';
import { SqliteSessionIndex } from '../../src/store/sqlite/sqlite-session-index.ts';
import { SqliteSessionRemoval } from '../../src/store/sqlite/sqlite-session-removal.ts';
import { SqliteSql } from '../../src/store/sqlite/sqlite-sql.ts';
import { SqliteStoryBook } from '../../src/store/sqlite/sqlite-story-book.ts';
import { SqliteTurnBook } from '../../src/store/sqlite/sqlite-turn-book.ts';
import { SqlUpkeepBook } from '../../src/store/sql/upkeep-book.ts';
import { FileTranscripts } from '../../src/store/files/file-transcripts.ts';
import type { TranscriptDamage } from '../../src/sessions/transcripts.ts';

/** The real stores of a home; opening the same home again is what a restart does. */
export function openStores(home: string) {
  const db = openDatabase(join(home, 'data', 'nightdesk.sqlite3'), 'test');
  const commits = new GroupCommit(db);
  const sql = new SqliteSql(commits);
  const damages: TranscriptDamage[] = [];
  return {
    db,
    commits,
    sql,
    damages,
    book: new SqliteTurnBook(commits),
    jobs: new SqliteJobBook(commits),
    ops: new SqliteOpBook(commits),
    notes: new SqlNoteBook(sql),
    sessions: new SqliteSessionIndex(commits),
    removal: new SqliteSessionRemoval(commits),
    places: new SqlitePlaceBook(commits),
    placeRemoval: new SqlitePlaceRemoval(commits),
    stories: new SqliteStoryBook(commits),
    actions: new SqliteEditorialActionBook(commits),
    board: new SqlBoardBook(sql),
    receipts: new SqlReceiptBook(sql),
    upkeep: new SqlUpkeepBook(sql),
    events: new SqliteEventQueue(commits),
    intake: new SqliteIntakeBook(commits),
    state: new SqlDeskState(sql),
    transcripts: new FileTranscripts(join(home, 'sessions'), (damage) => damages.push(damage)),
    close: () => db.close(),
  };
}

export type Stores = ReturnType<typeof openStores>;

/** The key of a session that there is; undefined for what is no key. */
export async function sessionOf({ sessions }: Stores, key: string) {
  return (await sessions.list()).find((session) => session.key === key)?.key;
}
