import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openPool } from '../../src/store/sqlite/open-pool.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { tempHome } from '../support/temp-home.ts';

it('sets a corrupt pool aside with a warning and begins anew', async () => {
  const folder = tempHome();
  const path = join(folder, 'news_pool.sqlite3');
  writeFileSync(path, 'this is no database, '.repeat(400));
  const warnings: string[] = [];
  const warn = (_: object, said: string) => void warnings.push(said);
  const log = { debug() {}, info() {}, error() {}, warn };
  const pool = openPool({ path, clock: new FakeClock(), log });
  expect(await pool.status(0)).toMatchObject({ links: 0 });
  await pool.close();
  expect(warnings).toHaveLength(1);
  expect(readdirSync(folder).filter((name) => name.includes('.corrupt-'))).not.toEqual([]);
});

it('leaves a pool that a later Nightdesk wrote as it is', () => {
  const path = join(tempHome(), 'news_pool.sqlite3');
  const db = new Database(path);
  db.pragma('user_version = 999');
  db.close();
  const log = { debug() {}, info() {}, error() {}, warn() {} };
  const open = () => openPool({ path, clock: new FakeClock(), log });
  expect(open).toThrow('the pool has schema 999');
  expect(open).toThrow('written by a newer one');
  expect(open).toThrow(/^\S+news_pool\.sqlite3: .*; update the desk$/);
});

it('is closed behind what is being written, and writes nothing afterwards', async () => {
  const path = join(tempHome(), 'news_pool.sqlite3');
  const log = { debug() {}, info() {}, error() {}, warn() {} };
  const open = () => openPool({ path, clock: new FakeClock(), log });
  const pool = open();
  const run = { kind: 'daily', startedAtMs: 1, finishedAtMs: 2, detail: {} };
  const noted = pool.noteRun(run);
  await pool.close();
  await noted;
  await expect(pool.noteRun(run)).rejects.toThrow('not open');
  const again = open();
  expect(await again.runs(9)).toHaveLength(1);
  await again.close();
});
