/**
 * Moves a newsroom between an embedded home and PostgreSQL. The desk is stopped. What arrived is compared before anything
 * counts; then the old data are set aside in the home, or stay in PostgreSQL. Files of batches and newsletters stay where they
 * are.
 */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { POOL_MIGRATIONS } from '../sql/migrations/pool.ts';
import type { Row, Transaction } from '../sql/sql.ts';
import { number, text } from '../sql/values.ts';
import type { Clock } from '../../time/clock.ts';
import { newIdAt } from '../../time/new-id.ts';
import { FencedOff } from '../postgres/fence.ts';
import { keepLease } from '../postgres/keep-lease.ts';
import { Leases } from '../postgres/leases.ts';
import { openPostgres } from '../postgres/open-postgres.ts';
import type { PostgresSql } from '../postgres/postgres-sql.ts';
import { NewsroomOwned, SCHEMAS, ownerName } from '../postgres/shared-home.ts';
import { openDatabase } from '../sqlite/database.ts';
import type { Sqlite } from '../sqlite/database.ts';
import { migrate } from '../sqlite/migrate.ts';
import { SqliteSql } from '../sqlite/sqlite-sql.ts';
import { MOVED } from '../sqlite/sound-home.ts';
import Database from 'better-sqlite3';
import { StoreError } from '../store-error.ts';
import { copyTable, insertRows } from './copy-tables.ts';
import type { CopiedTable } from './copy-tables.ts';
import { tablesOf, withoutTriggers } from './sqlite-tables.ts';
import { filesIntoRows, rowsIntoHomeFiles } from './home-files.ts';
import { linesIntoRows, rowsIntoFiles } from './transcript-lines.ts';

/** Where an embedded home's data are. */
export interface EmbeddedPaths {
  readonly home: string;
  readonly data: string;
  readonly database: string;
  readonly newsPool: string;
  readonly searchIndex: string;
  readonly sessions: string;
}

interface MoveDeps {
  readonly url: string;
  readonly paths: EmbeddedPaths;
  /** Names what is set aside: `20261126070000`. */
  readonly stamp: string;
  readonly clock: Clock;
  readonly log: { warn(fields: object, text: string): void };
}

export interface Moved {
  readonly tables: readonly CopiedTable[];
  readonly transcripts: number;
  /** Job files, pictures, and newsletters' files. */
  readonly files: number;
  /** Where the old data were put, when they were. */
  readonly aside?: string;
}

/** @throws StoreError when there is nothing to move, or the database is in use or not empty. */
// ts-unused-exports:disable-next-line
export async function moveToPostgres({ url, paths, stamp, clock, log }: MoveDeps): Promise<Moved> {
  if (!existsSync(paths.database))
    throw new StoreError('unusable', `there is nothing to move: ${paths.database} is missing`);
  const [desk, pool] = [openDatabase(paths.database, stamp), openPoolFile(paths.newsPool)];
  try {
    const moved = await inPostgres({ url, clock, log }, (sql) =>
      sql.transaction(async (tx) => {
        const names = [...tablesOf(desk), ...tablesOf(pool)].map(({ name }) => name);
        await mustBeEmpty(tx, [...names, 'transcript_files', 'files']);
        for (const name of names) await tx.run(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
        // An event may have a later one above it, with which an editor has merged another.
        await alterReferences(tx, 'DEFERRABLE');
        await tx.run(`SET CONSTRAINTS ALL DEFERRED`);
        const tables: CopiedTable[] = [];
        for (const db of [desk, pool])
          for (const table of tablesOf(db)) {
            const put = (rows: readonly Row[]) => insertRows(tx, table.name, rows);
            tables.push(await copyTable(new SqliteSql(db), table, { reads: tx, put }));
          }
        await tx.run(`SET CONSTRAINTS ALL IMMEDIATE`);
        await alterReferences(tx, 'NOT DEFERRABLE');
        for (const name of names) await tx.run(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
        await countOn(tx);
        const { files: transcripts } = await linesIntoRows(paths.sessions, tx);
        return { tables, transcripts, files: await filesIntoRows(paths.home, tx) };
      }),
    );
    return { ...moved, aside: setAside([desk, pool], paths, stamp) };
  } finally {
    desk.close();
    pool.close();
  }
}

/**
 * The way back, into a new home.
 * @param paths of that home.
 * @throws StoreError when there is a database already.
 */
// ts-unused-exports:disable-next-line
export async function moveToFile({ url, paths, stamp, clock, log }: MoveDeps): Promise<Moved> {
  for (const path of [paths.database, paths.newsPool])
    if (existsSync(path)) throw new StoreError('unusable', `${path} is there already: it is not overwritten`);
  try {
    return await inPostgres({ url, clock, log }, async (from) => {
      const [desk, pool] = [openDatabase(paths.database, stamp), openPoolFile(paths.newsPool)];
      try {
        const tables: CopiedTable[] = [];
        for (const db of [desk, pool]) {
          db.pragma('foreign_keys = OFF');
          const to = new SqliteSql(db);
          await withoutTriggers(db, async () => {
            for (const table of tablesOf(db)) {
              const put = (rows: readonly Row[]) => to.transaction((tx) => insertRows(tx, table.name, rows));
              tables.push(await copyTable(from, table, { reads: to, put }));
            }
          });
        }
        const transcripts = await rowsIntoFiles(from, paths.sessions);
        const files = await rowsIntoHomeFiles(from, paths.home);
        await from.transaction(async () => {}); // fails if a desk has written meanwhile
        return { tables, transcripts, files };
      } finally {
        desk.close();
        pool.close();
      }
    });
  } catch (error) {
    for (const path of [paths.database, paths.newsPool])
      for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
    throw error;
  }
}

/**
 * As the newsroom's owner, so that no desk works meanwhile.
 * @param work its transactions fail if a desk does all the same, as this process was suspended.
 */
async function inPostgres<T>(
  { url, clock, log }: Pick<MoveDeps, 'url' | 'clock' | 'log'>,
  work: (sql: PostgresSql) => Promise<T>,
): Promise<T> {
  const { sql, close } = await openPostgres({ url, parts: SCHEMAS, isExact: true, log, clock });
  try {
    const leases = new Leases(sql.urgent());
    const entered = await leases.enter('command', newIdAt(clock.now()), ownerName('migrate'));
    if ('held' in entered) throw new NewsroomOwned(entered.held);
    const failed = (error: unknown) =>
      log.warn({ module: 'store', err: error }, 'renewing the lease of this command failed');
    const lease = keepLease({ leases, clock, failed }, entered.lease);
    try {
      return await work(sql.fenced(lease));
    } catch (error) {
      if (!(error instanceof FencedOff)) throw error;
      throw new StoreError(
        'unusable',
        'a desk has begun to work on the newsroom meanwhile: nothing was moved. Stop it, and try again',
        { cause: error },
      );
    } finally {
      await lease.release();
    }
  } finally {
    await close();
  }
}

async function mustBeEmpty(tx: Transaction, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const row = await tx.get(`SELECT count(*) AS n FROM ${table}`);
    const rows = number(row?.['n']);
    if (rows > 0)
      throw new StoreError(
        'unusable',
        `the database has a newsroom already (${rows} rows in ${table}): nothing was moved`,
      );
  }
}

/** @param how whether rows may come before those that they refer to. */
async function alterReferences(tx: Transaction, how: 'DEFERRABLE' | 'NOT DEFERRABLE'): Promise<void> {
  const references = await tx.all(
    `SELECT conrelid::regclass::text AS of, conname AS named FROM pg_constraint
     WHERE contype = 'f' AND connamespace::regnamespace::text = ANY (current_schemas(false))`,
  );
  for (const row of references)
    await tx.run(`ALTER TABLE ${text(row['of'])} ALTER CONSTRAINT ${text(row['named'])} ${how}`);
}

/** New rows get numbers after those that were copied. */
async function countOn(tx: Transaction): Promise<void> {
  const counted = await tx.all(
    `SELECT table_schema || '.' || table_name AS of, column_name AS named FROM information_schema.columns
     WHERE is_identity = 'YES' AND table_schema = ANY (current_schemas(false))`,
  );
  for (const row of counted) {
    const [table, column] = [text(row['of']), text(row['named'])];
    await tx.get(
      `SELECT setval(pg_get_serial_sequence('${table}', '${column}'), greatest(1, (SELECT coalesce(max(${column}), 0) FROM ${table})))`,
    );
  }
}

function openPoolFile(path: string): Sqlite {
  mkdirSync(dirname(path), { recursive: true });
  const db = new Database(path);
  migrate(db, POOL_MIGRATIONS);
  return db;
}

/** Out of the way of DATABASE_URL, and not lost. */
function setAside(open: readonly Sqlite[], paths: EmbeddedPaths, stamp: string): string {
  for (const db of open) {
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.close();
  }
  const aside = join(paths.data, `${MOVED}${stamp}`);
  mkdirSync(aside, { mode: 0o700 });
  for (const path of [paths.database, paths.newsPool, paths.searchIndex, paths.sessions])
    for (const suffix of ['', '-wal', '-shm', '.mark'])
      if (existsSync(path + suffix)) renameSync(path + suffix, join(aside, basename(path) + suffix));
  return aside;
}
