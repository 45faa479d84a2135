import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { textFor } from '../../src/store/sql/migrations/migration.ts';
import type { Migration } from '../../src/store/sql/migrations/migration.ts';
import { POOL_MIGRATIONS } from '../../src/store/sql/migrations/pool.ts';
import { SEARCH_MIGRATIONS } from '../../src/store/sql/migrations/search.ts';
import { SHARED_MIGRATIONS } from '../../src/store/sql/migrations/shared.ts';
import { migrate, versionOf } from '../../src/store/sqlite/migrate.ts';
import { DESK_MIGRATIONS } from '../../src/store/sql/migrations/desk.ts';

/** What has landed, by its text without the spaces. A new step is added here once it has. */
const LANDED: Readonly<Record<string, readonly string[]>> = {
  desk: [
    '9baba66a0d55d089',
    'd909e12e448231f0',
    '9d70bab987dd5f52',
    '66e7fed172b5b8c9',
    'e3e88312c8536b0e',
    '438df8f437f657d0',
    '94ac10f0735e0d60',
    '2e2686d8fc39dfd3',
    'edb57acaa1419c43',
    '4ea94454a306d440',
    '28b33e98de40c89d',
    '33b2706fe1956203',
    '78c9da9ea14bd491',
    '857742693aa3005d',
    '1ac9648de1826def',
    '4a6360fb9ce93088',
  ],
  search: ['ebc717af4cd86444', '1f8fa82a89149cb7'],
  shared: ['22137c96ca32f7bd', '0441253d82708f86', '12e86f42e648f609'],
  pool: ['46d43d4e9cb8b414', '72d75d1b0a6abdb5', 'be705c4856fad6fa'],
};

/** What PostgreSQL doesn't understand of what SQLite does, or what it would take for another type. */
const SQLITE_ALONE =
  /\b(?:STRICT|WITHOUT ROWID|AUTOINCREMENT|INTEGER|REAL|BLOB|RAISE\s*\(|INSERT OR|json_\w+\(|PRAGMA|GLOB)\b|TEXT(?! COLLATE)/;

const fingerprint = (text: string) =>
  createHash('sha256').update(text.replaceAll(/\s+/g, ' ').trim()).digest('hex').slice(0, 16);

describe.each<[string, readonly Migration[]]>([
  ['desk', DESK_MIGRATIONS],
  ['pool', POOL_MIGRATIONS],
  ['search', SEARCH_MIGRATIONS],
  ['shared', SHARED_MIGRATIONS],
])('the migrations of the %s', (name, migrations) => {
  it('never change once they have landed', () => {
    const landed = LANDED[name]!;
    const texts = migrations.map((migration) => textFor('sqlite', migration));
    expect(texts.map(fingerprint)).toEqual(landed);
  });

  it('have words for PostgreSQL too', () => {
    for (const migration of migrations)
      expect(textFor('postgres', migration).replaceAll(/'[^']*'/g, '')).not.toMatch(SQLITE_ALONE);
  });

  it('bring a database of any day to the same tables', () => {
    const schema = (db: Database.Database) =>
      db.prepare(`SELECT type, name, sql FROM sqlite_master ORDER BY type, name`).all();
    const fresh = new Database(':memory:');
    migrate(fresh, migrations);
    for (const [taken] of migrations.entries()) {
      const older = new Database(':memory:');
      migrate(older, migrations.slice(0, taken));
      expect(versionOf(older)).toBe(taken);
      migrate(older, migrations);
      expect(versionOf(older)).toBe(migrations.length);
      expect(schema(older)).toEqual(schema(fresh));
    }
  });

  it('leave a database of a later day as it is', () => {
    const later = new Database(':memory:');
    later.pragma('user_version = 999');
    migrate(later, migrations);
    expect(versionOf(later)).toBe(999);
    expect(later.prepare(`SELECT count(*) FROM sqlite_master`).pluck().get()).toBe(0);
  });
});

it('a step says what an engine alone understands for each', () => {
  const step = [`CREATE TABLE a (n INTEGER) STRICT;`, { sqlite: 'of the one', postgres: 'of the other' }];
  expect(textFor('sqlite', step)).toBe('CREATE TABLE a (n INTEGER) STRICT;\nof the one');
  expect(textFor('postgres', step)).toBe('CREATE TABLE a (n BIGINT);\nof the other');
});

it('links that are in no event are found by their age', () => {
  const db = new Database(':memory:');
  migrate(db, POOL_MIGRATIONS);
  const plan = db
    .prepare<[], { detail: string }>(
      `EXPLAIN QUERY PLAN DELETE FROM links WHERE event_id IS NULL AND last_seen_ts < 1`,
    )
    .all();
  expect(plan[0]?.detail).toMatch(/INDEX links_loose \(event_id=\? AND last_seen_ts<\?\)/);
});
