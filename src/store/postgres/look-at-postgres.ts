import pg from 'pg';
import { number } from '../sql/values.ts';
import { StoreError } from '../store-error.ts';
import type { HeldLease } from './leases.ts';
import { Leases } from './leases.ts';
import { mustFit } from './must-fit.ts';
import { placeOf, unusable } from './open-postgres.ts';
import { PostgresSql } from './postgres-sql.ts';
import { endSilent } from './silent-connections.ts';

export interface PostgresSeen {
  /** The database, without its password. */
  readonly place: string;
  readonly version: number;
  /** Undefined when no desk has used it yet. */
  readonly leases?: readonly (HeldLease & { readonly roles: readonly string[] })[];
  readonly jobs?: number;
}

/**
 * Look at a database without changing it.
 * @throws StoreError when it can't be used.
 */
export async function lookAtPostgres(url: string): Promise<PostgresSeen> {
  const place = placeOf(url);
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: 5_000,
    options: '-c search_path=nightdesk,nightdesk_shared',
  });
  pool.on('error', () => {});
  endSilent(pool);
  try {
    const sql = new PostgresSql(pool);
    const seen = { place, version: await mustFit(pool, place) };
    const about = await sql.get(`SELECT to_regclass('leases') IS NOT NULL AS used`);
    if (about?.['used'] !== true) return seen;
    const counted = await sql.get(`SELECT count(*) AS jobs FROM jobs`);
    const leases = new Leases(sql);
    const roles = await leases.roles();
    const held = (await leases.held()).map((one) => ({ ...one, roles: roles.get(one.process) ?? [] }));
    return { ...seen, leases: held, jobs: number(counted?.['jobs']) };
  } catch (error) {
    throw error instanceof StoreError ? error : unusable(place, error);
  } finally {
    await pool.end();
  }
}
