import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FileTranscripts } from '../../src/store/files/file-transcripts.ts';
import { SqlFiles } from '../../src/store/sql/files.ts';
import { SHARED_MIGRATIONS } from '../../src/store/sql/migrations/shared.ts';
import type { Sql } from '../../src/store/sql/sql.ts';
import { SqlTranscripts } from '../../src/store/sql/transcripts.ts';
import { migrate } from '../../src/store/sqlite/migrate.ts';
import { SqliteSql } from '../../src/store/sqlite/sqlite-sql.ts';
import { WatchedTranscripts } from '../../src/store/files/watched-transcripts.ts';
import { MemoryState } from '../llm/gemini/gemini-stand.ts';
import { MemoryMailBook } from '../support/mail/memory-mail-book.ts';
import { MemoryReceiptBook } from '../support/memory-receipt-book.ts';
import { tempHome } from '../support/temp-home.ts';
import { describeBooks, describePoolBooks } from './books.contract.ts';
import { openSqlite } from './engine.ts';
import { DESK, entry } from './given.ts';
import { describeMailBook } from './mail-book.contract.ts';
import { describeModelState } from './model-state.contract.ts';
import { openSqlitePool } from './pool-engine.ts';
import { describeReceiptBook } from './receipt-book.contract.ts';
import { describeSearchIndex } from './search-index.contract.ts';
import { openSqliteSearch } from './search-engine.ts';
import { describeSharedFiles } from './shared-files.contract.ts';
import { describeTranscripts } from './transcripts.contract.ts';

describe('in SQLite', () => describeBooks(openSqlite));

describe('in SQLite', () => describePoolBooks(openSqlitePool));

describe('in SQLite', () => {
  describe('the index for searching', () => describeSearchIndex(openSqliteSearch));
});

const inFiles = async (folder = tempHome()) => ({
  transcripts: new FileTranscripts(folder, () => {}),
  restart: () => inFiles(folder),
});
const watched = async (folder = join(tempHome(), 'sessions')) => ({
  transcripts: new WatchedTranscripts(new FileTranscripts(folder, () => {}), folder),
  restart: () => watched(folder),
});
describe('transcripts in files', () => describeTranscripts(() => inFiles()));
describe('transcripts in files that are watched', () => describeTranscripts(() => watched()));

/** The tables of desks that share a newsroom: no home has them, and they are written in the SQL of both engines. */
describe('files that desks share, in SQLite', () =>
  describeSharedFiles(async () => {
    const db = new Database(':memory:');
    onTestFinished(() => void db.close());
    migrate(db, SHARED_MIGRATIONS);
    return new SqlFiles(new SqliteSql(db));
  }));

it('erases a message in a long transcript without loading all of it', async () => {
  const db = new Database(':memory:');
  onTestFinished(() => void db.close());
  migrate(db, SHARED_MIGRATIONS);
  const sql = new SqliteSql(db);
  let loaded = 0;
  const counting: Sql = {
    get: (...statement) => sql.get(...statement),
    all: (...statement) => sql.all(...statement),
    transaction: (work) =>
      sql.transaction((tx) =>
        work({
          get: (...statement) => tx.get(...statement),
          run: (...statement) => tx.run(...statement),
          all: async (...statement) => {
            const rows = await tx.all(...statement);
            loaded += rows.length;
            return rows;
          },
        }),
      ),
    snapshot: (work) => sql.snapshot(work),
    forget: () => sql.forget(),
    spare: () => sql.spare(),
  };
  const transcripts = new SqlTranscripts(counting);
  await transcripts.open({
    v: 1,
    header: true,
    key: DESK,
    createdAtMs: 1,
    origin: { channel: 'console', chatId: 'desk' },
  });
  const entries = Array.from({ length: 1_000 }, (_, n) => entry(`e${n}`));
  await transcripts.append(DESK, entries, 0);
  await transcripts.erase(DESK, new Set(['e950']));
  expect(loaded).toBeLessThan(200);
  const [erased, next] = await transcripts.tail(DESK, 50);
  expect([erased?.content, next?.content]).toEqual(['', 'words of e951']);
});

/** What tests put in their places. */
describe('in memory', () => {
  describe('the book of receipts', () =>
    describeReceiptBook(async () => ({ receipts: new MemoryReceiptBook() })));
  describe('the memory of small facts', () => describeModelState(async () => ({ state: new MemoryState() })));
  describe('the book of a newsletter’s e-mails', () =>
    describeMailBook(async () => ({ mails: new MemoryMailBook() })));
});
