import { join } from 'node:path';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { SqliteSql } from '../../src/store/sqlite/sqlite-sql.ts';
import { SqlBoardBook } from '../../src/store/sql/board-book.ts';
import { SqlCheckpointBook } from '../../src/store/sql/checkpoint-book.ts';
import { SqlEditorialActionBook } from '../../src/store/sql/editorial-action-book.ts';
import { SqlDeskState } from '../../src/store/sql/desk-state.ts';
import { SqlEventQueue } from '../../src/store/sql/event-queue.ts';
import { SqlIntakeBook } from '../../src/store/sql/intake-book.ts';
import { SqlJobBook } from '../../src/store/sql/job-book.ts';
import { SqlMailBook } from '../../src/store/sql/mail-book.ts';
import { SqlNoteBook } from '../../src/store/sql/note-book.ts';
import { SqlOpBook } from '../../src/store/sql/op-book.ts';
import { SqlPlaceBook } from '../../src/store/sql/place-book.ts';
import { SqlPlaceRemoval } from '../../src/store/sql/place-removal.ts';
import { SqlReceiptBook } from '../../src/store/sql/receipt-book.ts';
import { SqlSessionIndex } from '../../src/store/sql/session-index.ts';
import { SqlSessionRemoval } from '../../src/store/sql/session-removal.ts';
import { SqlSessionState } from '../../src/store/sql/session-state.ts';
import { SqlStoryBook } from '../../src/store/sql/story-book.ts';
import { SqlTaskBook } from '../../src/store/sql/task-book.ts';
import { SqlTurnBook } from '../../src/store/sql/turn-book.ts';
import { SqlUpkeepBook } from '../../src/store/sql/upkeep-book.ts';
import { FileTranscripts } from '../../src/store/files/file-transcripts.ts';
import type { TranscriptDamage } from '../../src/sessions/transcripts.ts';

/** The real stores of a home; opening the same home again is what a restart does. */
export function openStores(home: string) {
  const db = openDatabase(join(home, 'data', 'nightdesk.sqlite3'), 'test');
  const sql = new SqliteSql(db);
  const damages: TranscriptDamage[] = [];
  return {
    db,
    sql,
    damages,
    book: new SqlTurnBook(sql),
    jobs: new SqlJobBook(sql),
    ops: new SqlOpBook(sql),
    notes: new SqlNoteBook(sql),
    sessions: new SqlSessionIndex(sql),
    sessionState: new SqlSessionState(sql),
    removal: new SqlSessionRemoval(sql),
    places: new SqlPlaceBook(sql),
    placeRemoval: new SqlPlaceRemoval(sql),
    stories: new SqlStoryBook(sql),
    tasks: new SqlTaskBook(sql),
    actions: new SqlEditorialActionBook(sql),
    board: new SqlBoardBook(sql),
    newsletters: new SqlCheckpointBook(sql),
    mails: new SqlMailBook(sql),
    receipts: new SqlReceiptBook(sql),
    upkeep: new SqlUpkeepBook(sql),
    events: new SqlEventQueue(sql),
    intake: new SqlIntakeBook(sql),
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
