/**
 * Who owns a role of the newsroom, for example of the desk. A lease ends unless it is renewed; then another process
 * may take the role. All times are the database's.
 *
 * A taken role has a token, one higher than the last. Whoever writes for the role checks the token in the same
 * transaction (`PostgresSql`, fence), so that a process that was suspended and has lost the role writes nothing.
 */
import type { Sql, Transaction } from '../sql/sql.ts';
import { number, text } from '../sql/values.ts';

/** A lease that wasn't renewed for this long has ended. */
export const LEASE_MS = 10_000;

export interface Lease {
  readonly role: string;
  readonly token: number;
}

export interface HeldLease {
  readonly role: string;
  /** Process and host, in words. */
  readonly owner: string;
  readonly heldMs: number;
  /** Since it was renewed. */
  readonly silentMs: number;
}

export class Leases {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Take a role that nobody owns. @returns the lease, or who has it. */
  take(role: string, owner: string): Promise<{ readonly lease: Lease } | { readonly held: HeldLease }> {
    return this.#sql.transaction(async (tx) => {
      const [nowMs, row] = [await now(tx), await tx.get(`SELECT * FROM leases WHERE role = ?`, role)];
      if (row) {
        const held = heldOf(row, nowMs);
        if (held.silentMs < LEASE_MS) return { held };
      }
      const fence = await tx.get(`SELECT token FROM fences WHERE role = ?`, role);
      const token = fence ? number(fence['token']) + 1 : 1;
      await tx.run(`DELETE FROM leases WHERE role = ?`, role);
      await tx.run(
        `INSERT INTO leases (role, token, owner, taken_at, renewed_at) VALUES (?, ?, ?, ?, ?)`,
        ...[role, token, owner, nowMs, nowMs],
      );
      await tx.run(
        `INSERT INTO fences (role, token) VALUES (?, ?) ON CONFLICT (role) DO UPDATE SET token = excluded.token`,
        ...[role, token],
      );
      return { lease: { role, token } };
    });
  }

  /** @returns false when somebody else has taken the role. */
  renew({ role, token }: Lease): Promise<boolean> {
    return this.#sql.transaction(async (tx) => {
      const at = await now(tx);
      return (
        (await tx.run(`UPDATE leases SET renewed_at = ? WHERE role = ? AND token = ?`, at, role, token)) === 1
      );
    });
  }

  release({ role, token }: Lease): Promise<void> {
    return this.#sql.transaction(async (tx) => {
      await tx.run(`DELETE FROM leases WHERE role = ? AND token = ?`, role, token);
    });
  }

  /** The leases that haven't ended. */
  held(): Promise<HeldLease[]> {
    return this.#sql.transaction(async (tx) => {
      const nowMs = await now(tx);
      const rows = await tx.all(`SELECT * FROM leases ORDER BY role`);
      return rows.map((row) => heldOf(row, nowMs)).filter(({ silentMs }) => silentMs < LEASE_MS);
    });
  }
}

function heldOf(row: Awaited<ReturnType<Transaction['all']>>[number], nowMs: number): HeldLease {
  return {
    role: text(row['role']),
    owner: text(row['owner']),
    heldMs: nowMs - number(row['taken_at']),
    silentMs: nowMs - number(row['renewed_at']),
  };
}

async function now(tx: Transaction): Promise<number> {
  const row = await tx.get(`SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now`);
  return number(row?.['now']);
}
