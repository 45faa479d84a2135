import Database from 'better-sqlite3';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Transaction } from '../../src/store/sql/sql.ts';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { SqliteSql } from '../../src/store/sqlite/sqlite-sql.ts';
import { tempHome } from '../support/temp-home.ts';
import { describeSql } from './sql.contract.ts';

function opened() {
  const path = join(tempHome(), 'nightdesk.sqlite3');
  const db = openDatabase(path, 'test');
  onTestFinished(() => void db.close());
  const sql = new SqliteSql(db);
  const names = async () => (await sql.all(`SELECT name FROM desk ORDER BY name`)).map((row) => row['name']);
  return { path, db, sql, names };
}

const write = (tx: Transaction, name: string, value = 'x') =>
  tx.run(`INSERT INTO desk (name, value) VALUES (?, ?)`, name, value);
const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('SQLite as a port of SQL', () => describeSql(async () => opened().sql));

describe('group commit', () => {
  it('lets the desk go on while another program holds the database, and writes when it is free', async () => {
    const { path, sql, names } = opened();
    const other = new Database(path);
    other.exec('BEGIN IMMEDIATE');
    let turns = 0;
    let written = false;
    const work = sql.transaction((tx) => write(tx, 'a')).then(() => (written = true));
    // The loop turns between two tries: timers fire, sockets are read.
    while (turns < 4) {
      await tick();
      turns += 1;
    }
    expect(written).toBe(false);
    other.exec('ROLLBACK');
    await work;
    expect(await names()).toEqual(['a']);
    other.close();
  });

  it('can not write where another program holds the database for too long, and goes on when it is free', async () => {
    const { path, db, sql, names } = opened();
    db.pragma('busy_timeout = 1'); // the same steps, sooner
    const other = new Database(path);
    other.exec('BEGIN IMMEDIATE');
    await expect(sql.transaction((tx) => write(tx, 'a'))).rejects.toMatchObject({ name: 'CannotWrite' });
    expect(sql.trouble?.en).toContain("can't write now (database is locked)");
    other.exec('ROLLBACK');
    await sql.transaction((tx) => write(tx, 'b'));
    expect(sql.trouble).toBeUndefined();
    expect(await names()).toEqual(['b']);
    other.close();
  });

  it('runs transactions in the order in which they were asked for, and tells of all of them after one commit', async () => {
    const { path, sql } = opened();
    const other = new Database(path, { readonly: true });
    const visible = () => Number(other.prepare(`SELECT count(*) FROM desk`).pluck().get());
    const order: string[] = [];
    const one = (name: string, statements: number) =>
      sql
        .transaction(async (tx) => {
          for (let n = 0; n < statements; n++) await write(tx, `${name}${n}`);
          order.push(name);
        })
        .then(() => visible());
    expect(await Promise.all([one('a', 5), one('b', 1), one('c', 3)])).toEqual([9, 9, 9]);
    expect(order).toEqual(['a', 'b', 'c']);
    other.close();
  });

  it('tells nobody that it is done when the transaction can not be committed', async () => {
    const { db, sql, names } = opened();
    db.pragma(`max_page_count = ${String(db.pragma('page_count', { simple: true }))}`);
    const results = await Promise.allSettled([
      sql.transaction((tx) => write(tx, 'a')),
      sql.transaction((tx) => write(tx, 'big', 'x'.repeat(1_000_000))),
    ]);
    expect(results[1]).toMatchObject({ status: 'rejected', reason: { name: 'CannotWrite' } });
    expect(String((results[1] as PromiseRejectedResult).reason)).toMatch(
      /can't write now .*full.*goes on by itself/,
    );
    expect(await names()).toEqual(results[0]!.status === 'fulfilled' ? ['a'] : []);
    await sql.transaction((tx) => write(tx, 'z'));
    expect(await names()).toContain('z');
  });

  it('writes nothing after a full disk, even when a transaction passes over that', async () => {
    const { db, sql, names } = opened();
    db.pragma(`max_page_count = ${String(db.pragma('page_count', { simple: true }))}`);
    const stubborn = sql.transaction(async (tx) => {
      await write(tx, 'big', 'x'.repeat(1_000_000)).catch(() => {});
      await write(tx, 'after');
    });
    await expect(stubborn).rejects.toThrow();
    expect(await names()).not.toContain('big');
    expect(db.inTransaction).toBe(false);
  });

  it.each([
    ['a tick of the loop', tick],
    ['what never comes', () => new Promise(() => {})],
  ])('gives up a transaction that awaits %s, and goes on with the others', async (_, other) => {
    const { sql, names } = opened();
    const results = await Promise.allSettled([
      sql.transaction((tx) => write(tx, 'a')),
      sql.transaction(async (tx) => {
        await write(tx, 'b');
        await other();
        await write(tx, 'c');
      }),
      sql.transaction((tx) => write(tx, 'd')),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(results[1]).toMatchObject({ reason: { name: 'AwaitsElsewhere' } });
    await tick();
    expect(await names()).toEqual(['a', 'd']);
  });

  it('gives up a transaction that awaits another one', async () => {
    const { sql, names } = opened();
    const inner = sql.transaction.bind(sql);
    await expect(
      sql.transaction(async (tx) => {
        await write(tx, 'outer');
        await inner((other) => write(other, 'inner'));
      }),
    ).rejects.toThrow('something other than its own statements');
    await tick();
    expect(await names()).toEqual(['inner']);
  });

  it('says that the database is closed to whoever comes too late', async () => {
    const { db, sql } = opened();
    db.close();
    await expect(sql.transaction((tx) => write(tx, 'a'))).rejects.toThrow('not open');
    await expect(sql.get(`SELECT 1`)).rejects.toThrow('not open');
  });
});
