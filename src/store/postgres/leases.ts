/**
 * Who works on the newsroom: a row for each process. Its lease ends unless it is renewed; then another desk takes over what
 * it had. All times are the database's.
 *
 * Whoever writes checks in the same transaction that its lease was not taken over (`PostgresSql`, fence). So a process that
 * was suspended or cut off past its lease writes nothing more. Roles belong to a desk until its lease is taken over.
 */
import type { Sql, Transaction } from '../sql/sql.ts';
import { flag, number, text } from '../sql/values.ts';
import { HOLD_FENCE } from './fence.ts';

/** A lease that wasn't renewed for this long has ended. */
export const LEASE_MS = 10_000;

/** Of the first desk, until others may begin. */
const OPENING = 'opening';

export type LeaseHolder = 'desk' | 'runner' | 'command';

export interface Lease {
  /** The process that has it: `<holder>:<id>`. */
  readonly process: string;
  readonly token: number;
}

export interface HeldLease {
  readonly process: string;
  /** Process and host, in words. */
  readonly owner: string;
  readonly heldMs: number;
  /** Since it was renewed. */
  readonly silentMs: number;
}

export type Entered = { readonly lease: Lease; readonly isFirst: boolean } | { readonly held: HeldLease };

export class Leases {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /**
   * Begin to work. Desks work beside each other once the first has `opened`; anything else works alone.
   * @returns the lease and whether nobody else works, or who is in the way.
   */
  enter(holder: LeaseHolder, id: string, owner: string): Promise<Entered> {
    return this.#sql.transaction(async (tx) => {
      const [nowMs, leases] = await all(tx);
      const alive = leases.filter(({ silentMs }) => silentMs < LEASE_MS);
      const opening = text((await tx.get(`SELECT desk FROM roles WHERE role = ?`, OPENING))?.['desk'] ?? '');
      const held = alive.find(({ process }) => holder !== 'desk' || !isDesk(process) || process === opening);
      if (held) return { held };
      const isFirst = alive.length === 0;
      if (isFirst) for (const { process } of leases) await forget(tx, process);
      const lease = { process: `${holder}:${id}`, token: 1 };
      await tx.run(
        `INSERT INTO leases (role, token, owner, taken_at, renewed_at) VALUES (?, ?, ?, ?, ?)`,
        ...[lease.process, lease.token, owner, nowMs, nowMs],
      );
      await tx.run(`INSERT INTO fences (role, token) VALUES (?, ?)`, lease.process, lease.token);
      if (isFirst && holder === 'desk') await insertRole(tx, OPENING, lease, nowMs);
      return { lease, isFirst };
    });
  }

  /** @returns false when another process has taken over. */
  renew({ process, token }: Lease): Promise<boolean> {
    return this.#sql.transaction(async (tx) => {
      const at = await now(tx);
      return (
        (await tx.run(
          `UPDATE leases SET renewed_at = ? WHERE role = ? AND token = ?`,
          at,
          process,
          token,
        )) === 1
      );
    });
  }

  /** End a lease now. What it had is taken over like that of a process that died. */
  async end({ process, token }: Lease): Promise<void> {
    await this.#sql.transaction((tx) =>
      tx.run(`UPDATE leases SET renewed_at = 0 WHERE role = ? AND token = ?`, process, token),
    );
  }

  /**
   * Take over from a process whose lease has ended: from now on it writes nothing, and its roles are free. Until
   * `forgotten`, its lease is the caller's, and ends again.
   * @returns whether it is taken over.
   */
  takeOver(process: string): Promise<boolean> {
    return this.#sql.transaction(async (tx) => {
      const [nowMs, leases] = await all(tx);
      const ended = leases.some((lease) => lease.process === process && lease.silentMs >= LEASE_MS);
      // What it writes at this moment must be over, so that whoever takes over has read it.
      if (!ended || !flag((await tx.get(HOLD_FENCE, process))?.['held'])) return false;
      await tx.run(`UPDATE fences SET token = token + 1 WHERE role = ?`, process);
      await tx.run(`UPDATE leases SET token = token + 1, renewed_at = ? WHERE role = ?`, nowMs, process);
      await tx.run(`DELETE FROM roles WHERE desk = ?`, process);
      return true;
    });
  }

  /** What a process had is taken up. */
  forgotten(process: string): Promise<void> {
    return this.#sql.transaction((tx) => forget(tx, process));
  }

  /** Take a role of the newsroom for a desk. @returns whether it is that desk's now. */
  async takeRole(name: string, lease: Lease): Promise<boolean> {
    const taken = await this.#sql.get(`SELECT desk FROM roles WHERE role = ?`, name);
    if (taken) return text(taken['desk']) === lease.process;
    return this.#sql.transaction(async (tx) => insertRole(tx, name, lease, await now(tx)));
  }

  /** The first desk has taken up what was left: others may begin. */
  async opened({ process }: Lease): Promise<void> {
    await this.#sql.transaction((tx) =>
      tx.run(`DELETE FROM roles WHERE role = ? AND desk = ?`, OPENING, process),
    );
  }

  /** Roles by their owner's lease. */
  async roles(): Promise<ReadonlyMap<string, readonly string[]>> {
    const roles = new Map<string, string[]>();
    for (const row of await this.#sql.all(`SELECT role, desk FROM roles ORDER BY role`)) {
      const desk = text(row['desk']);
      roles.set(desk, [...(roles.get(desk) ?? []), text(row['role'])]);
    }
    return roles;
  }

  /** All leases, those that have ended too. */
  async list(): Promise<HeldLease[]> {
    return (await this.#sql.snapshot(all))[1];
  }

  /** The leases that haven't ended. */
  async held(): Promise<HeldLease[]> {
    return (await this.list()).filter(({ silentMs }) => silentMs < LEASE_MS);
  }
}

/** @returns whether it was free. */
async function insertRole(
  tx: Transaction,
  name: string,
  { process }: Lease,
  nowMs: number,
): Promise<boolean> {
  const statement = `INSERT INTO roles (role, desk, taken_at) VALUES (?, ?, ?) ON CONFLICT (role) DO NOTHING`;
  return (await tx.run(statement, name, process, nowMs)) === 1;
}

function isDesk(process: string): boolean {
  return process.startsWith('desk:');
}

async function forget(tx: Transaction, process: string): Promise<void> {
  await tx.run(`DELETE FROM leases WHERE role = ?`, process);
  await tx.run(`DELETE FROM fences WHERE role = ?`, process);
  await tx.run(`DELETE FROM roles WHERE desk = ?`, process);
}

async function all(sql: Pick<Transaction, 'get' | 'all'>): Promise<[number, HeldLease[]]> {
  const nowMs = await now(sql);
  const rows = await sql.all(`SELECT * FROM leases ORDER BY taken_at, role`);
  const leases = rows.map((row) => ({
    process: text(row['role']),
    owner: text(row['owner']),
    heldMs: nowMs - number(row['taken_at']),
    silentMs: nowMs - number(row['renewed_at']),
  }));
  return [nowMs, leases];
}

async function now(sql: Pick<Transaction, 'get'>): Promise<number> {
  const row = await sql.get(`SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now`);
  return number(row?.['now']);
}
