/** Opens a database of PostgreSQL and migrates it. */
import pg from 'pg';
import { systemClock } from '../../time/clock.ts';
import type { Clock } from '../../time/clock.ts';
import { StoreError } from '../store-error.ts';
import { migratePostgres } from './migrate-postgres.ts';
import type { SchemaPart } from './migrate-postgres.ts';
import { PostgresSql } from './postgres-sql.ts';
import { endSilent } from './silent-connections.ts';

/** The most connections of a desk. */
const CONNECTIONS = 10;

/** Milliseconds. The server ends an idle transaction after this, so that its locks block nobody for long. */
const IDLE_IN_TRANSACTION = 5_000;

const CONNECT_TIMEOUT = 10_000;

interface OpenDeps {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** No two of them have a table of the same name: statements name tables without their schema. */
  readonly parts: readonly SchemaPart[];
  /** Refuse tables that a later program has added to: for whoever copies all there is. */
  readonly isExact?: boolean;
  readonly log: { warn(fields: object, text: string): void };
  readonly clock?: Clock;
  /** Ms after which a server that answers nothing is given up. */
  readonly silenceMs?: number;
}

export interface OpenedPostgres {
  readonly sql: PostgresSql;
  readonly pool: pg.Pool;
  /** @throws StoreError `newer` when a later program has changed the tables since. */
  mustStillFit(): Promise<void>;
  close(): Promise<void>;
}

/**
 * @throws StoreError `newer` for a database of a later version, `foreign` where another program uses that schema,
 * `unusable` for anything else that prevents opening it.
 */
export async function openPostgres(deps: OpenDeps): Promise<OpenedPostgres> {
  const { url, parts, isExact = false, log, clock = systemClock, silenceMs } = deps;
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
  endSilent(pool, silenceMs);
  const mustStillFit = async () => {
    for (const part of parts) await migratePostgres(part, { pool, where, isExact, clock });
  };
  try {
    await mustStillFit();
    return { sql: new PostgresSql(pool), pool, mustStillFit, close: () => pool.end() };
  } catch (error) {
    await pool.end();
    throw error instanceof StoreError ? error : unusable(where, error);
  }
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
