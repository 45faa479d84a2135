/**
 * Brings a schema of PostgreSQL to this program's version, also while desks work on it.
 *
 * - A schema holds the number of steps taken, and the fewest that a program must know to work on it (`SchemaPart.oldest`). So
 *   desks are upgraded one at a time: one of the version before goes on, and may be begun again meanwhile.
 * - A step that desks of the version before can't work with is taken only while nobody works.
 * - Programs that start at the same time migrate one after the other.
 * - A step needs tables for itself. Where it can't have them soon it lets everybody else go on, and begins anew later.
 */
import type pg from 'pg';
import { pass } from '../../time/clock.ts';
import type { Clock } from '../../time/clock.ts';
import { textFor } from '../sql/migrations/migration.ts';
import type { Migration } from '../sql/migrations/migration.ts';
import { StoreError } from '../store-error.ts';
import { Leases } from './leases.ts';
import { mustFit } from './must-fit.ts';
import { PostgresSql } from './postgres-sql.ts';
import { allowSilence } from './silent-connections.ts';

/**
 * Milliseconds. Desks wait behind a step that waits for a table, and their leases end after 10 s. The server looks for
 * deadlocks after 1 s (`deadlock_timeout`), and ends whoever looks first; the step has given way before anybody does.
 */
const WAIT_FOR_TABLE = 500;
const PAUSE = 1_000;
const MOST_ATTEMPTS = 200;

/** lock_not_available, deadlock_detected. */
const IN_USE = new Set(['55P03', '40P01']);

/** A list of migrations, and the schema that is its own. */
export interface SchemaPart {
  readonly schema: string;
  readonly migrations: readonly Migration[];
  /**
   * The fewest steps that a program must know to work on these tables beside one that knows them all. It stays where it is
   * when a step only adds what older programs needn't know: tables, indexes, columns that may be left out. A step that they
   * can't work with raises it to that step's number. All steps, where it isn't given.
   */
  readonly oldest?: number;
}

interface MigrateDeps {
  readonly pool: pg.Pool;
  /** The database, for messages. */
  readonly where: string;
  /** Refuse a later version even where this program could work beside it. */
  readonly isExact: boolean;
  readonly clock: Clock;
}

/** @throws StoreError `newer`, `foreign` or `unusable` */
export async function migratePostgres(part: SchemaPart, deps: MigrateDeps): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrateOnce(part, deps);
    } catch (error) {
      if (!IN_USE.has((error as { code?: string }).code ?? '')) throw error;
      if (attempt === MOST_ATTEMPTS)
        throw new StoreError(
          'unusable',
          `${deps.where} has to be brought to schema ${part.migrations.length}, and its tables are in use, perhaps by a dump; try again when that is done`,
          { cause: error },
        );
      await pass(deps.clock, PAUSE);
    }
  }
}

async function migrateOnce(part: SchemaPart, { pool, where, isExact }: MigrateDeps): Promise<void> {
  const { schema, migrations, oldest = migrations.length } = part;
  const client = await pool.connect();
  allowSilence(client);
  try {
    await mustFit(client, where);
    await client.query('BEGIN');
    await client.query(`SET LOCAL search_path = ${schema}`);
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [`nightdesk:${schema}`]);
    await client.query(`SET LOCAL lock_timeout = ${WAIT_FOR_TABLE}`);
    const taken = await versionOf(client, schema, where);
    if (taken.version > migrations.length) {
      if (isExact || taken.oldest > migrations.length) throw newer(where, migrations.length, taken);
    } else if (taken.version < migrations.length) {
      if (taken.version > 0 && taken.version < oldest) await mustBeAlone(pool, where, part);
      for (const migration of migrations.slice(taken.version))
        await client.query(textFor('postgres', migration));
      await client.query(`UPDATE schema_version SET version = $1, oldest = $2`, [migrations.length, oldest]);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

interface Taken {
  /** The number of steps taken. */
  readonly version: number;
  /** The fewest that a program must know. */
  readonly oldest: number;
}

function newer(where: string, known: number, { version, oldest }: Taken): StoreError {
  const beside =
    oldest < version ? `, which works beside schema ${oldest} and later; this one is ${known}` : '';
  return new StoreError(
    'newer',
    `${where} was written by a later Nightdesk (schema ${version}${beside}); update the desk`,
  );
}

/** @throws StoreError when somebody works on the newsroom. */
async function mustBeAlone(pool: pg.Pool, where: string, { migrations }: SchemaPart): Promise<void> {
  const { rows } = await pool.query<{ used: boolean }>(`SELECT to_regclass('leases') IS NOT NULL AS used`);
  if (rows[0]?.used !== true) return;
  const [held] = await new Leases(new PostgresSql(pool)).held();
  if (!held) return;
  throw new StoreError(
    'unusable',
    `${where} has to be brought to schema ${migrations.length}, which ${held.owner} can’t work with: stop all desks, then start this one`,
  );
}

/** What was taken; creates the schema if it doesn't exist. */
async function versionOf(client: pg.PoolClient, schema: string, where: string): Promise<Taken> {
  const { rows: tables } = await client.query<{ tablename: string }>(
    `SELECT tablename FROM pg_tables WHERE schemaname = $1`,
    [schema],
  );
  const isOurs = tables.some(({ tablename }) => tablename === 'schema_version');
  if (!isOurs && tables.length > 0)
    throw new StoreError(
      'foreign',
      `${where} has a schema "${schema}" of another program; give Nightdesk a database of its own`,
    );
  if (!isOurs) {
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    await client.query(`CREATE TABLE schema_version (version BIGINT NOT NULL, oldest BIGINT)`);
    await client.query(`INSERT INTO schema_version (version) VALUES (0)`);
    return { version: 0, oldest: 0 };
  }
  const { rows } = await client.query<{ version: string; oldest?: string | null }>(
    `SELECT * FROM schema_version`,
  );
  const { version: text = '0', oldest } = rows[0] ?? {};
  // A database of before there was an oldest.
  if (oldest === undefined) await client.query(`ALTER TABLE schema_version ADD COLUMN oldest BIGINT`);
  return { version: Number(text), oldest: Number(oldest ?? text) };
}
