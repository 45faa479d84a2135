/** A home as whoever looks at it from outside finds it, while its desk runs or after its death; nothing is written. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { FileTranscripts } from '../../src/store/files/file-transcripts.ts';
import { SqliteSql } from '../../src/store/sqlite/sqlite-sql.ts';
import { SqlOpBook } from '../../src/store/sql/op-book.ts';
import { SqlSessionIndex } from '../../src/store/sql/session-index.ts';
import { SqlStoryBook } from '../../src/store/sql/story-book.ts';
import { SqlTranscripts } from '../../src/store/sql/transcripts.ts';
import { SqlTurnBook } from '../../src/store/sql/turn-book.ts';
import type { Sql } from '../../src/store/sql/sql.ts';
import type { Transcripts } from '../../src/sessions/transcripts.ts';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import { SCHEMAS } from '../../src/store/postgres/shared-home.ts';
import { databaseOf } from './on-postgres.ts';

async function openSql(home: string): Promise<{ sql: Sql; transcripts: Transcripts; close(): unknown }> {
  const { DATABASE_URL: url } = await databaseOf(home);
  if (url === undefined) {
    const db = new Database(join(home, 'data', 'nightdesk.sqlite3'), { readonly: true });
    const transcripts = new FileTranscripts(join(home, 'sessions'), () => {});
    return { sql: new SqliteSql(db), transcripts, close: () => db.close() };
  }
  const { sql, close } = await openPostgres({ url, parts: SCHEMAS, log: { warn: () => {} } });
  return { sql, transcripts: new SqlTranscripts(sql), close };
}

interface AtRest {
  readonly turns: SqlTurnBook;
  readonly ops: SqlOpBook;
  readonly sessions: SqlSessionIndex;
  readonly stories: SqlStoryBook;
  readonly transcripts: Transcripts;
}

/** Reads a home's ports. */
export async function atRest<T>(home: string, read: (ports: AtRest) => Promise<T>): Promise<T> {
  const { sql, transcripts, close } = await openSql(home);
  try {
    return await read({
      turns: new SqlTurnBook(sql),
      ops: new SqlOpBook(sql),
      sessions: new SqlSessionIndex(sql),
      stories: new SqlStoryBook(sql),
      transcripts,
    });
  } finally {
    await close();
  }
}

/** The ops of a home whose keys begin so, in the order of sending. */
export const opsIn = (home: string, prefix = '') => atRest(home, ({ ops }) => ops.under(prefix));

/** All that was published in a home, in the order of their ids. */
export const storiesIn = (home: string) =>
  atRest(home, async ({ stories }) =>
    (await stories.recent({ sinceMs: 0, limit: 1_000 })).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  );

/**
 * Whether all that a home's newsroom had to do is done: no run is open, everything was sent and is written down, and
 * each story stands in its thread with its sources.
 * @param readMore the label of the edition.
 */
export function hasComeToRest(home: string, readMore = 'Read more'): Promise<boolean> {
  return atRest(home, async ({ turns, ops, sessions, stories, transcripts }) => {
    if ((await stories.openBatches()).length > 0) return false;
    if ((await ops.under('')).some(({ state }) => state !== 'sent')) return false;
    for (const { key } of await sessions.list()) {
      if ((await turns.waiting(key)).length > 0 || (await turns.unflushed(key))) return false;
    }
    for (const { thread } of await stories.recent({ sinceMs: 0, limit: 1_000 })) {
      const entries = thread ? await transcripts.tail(thread, 1_000) : [];
      if (!entries.some(({ content }) => content.includes(`**${readMore}**`))) return false;
    }
    return true;
  });
}
