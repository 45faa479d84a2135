import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { KeptSearchIndex } from '../../src/search/search-index.ts';
import { openSearchIndex } from '../../src/store/sqlite/open-search-index.ts';
import { tempHome } from '../support/temp-home.ts';

/** An index at rest, empty at first; `restart` closes it and opens what is there. */
export interface SearchEngine {
  readonly index: KeptSearchIndex;
  restart(): Promise<SearchEngine>;
}

/** Opens an engine over a store of its own, closed when the test is over. */
export type OpenSearch = () => Promise<SearchEngine>;

export const openSqliteSearch: OpenSearch = async () => sqliteOver(tempHome());

async function sqliteOver(home: string): Promise<SearchEngine> {
  const index = openSearchIndex({ path: join(home, 'search.sqlite3'), log: { warn() {} } });
  onTestFinished(() => index.close());
  return {
    index,
    restart: async () => {
      await index.close();
      return sqliteOver(home);
    },
  };
}
