import { expect, it } from 'vitest';
import type { Scope, Sql, Transaction } from '../../src/store/sql/sql.ts';

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

  it('runs transactions that are about the same one after the other, beside others', async () => {
    const sql = await open();
    const add = (name: string, scope?: Scope) =>
      sql.transaction(async (tx) => {
        const row = await tx.get(`SELECT value FROM desk WHERE name = ?`, name);
        await tx.run(
          `INSERT INTO desk (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
          name,
          String(Number(row?.['value'] ?? 0) + 1),
        );
      }, scope);
    const counters = Array.from({ length: 200 }, (_, n) => `counter ${n % 7}`);
    await Promise.all([
      ...counters.map((name, n) =>
        add(name, n % 11 === 0 ? undefined : { about: [name], isFirst: n % 5 === 0 }),
      ),
      ...counters.map((_, n) => add(`own ${n}`, { about: [] })),
    ]);
    const values = await sql.all(`SELECT value FROM desk WHERE name LIKE 'counter%' ORDER BY name`);
    expect(values.map((row) => Number(row['value']))).toEqual([29, 29, 29, 29, 28, 28, 28]);
    expect(await sql.all(`SELECT name FROM desk WHERE name LIKE 'own%'`)).toHaveLength(200);
  });

  it('undoes alone what fails among those that are about something else', async () => {
    const sql = await open();
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) =>
        sql.transaction(
          async (tx) => {
            await write(tx, `name ${n % 39}`); // one is there twice
            if (n === 7) throw new Error('no');
          },
          { about: [`name ${n}`] },
        ),
      ),
    );
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(2);
    expect(results[7]).toMatchObject({ reason: { message: 'no' } });
    expect(await names(sql)).toHaveLength(38);
  });

  it('answers very many reads at once, each with its own rows or its own error', async () => {
    const sql = await open();
    await sql.transaction(async (tx) => {
      for (let n = 0; n < 9; n += 1) await write(tx, `name ${n}`, `${n}`);
    });
    const reads = await Promise.allSettled(
      Array.from({ length: 300 }, (_, n) =>
        n === 150
          ? sql.get(`SELECT nothing FROM nowhere`)
          : sql.get(`SELECT value FROM desk WHERE name = ?`, `name ${n % 9}`),
      ),
    );
    const read = reads.map((one) => (one.status === 'fulfilled' ? one.value?.['value'] : 'refused'));
    expect(read).toEqual(reads.map((_, n) => (n === 150 ? 'refused' : `${n % 9}`)));
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
