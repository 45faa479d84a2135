/**
 * Whether a transaction was committed whose connection broke before COMMIT was answered. The server knows by the
 * transaction's id, which the transaction asks for as it begins: until COMMIT is sent, that has been answered.
 */
import type { Pool } from 'pg';
import { pass, systemClock } from '../../time/clock.ts';
import { meansTrouble } from './server-trouble.ts';

/** Assigns the id. A transaction that writes nothing flushes nothing for it. */
export const XID = 'pg_current_xact_id() AS xid';

/** The server ends an idle transaction much earlier; one that restarts may take as long. */
const PATIENCE_MS = 60_000;
const AGAIN_MS = 250;

/** COMMIT was sent, and its answer is lost. */
export class LostAnswer extends Error {
  override readonly name = 'LostAnswer';
  readonly xid: string;
  /** What the transaction resolves with if it is committed. */
  readonly value: unknown;

  constructor(xid: string, value: unknown, cause: unknown) {
    super('the answer of COMMIT is lost', { cause });
    this.xid = xid;
    this.value = value;
  }
}

interface AskDeps {
  readonly pool: Pool;
  /** The server can't be asked now; it is tried again. */
  readonly failed: (error: unknown) => void;
}

/**
 * Ask the server until the transaction has ended.
 * @returns false, too, when it hasn't answered for a minute or has forgotten the transaction.
 */
export async function wasCommitted(xid: string, { pool, failed }: AskDeps): Promise<boolean> {
  const endMs = systemClock.elapsed() + PATIENCE_MS;
  for (;;) {
    const status = await statusOf(xid, pool).catch((error: unknown) => {
      failed(error);
      // An id that the server doesn't know: it is another one, which has taken over without the transaction.
      return meansTrouble(error) ? undefined : null;
    });
    if (status === 'committed') return true;
    if (status === 'aborted' || status === null) return false;
    if (systemClock.elapsed() >= endMs || pool.ending) return false;
    await pass(systemClock, AGAIN_MS);
  }
}

/** @returns null when the server has forgotten it. */
async function statusOf(xid: string, pool: Pool): Promise<string | null | undefined> {
  const { rows } = await pool.query<{ status: string | null }>(
    `SELECT pg_xact_status($1::text::xid8) AS status`,
    [xid],
  );
  return rows[0]?.status;
}
