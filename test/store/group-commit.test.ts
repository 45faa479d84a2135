import Database from 'better-sqlite3';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { GroupCommit } from '../../src/store/sqlite/group-commit.ts';
import { tempHome } from '../support/temp-home.ts';

it('lets the desk go on while another program holds the database, and writes when it is free', async () => {
  const path = join(tempHome(), 'nightdesk.sqlite3');
  const db = openDatabase(path, 'test');
  const commits = new GroupCommit(db);
  const other = new Database(path);
  other.exec('BEGIN IMMEDIATE');
  let turns = 0;
  let written = false;
  const work = commits
    .run(() => db.prepare(`INSERT INTO desk (name, value) VALUES ('a', 'b')`).run())
    .then(() => (written = true));
  // The loop turns between two tries: timers fire, sockets are read.
  while (turns < 4) {
    await new Promise((resolve) => setImmediate(resolve));
    turns += 1;
  }
  expect(written).toBe(false);
  other.exec('ROLLBACK');
  await work;
  expect(db.prepare(`SELECT value FROM desk WHERE name = 'a'`).get()).toEqual({ value: 'b' });
  other.close();
  db.close();
});
