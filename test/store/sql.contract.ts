import { expect, it } from 'vitest';
import type { Sql, Transaction } from '../../src/store/sql/sql.ts';

/** A database with the desk's tables. */
export type OpenSql = () => Promise<Sql>;

const write = (tx: Transaction, name: string, value = 'x') =>
  tx.run(`INSERT INTO desk (name, value) VALUES (?, ?)`, name, value);

async function names(sql: Sql): Promise<unknown[]> {
  return (await sql.all(`SELECT name FROM desk ORDER BY name`)).map((row) => row['name']);
}

/** What every engine keeps to as a port of SQL. */
export function describeSql(open: OpenSql): void {
  it('undoes alone what fails, and keeps the rest', async () => {
    const sql = await open();
    const results = await Promise.allSettled([
      sql.transaction((tx) => write(tx, 'a')),
      sql.transaction(async (tx) => {
        await write(tx, 'b');
        throw new Error('no');
      }),
      sql.transaction((tx) => write(tx, 'c')),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(results[1]).toMatchObject({ reason: { message: 'no' } });
    expect(await names(sql)).toEqual(['a', 'c']);
  });

  it('undoes what a refused statement had before it, and says why', async () => {
    const sql = await open();
    await sql.transaction((tx) => write(tx, 'a'));
    const twice = sql.transaction(async (tx) => {
      await write(tx, 'b');
      await write(tx, 'a');
    });
    await expect(twice).rejects.toThrow(/unique|duplicate/i);
    expect(await names(sql)).toEqual(['a']);
  });

  it('lets a transaction read what the one before it wrote, and what it wrote itself', async () => {
    const sql = await open();
    const add = (by: number) =>
      sql.transaction(async (tx) => {
        const row = await tx.get(`SELECT value FROM desk WHERE name = 'sum'`);
        await tx.run(
          `INSERT INTO desk (name, value) VALUES ('sum', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
          String(Number(row?.['value'] ?? 0) + by),
        );
        return (await tx.get(`SELECT value FROM desk WHERE name = 'sum'`))?.['value'];
      });
    const sums = await Promise.all([1, 2, 3, 4].map(add));
    expect(sums.map(Number).toSorted((a, b) => a - b)[3]).toBe(10);
    expect(await sql.get(`SELECT value FROM desk WHERE name = 'sum'`)).toEqual({ value: '10' });
  });

  it('shows nothing of a transaction to others before it is whole', async () => {
    const sql = await open();
    const both = sql.transaction(async (tx) => {
      await write(tx, 'a');
      await write(tx, 'b');
    });
    const seen = await Promise.all([1, 2, 3].map(() => names(sql)));
    await both;
    expect(seen.map(({ length }) => length % 2)).toEqual([0, 0, 0]);
    expect(await sql.snapshot(async (reads) => (await reads.all(`SELECT name FROM desk`)).length)).toBe(2);
  });

  it('says how many rows were changed, and which a statement gives back', async () => {
    const sql = await open();
    const changes = await sql.transaction(async (tx) => {
      await write(tx, 'a');
      await write(tx, 'b');
      const again = await tx.run(`INSERT INTO desk (name, value) VALUES ('a', 'y') ON CONFLICT DO NOTHING`);
      const both = await tx.run(`UPDATE desk SET value = 'z'`);
      const [gone] = await tx.all(`DELETE FROM desk WHERE name = 'a' RETURNING value`);
      return { again, both, gone };
    });
    expect(changes).toEqual({ again: 0, both: 2, gone: { value: 'z' } });
    expect(await sql.get(`SELECT name FROM desk WHERE name = 'a'`)).toBeUndefined();
  });

  it('runs no statement of a transaction that is over', async () => {
    const sql = await open();
    let left: Transaction | undefined;
    await sql.transaction(async (tx) => void (left = tx));
    await expect(write(left!, 'late')).rejects.toThrow('is over');
    expect(await names(sql)).toEqual([]);
  });

  it('says how much deletions have left free', async () => {
    const sql = await open();
    const before = await sql.spare();
    await sql.transaction(async (tx) => void (await write(tx, 'big', 'x'.repeat(200_000))));
    await sql.transaction((tx) => tx.run(`DELETE FROM desk`));
    await sql.forget();
    expect(await sql.spare()).toBeGreaterThanOrEqual(before);
  });
}
