import { join } from 'node:path';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { SqliteSql } from '../../src/store/sqlite/sqlite-sql.ts';
import { booksOf } from '../../src/store/sql/books.ts';
import { FileTranscripts } from '../../src/store/files/file-transcripts.ts';
import type { TranscriptDamage } from '../../src/sessions/transcripts.ts';

/** The real stores of a home; opening the same home again is what a restart does. */
export function openStores(home: string) {
  const db = openDatabase(join(home, 'data', 'nightdesk.sqlite3'), 'test');
  const sql = new SqliteSql(db);
  const damages: TranscriptDamage[] = [];
  const { turns: book, ...books } = booksOf(sql);
  return {
    db,
    sql,
    damages,
    book,
    ...books,
    transcripts: new FileTranscripts(join(home, 'sessions'), (damage) => damages.push(damage)),
    close: () => db.close(),
  };
}

export type Stores = ReturnType<typeof openStores>;

/** The key of a session that there is; undefined for what is no key. */
export async function sessionOf({ sessions }: Stores, key: string) {
  return (await sessions.list()).find((session) => session.key === key)?.key;
}
