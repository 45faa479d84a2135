import { expect, it } from 'vitest';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import { SCHEMAS } from '../../src/store/postgres/shared-home.ts';
import { SqlFiles } from '../../src/store/sql/files.ts';
import { SqlPool } from '../../src/store/sql/pool/sql-pool.ts';
import { SqlSearchIndex } from '../../src/store/sql/search-index.ts';
import { booksOf } from '../../src/store/sql/books.ts';
import type { Reads } from '../../src/store/sql/sql.ts';
import { text } from '../../src/store/sql/values.ts';
import { pgTrgmMatching } from '../../src/store/postgres/pg-trgm-matching.ts';
import { FakeClock } from '../support/fake-clock.ts';
import type { PostgresServer } from '../support/postgres-server.ts';
import {
  DESK_ROWS,
  POOL_ROWS,
  SEARCH_EMPTIED,
  SEARCH_ROWS,
  SHARED_ROWS,
  fillTables,
  rowsOf,
} from './earlier-rows.ts';
import type { Columns } from './earlier-rows.ts';
import { readBooks, readPool } from './read-books.ts';

const ROWS = {
  nightdesk: DESK_ROWS,
  nightdesk_pool: POOL_ROWS,
  nightdesk_search: SEARCH_ROWS,
  nightdesk_shared: SHARED_ROWS,
};

async function columnsOf(sql: Reads, schema: string): Promise<Columns> {
  const rows = await sql.all(
    `SELECT table_name, column_name FROM information_schema.columns
     WHERE table_schema = ? AND table_name <> 'schema_version' ORDER BY table_name, ordinal_position`,
    schema,
  );
  const columns = new Map<string, string[]>();
  for (const row of rows) {
    const table = text(row['table_name']);
    columns.set(table, [...(columns.get(table) ?? []), text(row['column_name'])]);
  }
  return columns;
}

/** Databases of every earlier version of a schema, with rows in every table, brought forward. */
export function describeEarlierRows(running: () => PostgresServer): void {
  const log = { warn() {} };

  it.each(SCHEMAS.flatMap(({ schema, migrations }) => migrations.map((_, n) => [schema, n + 1] as const)))(
    'of %s of version %i keep their rows, and every store reads them',
    async (schema, version) => {
      const url = await running().database(`earlier_${schema}_${version}`);
      const parts = SCHEMAS.filter((part) => part.schema === schema).map(({ migrations }) => ({
        schema,
        migrations: migrations.slice(0, version),
      }));
      const earlier = await openPostgres({ url, parts, log });
      const columns = await columnsOf(earlier.sql, schema);
      await fillTables(earlier.sql, columns, ROWS[schema]);
      const before = await rowsOf(earlier.sql, columns);
      await earlier.close();

      const { sql, close } = await openPostgres({ url, parts: SCHEMAS, log });
      const isEmptied = schema === 'nightdesk_search' && version < SEARCH_EMPTIED;
      const kept = isEmptied ? new Map([...before.keys()].map((table) => [table, []])) : before;
      expect(await rowsOf(sql, columns)).toEqual(kept);
      expect(await sql.all(`SELECT * FROM turns WHERE fence <> starts`)).toEqual([]);
      const had = new Set(columns.keys());
      const books = schema === 'nightdesk' ? [await readBooks(booksOf(sql), had)] : [];
      const pool = new SqlPool({ sql, clock: new FakeClock(), close: () => {} });
      if (schema === 'nightdesk_pool') books.push(await readPool(pool, had));
      for (const { said, due } of books) expect(said).toEqual(due);
      const found = await new SqlSearchIndex(sql, pgTrgmMatching).find({
        terms: ['ferry'],
        offset: 0,
        limit: 9,
      });
      expect(found.map(({ id }) => id)).toEqual(schema === 'nightdesk_search' && !isEmptied ? ['a'] : []);
      const files = await new SqlFiles(sql).list('data/newsroom/jobs/r');
      expect(files.map(({ name }) => name)).toEqual(had.has('files') ? ['story_01.json'] : []);
      await close();
    },
  );
}
