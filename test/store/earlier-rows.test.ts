/** Databases of every earlier version of the schema, with rows in every table, brought forward. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../src/config/read-config.ts';
import { openEmbedded } from '../../src/main/stores.ts';
import { DESK_MIGRATIONS } from '../../src/store/sql/migrations/desk.ts';
import type { Migration } from '../../src/store/sql/migrations/migration.ts';
import { POOL_MIGRATIONS } from '../../src/store/sql/migrations/pool.ts';
import { SEARCH_MIGRATIONS } from '../../src/store/sql/migrations/search.ts';
import { migrate, versionOf } from '../../src/store/sqlite/migrate.ts';
import { openPool } from '../../src/store/sqlite/open-pool.ts';
import { openSearchIndex } from '../../src/store/sqlite/open-search-index.ts';
import { SqliteSql } from '../../src/store/sqlite/sqlite-sql.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { tempHome } from '../support/temp-home.ts';
import { DESK_ROWS, POOL_ROWS, SEARCH_EMPTIED, SEARCH_ROWS, fillTables, rowsOf } from './earlier-rows.ts';
import type { Columns, TableRows } from './earlier-rows.ts';
import { readBooks, readPool } from './read-books.ts';

const log = pino({ level: 'silent' });

/** The tables of a database, except what SQLite makes for itself and the words of the search index. */
function columnsOf(db: Database.Database): Columns {
  const tables = db
    .prepare<[], string>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
       AND name NOT LIKE 'search_words%' ORDER BY name`,
    )
    .pluck()
    .all();
  const columns = (table: string) =>
    (db.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name);
  return new Map(tables.map((table) => [table, columns(table)]));
}

/** A file as it was left at a version, with rows in all its tables. */
async function leftAt(file: string, migrations: readonly Migration[], version: number, rows: TableRows) {
  mkdirSync(join(file, '..'), { recursive: true });
  const db = new Database(file);
  db.pragma('foreign_keys = ON');
  migrate(db, migrations.slice(0, version));
  const [sql, columns] = [new SqliteSql(db), columnsOf(db)];
  await fillTables(sql, columns, rows);
  const before = await rowsOf(sql, columns);
  db.close();
  return { columns, before, had: new Set(columns.keys()) };
}

/** Open what was brought forward with nothing else of the desk. */
function broughtForward(file: string): Database.Database {
  const db = new Database(file, { readonly: true });
  onTestFinished(() => void db.close());
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(db.pragma('foreign_key_check')).toEqual([]);
  return db;
}

const versions = (migrations: readonly Migration[]) => migrations.map((_, n) => n + 1);

describe('a desk’s database', () => {
  it.each(versions(DESK_MIGRATIONS))(
    'of version %i keeps its rows, and every book reads them',
    async (version) => {
      const home = tempHome();
      const { config } = readConfig({ NIGHTDESK_HOME: home, LOG_LEVEL: 'silent' }, home);
      const { database, setAside } = config.paths;
      const { columns, before, had } = await leftAt(database, DESK_MIGRATIONS, version, DESK_ROWS);
      const stores = openEmbedded(config, new FakeClock(), log);
      expect(existsSync(setAside)).toBe(false);

      const db = broughtForward(database);
      expect(versionOf(db)).toBe(DESK_MIGRATIONS.length);
      const after = await rowsOf(new SqliteSql(db), columns);
      for (const [table, rows] of before)
        if (table === 'desk') expect(after.get(table)).toEqual(expect.arrayContaining([...rows]));
        else expect(after.get(table), table).toEqual(rows);
      // Version 3: a fence is never used again, so it begins where the starts were.
      expect(db.prepare(`SELECT count(*) FROM turns WHERE fence <> starts`).pluck().get()).toBe(0);
      const { said, due } = await readBooks(stores, had);
      expect(said).toEqual(due);
      stores.close();
    },
  );
});

describe('a pool', () => {
  it.each(versions(POOL_MIGRATIONS))('of version %i keeps its rows, and is read', async (version) => {
    const file = join(tempHome(), 'newsroom', 'news_pool.sqlite3');
    const { columns, before, had } = await leftAt(file, POOL_MIGRATIONS, version, POOL_ROWS);
    const pool = openPool({ path: file, clock: new FakeClock(), log });
    const db = broughtForward(file);
    expect(versionOf(db)).toBe(POOL_MIGRATIONS.length);
    expect(await rowsOf(new SqliteSql(db), columns)).toEqual(before);
    const { said, due } = await readPool(pool, had);
    expect(said).toEqual(due);
    await pool.close();
  });
});

describe('a search index', () => {
  it.each(versions(SEARCH_MIGRATIONS).filter((version) => version < SEARCH_EMPTIED))(
    'of version %i is emptied, with the marks of what was indexed',
    async (version) => {
      const file = join(tempHome(), 'search.sqlite3');
      const { columns } = await leftAt(file, SEARCH_MIGRATIONS, version, SEARCH_ROWS);
      const index = openSearchIndex({ path: file, log });
      expect(await index.find({ terms: ['ferry'], offset: 0, limit: 9 })).toEqual([]);
      expect(await index.marks('session')).toEqual(new Map());
      await index.close();
      const db = broughtForward(file);
      expect([...(await rowsOf(new SqliteSql(db), columns)).values()]).toEqual([[], []]);
      const words = db.prepare(`SELECT count(*) FROM search_words WHERE search_words MATCH 'ferry'`).pluck();
      expect(words.get()).toBe(0);
    },
  );

  it.each(versions(SEARCH_MIGRATIONS).filter((version) => version >= SEARCH_EMPTIED))(
    'of version %i keeps its rows, and finds them',
    async (version) => {
      const file = join(tempHome(), 'search.sqlite3');
      const { columns, before } = await leftAt(file, SEARCH_MIGRATIONS, version, SEARCH_ROWS);
      const index = openSearchIndex({ path: file, log });
      const found = await index.find({ terms: ['ferry'], offset: 0, limit: 9 });
      expect(found.map(({ id }) => id)).toEqual(['a']);
      await index.close();
      expect(await rowsOf(new SqliteSql(broughtForward(file)), columns)).toEqual(before);
    },
  );
});
