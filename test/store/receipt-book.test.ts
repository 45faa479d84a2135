import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { GroupCommit } from '../../src/store/sqlite/group-commit.ts';
import { SqliteReceiptBook } from '../../src/store/sqlite/sqlite-receipt-book.ts';
import { MemoryReceiptBook } from '../support/memory-receipt-book.ts';
import { tempHome } from '../support/temp-home.ts';
import { receiptBookContract } from './receipt-book.contract.ts';

const opened = (home = tempHome()) =>
  new SqliteReceiptBook(new GroupCommit(openDatabase(join(home, 'data', 'nightdesk.sqlite3'), 'test')));

describe('receipts in memory', () => receiptBookContract(() => new MemoryReceiptBook()));

describe('receipts in SQLite', () => {
  receiptBookContract(opened);

  it('outlives a restart', async () => {
    const home = tempHome();
    await opened(home).write({
      atMs: 5,
      task: 'write',
      provider: 'openai',
      model: 'local',
      countedTokens: 7,
      latencyMs: 1,
      outcome: 'ok',
    });
    expect(await opened(home).spent({ sinceMs: 0 })).toMatchObject([{ calls: 1, countedTokens: 7 }]);
  });
});
