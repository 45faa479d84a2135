/**
 * Opens a database of PostgreSQL and migrates it. Each list of migrations has its own schema, which also holds the number
 * of steps taken. Desks that start at the same time migrate one after the other.
 */
import pg from 'pg';
import { textFor } from '../sql/migrations/migration.ts';
import type { Migration } from '../sql/migrations/migration.ts';
import { StoreError } from '../store-error.ts';
import { PostgresSql } from './postgres-sql.ts';

/** The oldest server version that the SQL is tested on. */
const OLDEST = 15;

/** The most connections of a desk. */
const CONNECTIONS = 10;

/** Milliseconds. The server ends an idle transaction after this, so that its locks block nobody for long. */
const IDLE_IN_TRANSACTION = 5_000;

const CONNECT_TIMEOUT = 10_000;

/** A list of migrations, and the schema that is its own. */
export interface SchemaPart {
  readonly schema: string;
  readonly migrations: readonly Migration[];
}

interface OpenDeps {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** No two of them have a table of the same name: statements name tables without their schema. */
  readonly parts: readonly SchemaPart[];
  readonly log: { warn(fields: object, text: string): void };
}

export interface OpenedPostgres {
  readonly sql: PostgresSql;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/**
 * @throws StoreError `newer` for a database of a later version, `foreign` where another program uses that schema,
 * `unusable` for anything else that prevents opening it.
 */
export async function openPostgres({ url, parts, log }: OpenDeps): Promise<OpenedPostgres> {
  const where = placeOf(url);
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    pipeline: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    application_name: 'nightdesk',
    options: `-c search_path=${parts.map(({ schema }) => schema).join(',')} -c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION}`,
    // An open pool must not keep the process alive.
    allowExitOnIdle: true,
  });
  // The running statement gets the error of a broken connection; the next one uses another connection.
  pool.on('error', (error) =>
    log.warn({ module: 'store', err: error }, 'an idle connection to PostgreSQL broke'),
  );
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    for (const part of parts) await migrate(pool, part, where);
    return { sql: new PostgresSql(pool), pool, close: () => pool.end() };
  } catch (error) {
    await pool.end();
    throw error instanceof StoreError ? error : unusable(where, error);
  }
}

async function migrate(pool: pg.Pool, { schema, migrations }: SchemaPart, where: string): Promise<void> {
  const client = await pool.connect();
  try {
    await mustFit(client, where);
    await client.query('BEGIN');
    await client.query(`SET LOCAL search_path = ${schema}`);
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [`nightdesk:${schema}`]);
    const taken = await versionOf(client, schema, where);
    if (taken > migrations.length)
      throw new StoreError(
        'newer',
        `${where} was written by a later Nightdesk (schema ${taken}); update the desk`,
      );
    for (const migration of migrations.slice(taken)) await client.query(textFor('postgres', migration));
    await client.query(`UPDATE schema_version SET version = $1`, [migrations.length]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

async function mustFit(client: pg.PoolClient, where: string): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string }>(
    `SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding`,
  );
  const { version = '0', encoding = '' } = rows[0] ?? {};
  const major = Math.floor(Number(version) / 10_000);
  if (major < OLDEST)
    throw new StoreError('unusable', `${where} is PostgreSQL ${major}; Nightdesk needs ${OLDEST} or later`);
  if (encoding !== 'UTF8')
    throw new StoreError(
      'unusable',
      `${where} has the encoding ${encoding}; Nightdesk needs UTF8: CREATE DATABASE … ENCODING 'UTF8'`,
    );
}

/** The number of migrations taken; creates the schema if it doesn't exist. */
async function versionOf(client: pg.PoolClient, schema: string, where: string): Promise<number> {
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
    await client.query(`CREATE TABLE schema_version (version BIGINT NOT NULL)`);
    await client.query(`INSERT INTO schema_version (version) VALUES (0)`);
    return 0;
  }
  const { rows } = await client.query<{ version: string }>(`SELECT version FROM schema_version`);
  return Number(rows[0]?.version ?? 0);
}

/** The database's address for messages, without the password. */
export function placeOf(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url);
    return `PostgreSQL at ${hostname}${port === '' ? '' : `:${port}`}${pathname}`;
  } catch {
    throw new StoreError(
      'unusable',
      'DATABASE_URL is no address; allowed: postgres://user:password@host:port/database',
    );
  }
}

/** Advice for people, by error code. */
const ADVICE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no server listens there',
  ENOTFOUND: 'there is no such host',
  ETIMEDOUT: 'the server doesn’t answer',
  '28P01': 'the user or the password is wrong',
  '28000': 'the server doesn’t let this user in',
  '3D000': 'there is no such database: CREATE DATABASE makes it',
  '42501': 'the user lacks a right: it must be able to make a schema, its tables and the extension pg_trgm',
  '53100': 'the server’s disk is full',
  '53300': 'the server has no connection left',
};

/** @param where what can't be used, without the password of its address. */
export function unusable(where: string, error: unknown): StoreError {
  const { code = '', message } = error as { code?: string; message: string };
  const advice = ADVICE[code];
  const said = advice === undefined ? message : `${advice} (${message || code})`;
  return new StoreError('unusable', `${where} can’t be used: ${said}`, { cause: error });
}
