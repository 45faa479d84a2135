import { join } from 'node:path';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { GroupCommit } from '../../src/store/sqlite/group-commit.ts';
import { SqliteBoardBook } from '../../src/store/sqlite/sqlite-board-book.ts';
import { SqliteCheckpointBook } from '../../src/store/sqlite/sqlite-checkpoint-book.ts';
import { SqliteEditorialActionBook } from '../../src/store/sqlite/sqlite-editorial-action-book.ts';
import { SqliteDeskState } from '../../src/store/sqlite/sqlite-desk-state.ts';
import { SqliteEventQueue } from '../../src/store/sqlite/sqlite-event-queue.ts';
import { SqliteIntakeBook } from '../../src/store/sqlite/sqlite-intake-book.ts';
import { SqliteJobBook } from '../../src/store/sqlite/sqlite-job-book.ts';
import { SqliteMailBook } from '../../src/store/sqlite/sqlite-mail-book.ts';
import { SqliteNoteBook } from '../../src/store/sqlite/sqlite-note-book.ts';
import { SqliteOpBook } from '../../src/store/sqlite/sqlite-op-book.ts';
import { SqlitePlaceBook } from '../../src/store/sqlite/sqlite-place-book.ts';
import { SqlitePlaceRemoval } from '../../src/store/sqlite/sqlite-place-removal.ts';
import { SqliteReceiptBook } from '../../src/store/sqlite/sqlite-receipt-book.ts';
import { SqliteSessionIndex } from '../../src/store/sqlite/sqlite-session-index.ts';
import { SqliteSessionRemoval } from '../../src/store/sqlite/sqlite-session-removal.ts';
import { SqliteStoryBook } from '../../src/store/sqlite/sqlite-story-book.ts';
import { SqliteTurnBook } from '../../src/store/sqlite/sqlite-turn-book.ts';
import { SqliteUpkeepBook } from '../../src/store/sqlite/sqlite-upkeep-book.ts';
import { FileTranscripts } from '../../src/store/files/file-transcripts.ts';
import type { TranscriptDamage } from '../../src/sessions/transcripts.ts';

/** The real stores of a home; opening the same home again is what a restart does. */
export function openStores(home: string) {
  const db = openDatabase(join(home, 'data', 'nightdesk.sqlite3'), 'test');
  const commits = new GroupCommit(db);
  const damages: TranscriptDamage[] = [];
  return {
    db,
    commits,
    damages,
    book: new SqliteTurnBook(commits),
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
    receipts: new SqliteReceiptBook(commits),
    upkeep: new SqliteUpkeepBook(commits),
    events: new SqliteEventQueue(commits),
    intake: new SqliteIntakeBook(commits),
    state: new SqliteDeskState(commits),
    mails: new SqliteMailBook(commits),
    transcripts: new FileTranscripts(join(home, 'sessions'), (damage) => damages.push(damage)),
    close: () => db.close(),
  };
}

export type Stores = ReturnType<typeof openStores>;

/** The key of a session that there is; undefined for what is no key. */
export async function sessionOf({ sessions }: Stores, key: string) {
  return (await sessions.list()).find((session) => session.key === key)?.key;
}
