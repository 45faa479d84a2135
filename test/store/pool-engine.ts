import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Pool } from '../../src/newsroom/intake/pool/pool.ts';
import type { SearchStates } from '../../src/newsroom/intake/search/search-states.ts';
import { openPool } from '../../src/store/sqlite/open-pool.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { tempHome } from '../support/temp-home.ts';

/** The newsroom's inputs at rest, empty at first; `restart` closes them and opens what is there. */
export interface PoolEngine {
  readonly pool: Pool;
  readonly searchStates: SearchStates;
  readonly clock: FakeClock;
  restart(): Promise<PoolEngine>;
}

/** Opens an engine over a store of its own, closed when the test is over. */
export type OpenPool = () => Promise<PoolEngine>;

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

export const openSqlitePool: OpenPool = async () => sqliteOver(tempHome(), new FakeClock());

async function sqliteOver(home: string, clock: FakeClock): Promise<PoolEngine> {
  const pool = openPool({ path: join(home, 'newsroom', 'news_pool.sqlite3'), clock, log: quiet });
  onTestFinished(() => pool.close());
  return {
    pool,
    searchStates: pool.searchStates,
    clock,
    restart: async () => {
      await pool.close();
      return sqliteOver(home, clock);
    },
  };
}
