import { expect, it } from 'vitest';
import { keepLease } from '../../src/store/postgres/keep-lease.ts';
import { LEASE_MS, Leases } from '../../src/store/postgres/leases.ts';
import { FencedOff } from '../../src/store/postgres/postgres-sql.ts';
import type { PostgresSql } from '../../src/store/postgres/postgres-sql.ts';
import { FakeClock, eventually } from '../support/fake-clock.ts';

/** Who owns a role, by the database's clock. @param open a database with the tables of `SHARED_MIGRATIONS`. */
export function describeLeases(open: () => Promise<PostgresSql>): void {
  /** As if nothing had been heard of the owner for so long. */
  const silent = (sql: PostgresSql, ms: number) =>
    sql.transaction((tx) => tx.run(`UPDATE leases SET renewed_at = renewed_at - ?`, ms));

  it('belong to one at a time, whoever asks at once', async () => {
    const leases = new Leases(await open());
    const asked = await Promise.all(['a', 'b', 'c', 'd'].map((owner) => leases.take('desk', owner)));
    expect(asked.filter((one) => 'lease' in one)).toHaveLength(1);
    const [held] = await leases.held();
    expect(asked.flatMap((one) => ('held' in one ? [one.held.owner] : []))).toEqual(
      Array(3).fill(held!.owner),
    );
    expect(await leases.take('ticker', 'b')).toMatchObject({ lease: { token: 1 } });
  });

  it('end when they are not renewed, or released; the next owner has a higher token', async () => {
    const sql = await open();
    const leases = new Leases(sql);
    const taken = await leases.take('desk', 'a');
    if (!('lease' in taken)) throw new Error('it is free');
    await silent(sql, LEASE_MS - 1_000);
    expect(await leases.take('desk', 'b')).toMatchObject({ held: { owner: 'a' } });
    expect(await leases.renew(taken.lease)).toBe(true);
    await silent(sql, LEASE_MS);
    expect(await leases.held()).toEqual([]);
    expect(await leases.take('desk', 'b')).toEqual({ lease: { role: 'desk', token: 2 } });
    expect(await leases.renew(taken.lease)).toBe(false);
    await leases.release(taken.lease);
    expect(await leases.take('desk', 'c')).toMatchObject({ held: { owner: 'b' } });
    await leases.release({ role: 'desk', token: 2 });
    expect(await leases.take('desk', 'c')).toEqual({ lease: { role: 'desk', token: 3 } });
  });

  it('keep a former owner from writing, also in a transaction that it began before', async () => {
    const sql = await open();
    const leases = new Leases(sql);
    const write = (by: PostgresSql, name: string) =>
      by.transaction((tx) =>
        tx.run(`INSERT INTO transcript_files (name, session, length) VALUES (?, ?, 0)`, name, name),
      );
    const first = sql.fenced({ role: 'desk', token: 1 });
    await leases.take('desk', 'a');
    await write(first, 'one');
    await silent(sql, LEASE_MS);
    const begun = first.transaction(async (tx) => {
      await tx.run(`INSERT INTO transcript_files (name, session, length) VALUES ('late', 'late', 0)`);
      await leases.take('desk', 'b');
      // The next owner has read what was there, so what the former one writes can no longer come before that.
      await sql.fenced({ role: 'desk', token: 2 }).transaction(async (next) => {
        const [row] = await next.all(`SELECT count(*) AS n FROM transcript_files`);
        await next.run(
          `INSERT INTO transcript_files (name, session, length) VALUES (?, 'n', 0)`,
          `seen ${String(row?.['n'])}`,
        );
      });
    });
    await expect(begun).rejects.toThrow(FencedOff);
    await expect(write(first, 'two')).rejects.toThrow(FencedOff);
    const names = await sql.all(`SELECT name FROM transcript_files ORDER BY name`);
    expect(names.map(({ name }) => name)).toEqual(['one', 'seen 1']);
  });

  it('are renewed in time, and an owner hears when it has lost one', async () => {
    const sql = await open();
    const leases = new Leases(sql);
    const clock = new FakeClock();
    const taken = await leases.take('desk', 'a');
    if (!('lease' in taken)) throw new Error('it is free');
    const kept = keepLease({ leases, clock, failed: () => {} }, taken.lease);
    await silent(sql, LEASE_MS - 1_000);
    await clock.advance(3_000);
    await eventually(async () => (await leases.held())[0]!.silentMs < 5_000);
    await silent(sql, LEASE_MS);
    await leases.take('desk', 'b');
    let isLost = false;
    void kept.lost.then(() => (isLost = true));
    await clock.advance(3_000);
    await eventually(() => isLost);
    await kept.release();
    expect((await leases.held())[0]).toMatchObject({ owner: 'b' });
  });
}
