import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SqlitePool } from '../../src/store/pool/sqlite-pool.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { tempHome } from '../support/temp-home.ts';

it('sets a corrupt pool aside with a warning and begins anew', async () => {
  const folder = tempHome();
  const path = join(folder, 'news_pool.sqlite3');
  writeFileSync(path, 'this is no database, '.repeat(400));
  const warnings: string[] = [];
  const warn = (_: object, said: string) => void warnings.push(said);
  const log = { debug() {}, info() {}, error() {}, warn };
  const pool = new SqlitePool({ path, clock: new FakeClock(), log });
  expect(await pool.status(0)).toMatchObject({ links: 0 });
  await pool.close();
  expect(warnings).toHaveLength(1);
  expect(readdirSync(folder).filter((name) => name.includes('.corrupt-'))).not.toEqual([]);
});
