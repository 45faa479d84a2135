import { expect, it } from 'vitest';
import { keepLease } from '../../src/store/postgres/keep-lease.ts';
import { LEASE_MS, Leases } from '../../src/store/postgres/leases.ts';
import type { Lease, LeaseHolder } from '../../src/store/postgres/leases.ts';
import { FencedOff, HOLD_FENCE } from '../../src/store/postgres/fence.ts';
import type { PostgresSql } from '../../src/store/postgres/postgres-sql.ts';
import type { Transaction } from '../../src/store/sql/sql.ts';
import { FakeClock, eventually } from '../support/fake-clock.ts';

/** Who works, by the database's clock. @param open a database with the tables of `SHARED_MIGRATIONS`. */
export function describeLeases(open: () => Promise<PostgresSql>): void {
  /** As if nothing had been heard of anybody for so long. */
  const silent = (sql: PostgresSql, ms: number) =>
    sql.transaction((tx) => tx.run(`UPDATE leases SET renewed_at = renewed_at - ?`, ms));
  const entered = async (leases: Leases, id: string, holder: LeaseHolder = 'desk'): Promise<Lease> => {
    const one = await leases.enter(holder, id, `${holder} ${id}`);
    if (!('lease' in one)) throw new Error(`${one.held.owner} is in the way`);
    return one.lease;
  };

  it('let desks work beside each other, once the first has opened, and anything else alone', async () => {
    const leases = new Leases(await open());
    const asked = await Promise.all(['a', 'b', 'c'].map((id) => leases.enter('desk', id, id)));
    const first = asked.flatMap((one) => ('lease' in one ? [one] : []));
    expect(first).toEqual([{ lease: { process: expect.any(String) as string, token: 1 }, isFirst: true }]);
    expect(await leases.enter('desk', 'd', 'd')).toHaveProperty('held');
    await leases.opened(first[0]!.lease);
    expect(await leases.enter('desk', 'd', 'd')).toMatchObject({ isFirst: false });
    expect(await leases.enter('command', 'e', 'e')).toHaveProperty('held');
    const alone = new Leases(await open());
    await entered(alone, 'a', 'command');
    expect(await alone.enter('desk', 'b', 'b')).toMatchObject({ held: { owner: 'command a' } });
    expect(await alone.enter('runner', 'b', 'b')).toHaveProperty('held');
  });

  it('belong to each role’s desk until it is silent too long or ends, and then to the next', async () => {
    const sql = await open();
    const leases = new Leases(sql);
    const a = await entered(leases, 'a');
    await leases.opened(a);
    const b = await entered(leases, 'b');
    expect(await leases.takeRole('schedule', a)).toBe(true);
    expect(await leases.takeRole('schedule', b)).toBe(false);
    expect(await leases.takeOver(a.process)).toBe(false);
    await silent(sql, LEASE_MS);
    expect([await leases.renew(b), await leases.held()]).toEqual([
      true,
      [expect.objectContaining({ process: b.process })],
    ]);
    expect(await Promise.all([leases.takeOver(a.process), leases.takeOver(a.process)])).toContain(true);
    expect(await leases.renew(a)).toBe(false);
    expect(await leases.takeRole('schedule', b)).toBe(true);
    await leases.forgotten(a.process);
    expect([...(await leases.roles())]).toEqual([[b.process, ['schedule']]]);
    await leases.end(b);
    const c = await leases.enter('desk', 'c', 'c');
    expect(c).toMatchObject({ isFirst: true });
    expect([...(await leases.roles()).keys()]).toEqual(['desk:c']);
  });

  it('keep a former owner from writing, also in a transaction that it began before', async () => {
    const sql = await open();
    const leases = new Leases(sql.urgent());
    const insert = (tx: Transaction, name: string) =>
      tx.run(`INSERT INTO transcript_files (name, session, length) VALUES (?, ?, 0)`, name, name);
    const write = (by: PostgresSql, name: string) => by.transaction((tx) => insert(tx, name));
    const a = await entered(leases, 'a');
    await leases.opened(a);
    const b = await entered(leases, 'b');
    const first = sql.fenced(a);
    await write(first, 'one');
    await silent(sql, LEASE_MS);
    await leases.renew(b);
    const next: Promise<unknown>[] = [];
    for (const scope of [undefined, { about: ['late'] }]) {
      const begun = first.transaction(async (tx) => {
        await insert(tx, 'late');
        if (next.length === 0) expect(await leases.takeOver(a.process)).toBe(true);
        // What the next owner is about waits for the former one's, and sees nothing of it.
        next.push(
          sql.fenced(b).transaction(async (other) => {
            const [row] = await other.all(`SELECT count(*) AS n FROM transcript_files`);
            await insert(other, `seen ${String(row?.['n'])}`);
          }, scope),
        );
      }, scope);
      await expect(begun).rejects.toThrow(FencedOff);
      await next.at(-1);
    }
    await expect(write(first, 'two')).rejects.toThrow(FencedOff);
    await leases.forgotten(a.process);
    await expect(write(first, 'three')).rejects.toThrow(FencedOff);
    const names = await sql.all(`SELECT name FROM transcript_files ORDER BY name`);
    expect(names.map(({ name }) => name)).toEqual(['one', 'seen 1', 'seen 2']);
  });

  it('are not taken over while their process commits', async () => {
    const sql = await open();
    const leases = new Leases(sql.urgent());
    const a = await entered(leases, 'a');
    await leases.opened(a);
    await silent(sql, LEASE_MS);
    const commits = await sql.transaction(async (tx) => {
      await tx.get(HOLD_FENCE, a.process); // as whoever has checked its token, and isn't done
      return leases.takeOver(a.process);
    });
    expect(commits).toBe(false);
    expect(await leases.takeOver(a.process)).toBe(true);
  });

  it('are renewed in time, and an owner hears when it has lost one', async () => {
    const sql = await open();
    const leases = new Leases(sql);
    const clock = new FakeClock();
    const lease = await entered(leases, 'a');
    const kept = keepLease({ leases, clock, failed: () => {} }, lease);
    await silent(sql, LEASE_MS - 1_000);
    await clock.advance(3_000);
    await eventually(async () => (await leases.held())[0]!.silentMs < 5_000);
    await silent(sql, LEASE_MS);
    await leases.takeOver(lease.process);
    let isLost = false;
    void kept.lost.then(() => (isLost = true));
    await clock.advance(3_000);
    await eventually(() => isLost);
    await kept.release();
  });
}
