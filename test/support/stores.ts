import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { SqliteSql } from '../../src/store/sqlite/sqlite-sql.ts';
import { booksOf } from '../../src/store/sql/books.ts';
import { FileTranscripts } from '../../src/store/files/file-transcripts.ts';
import type { TranscriptDamage } from '../../src/sessions/transcripts.ts';

/** The real stores of a home; opening the same home again is what a restart does. */
export function openStores(home: string) {
  const file = join(home, 'data', 'nightdesk.sqlite3');
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, emptyDatabase());
  }
  const db = openDatabase(file, 'test');
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

/** What opening makes of nothing, made once in a process: a new home takes a copy of it, and no migrations. */
let empty: Buffer | undefined;
function emptyDatabase(): Buffer {
  if (empty) return empty;
  const folder = mkdtempSync(join(tmpdir(), 'nightdesk-empty-'));
  const db = openDatabase(join(folder, 'empty.sqlite3'), 'test');
  empty = db.serialize();
  db.close();
  rmSync(folder, { recursive: true });
  return empty;
}

export type Stores = ReturnType<typeof openStores>;

/** The key of a session that there is; undefined for what is no key. */
export async function sessionOf({ sessions }: Stores, key: string) {
  return (await sessions.list()).find((session) => session.key === key)?.key;
}
