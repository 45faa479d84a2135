import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPoolDatabase } from '../../../src/store/pool/open-pool-database.ts';
import { SqliteSearchStates } from '../../../src/store/pool/sqlite-search-states.ts';
import { searchStatesContract } from '../../newsroom/intake/search/search-states.contract.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { tempHome } from '../../support/temp-home.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

function open(path = ':memory:'): SqliteSearchStates {
  const database = openPoolDatabase(path, new FakeClock(), quiet);
  onTestFinished(() => void database.close());
  return new SqliteSearchStates(database);
}

describe('SqliteSearchStates', () => {
  searchStatesContract(() => open());

  it('remembers over a restart', async () => {
    const path = join(tempHome(), 'news_pool.sqlite3');
    await open(path).noteSuccess('brave:daily-1', { atMs: 1_000, nextOffset: 4 });
    expect(await open(path).read('brave:daily-1')).toEqual({
      lastCallAtMs: 1_000,
      nextOffset: 4,
      runCount: 1,
    });
  });
});
