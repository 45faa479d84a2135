import type { Socket } from 'node:net';
import pg from 'pg';
import { expect, it } from 'vitest';
import { CannotWrite } from '../../src/sessions/cannot-write.ts';
import { lookAtPostgres } from '../../src/store/postgres/look-at-postgres.ts';
import { mustFit } from '../../src/store/postgres/must-fit.ts';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import { Leases } from '../../src/store/postgres/leases.ts';
import { SCHEMAS } from '../../src/store/postgres/shared-home.ts';
import { booksOf } from '../../src/store/sql/books.ts';
import type { Sql } from '../../src/store/sql/sql.ts';
import type { Migration } from '../../src/store/sql/migrations/migration.ts';
import { holdNewsroom } from '../support/hold-newsroom.ts';
import { message } from '../support/inbound.ts';
import type { PostgresServer } from '../support/postgres-server.ts';
import { at } from './given.ts';

const TABLE = 'CREATE TABLE names (name TEXT PRIMARY KEY, value INTEGER) STRICT;';

async function asked(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/**
 * Break the connection of the next COMMIT.
 * @param then what becomes of that: it is `done` and only its answer is lost, or it never arrives.
 */
function loseCommit(pool: pg.Pool, then: 'done' | 'undone'): void {
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  pool.connect = (async () => {
    const client = await connect();
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
    client.query = (async (...given: unknown[]) => {
      if (!/COMMIT$/.test(String(given[0]))) return query(...given);
      Object.assign(pool, { connect });
      if (then === 'done') await query(...given);
      const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
      stream.destroy();
      throw new Error('Connection terminated unexpectedly');
    }) as typeof client.query;
    return client;
  }) as typeof pool.connect;
}

/** What a database must be, and what is said of one that is not. */
export function describeOpening(running: () => PostgresServer): void {
  let made = 0;
  const fresh = () => running().database(`opening_${(made += 1)}`);
  const open = (url: string, migrations: readonly Migration[] = [TABLE], oldest = migrations.length) =>
    openPostgres({ url, parts: [{ schema: 'nightdesk', migrations, oldest }], log: { warn() {} } });

  it('is brought forward once, whoever starts at the same time', async () => {
    const url = await fresh();
    const both = await Promise.all([1, 2, 3].map(() => open(url)));
    await Promise.all(both.map((store) => store.close()));
    const later = await open(url, [TABLE, 'ALTER TABLE names ADD COLUMN more TEXT;']);
    await later.sql.transaction((tx) =>
      tx.run(`INSERT INTO names (name, value, more) VALUES (?, ?, ?)`, 'a\0b', 1, 'x'),
    );
    expect(await later.sql.get(`SELECT name, more FROM names`)).toEqual({ name: 'a\uFFFDb', more: 'x' });
    await later.close();
    await expect(open(url)).rejects.toMatchObject({
      code: 'newer',
      message: expect.stringContaining('later Nightdesk (schema 2)') as string,
    });
  });

  it('is left as it was where a step fails', async () => {
    const url = await fresh();
    await expect(open(url, [TABLE, 'CREATE TABLE names (x INTEGER) STRICT;'])).rejects.toThrow(
      /already exists/,
    );
    const store = await open(url);
    expect(await store.sql.all(`SELECT * FROM names`)).toEqual([]);
    await store.close();
  });

  it('of another program is refused, and left alone', async () => {
    const url = await fresh();
    await asked(url, 'CREATE SCHEMA nightdesk', 'CREATE TABLE nightdesk.theirs (x int)');
    await expect(open(url)).rejects.toMatchObject({
      code: 'foreign',
      message: expect.stringContaining('a database of its own') as string,
    });
  });

  it('of a later version is worked on by a program that this leaves room for, and keeps its version', async () => {
    const url = await fresh();
    const more = [TABLE, 'ALTER TABLE names ADD COLUMN more TEXT;'];
    const older = await open(url);
    const newer = await open(url, more, 1);
    for (const store of [older, newer, await open(url)]) {
      await store.sql.transaction((tx) =>
        tx.run(`INSERT INTO names (name) VALUES (?) ON CONFLICT DO NOTHING`, 'a'),
      );
      expect(await store.sql.all(`SELECT name FROM names`)).toEqual([{ name: 'a' }]);
      await store.mustStillFit();
      await store.close();
    }
    const parts = [{ schema: 'nightdesk', migrations: [TABLE] }];
    await expect(openPostgres({ url, parts, isExact: true, log: { warn() {} } })).rejects.toThrow(
      'later Nightdesk (schema 2, which works beside schema 1 and later; this one is 1); update the desk',
    );
    // Two steps further the first has no room any more.
    const further = [...more, 'ALTER TABLE names DROP COLUMN value;', 'ALTER TABLE names DROP COLUMN more;'];
    await (await open(url, further, 2)).close();
    await expect(open(url)).rejects.toMatchObject({
      code: 'newer',
      message: expect.stringContaining(
        'schema 4, which works beside schema 2 and later; this one is 1',
      ) as string,
    });
    await (await open(url, more, 1)).close();
    await (await open(url, further, 2)).close();
  });

  it('of before there was an oldest program is taken for one that has room for none but its own', async () => {
    const url = await fresh();
    await (await open(url, [TABLE, 'CREATE TABLE others (n INTEGER) STRICT;'], 1)).close();
    await asked(url, 'ALTER TABLE nightdesk.schema_version DROP COLUMN oldest');
    await expect(open(url)).rejects.toMatchObject({ code: 'newer' });
    await (await open(url, [TABLE, 'CREATE TABLE others (n INTEGER) STRICT;'], 1)).close();
    await expect(open(url)).rejects.toMatchObject({ code: 'newer' });
  });

  it('is not changed beneath somebody who could not go on with it', async () => {
    const url = await fresh();
    const [first, second] = SCHEMAS.map(({ schema, migrations }) => ({ schema, migrations }));
    const shared = SCHEMAS.find(({ schema }) => schema === 'nightdesk_shared')!;
    const log = { warn() {} };
    await (await openPostgres({ url, parts: SCHEMAS, log })).close();
    const later = { ...first!, migrations: [...first!.migrations, 'ALTER TABLE jobs DROP COLUMN failures;'] };
    const parts = [later, second!, shared];
    const end = await holdNewsroom(url, 'desk 7@there');
    await expect(openPostgres({ url, parts, log })).rejects.toThrow(
      'which desk 7@there can’t work with: stop all desks, then start this one',
    );
    await (await openPostgres({ url, parts: SCHEMAS, isExact: true, log })).close();
    await end();
    await asked(url, 'DELETE FROM nightdesk_shared.leases');
    await (await openPostgres({ url, parts, log })).close();
  });

  it('gets columns while statements are prepared that name all of them', async () => {
    const url = await fresh();
    const older = await open(url);
    const names = async () =>
      (await older.sql.all(`SELECT * FROM names ORDER BY name`)).map(({ name }) => name);
    const add = (name: string) =>
      older.sql.transaction(async (tx) => {
        await tx.run(`INSERT INTO names (name) VALUES (?)`, name);
        return (await tx.all(`SELECT * FROM names`)).length;
      });
    // On several connections.
    await Promise.all(['a', 'b', 'c', 'd'].map(add));
    expect(await names()).toHaveLength(4);
    await (await open(url, [TABLE, 'ALTER TABLE names ADD COLUMN more TEXT;'], 1)).close();
    expect((await Promise.all(['e', 'f', 'g'].map(add))).sort()).toEqual([5, 6, 7]);
    expect(await older.sql.snapshot((reads) => reads.all(`SELECT * FROM names`))).toHaveLength(7);
    expect(await names()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    await older.close();
  });

  it('is brought forward although somebody has what it needs, who is not kept waiting', async () => {
    const url = await fresh();
    const two = [`${TABLE} CREATE TABLE others (n INTEGER) STRICT;`];
    await (await open(url, two)).close();
    const holder = new pg.Client({ connectionString: url, options: '-c search_path=nightdesk' });
    await holder.connect();
    await holder.query('BEGIN');
    // Whoever looks first ends: on a busy server that may be the one who began to wait later.
    await holder.query(`SET LOCAL deadlock_timeout = '900ms'`);
    await holder.query('SELECT * FROM others');
    const step = 'ALTER TABLE names ADD COLUMN more TEXT; ALTER TABLE others ADD COLUMN more TEXT;';
    const opening = open(url, [...two, step], 1);
    await expect
      .poll(async () => (await holder.query(`SELECT 1 FROM pg_locks WHERE NOT granted`)).rowCount, {
        interval: 10,
        timeout: 60_000,
      })
      .toBe(1);
    // Waits behind the step, which waits for this transaction: the step gives way.
    await holder.query('SELECT * FROM names');
    await holder.query('COMMIT');
    const store = await opening;
    expect(await store.sql.all(`SELECT more FROM names`)).toEqual([]);
    await store.close();
    await holder.end();
  });

  it.each([
    ['no address', () => 'nonsense', 'DATABASE_URL is no address; allowed: postgres://'],
    [
      'no server',
      () => 'postgres://desk:x@127.0.0.1:1/news',
      '127.0.0.1:1/news can’t be used: no server listens there',
    ],
    ['no database', () => running().url('missing'), 'there is no such database'],
    [
      'a wrong password',
      () =>
        running()
          .url('postgres')
          .replace(/:[^:@]+@/, ':wrong@'),
      'the password is wrong',
    ],
  ])('of %s says so, without the password', async (_, url, said) => {
    const refused = await open(url()).then(
      () => undefined,
      (error: Error) => error,
    );
    expect(refused).toMatchObject({ name: 'StoreError' });
    expect(refused?.message).toContain(said);
    expect(refused?.message).not.toMatch(/only-on-loopback|wrong@|:x@/);
  });

  it('of an encoding other than UTF8 is refused, also by who only looks at it', async () => {
    await asked(
      running().url('postgres'),
      `CREATE DATABASE opening_latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'`,
    );
    const url = running().url('opening_latin');
    for (const use of [open, lookAtPostgres])
      await expect(use(url)).rejects.toThrow(/\/opening_latin has the encoding LATIN1; Nightdesk needs UTF8/);
    expect(await lookAtPostgres(await fresh())).toMatchObject({ version: running().version });
  });

  it('of a server that is too old is refused with its version and the oldest that works', async () => {
    const server = (version: string) =>
      ({
        query: () => Promise.resolve({ rows: [{ version, encoding: 'UTF8' }] }),
      }) as unknown as pg.Pool;
    await expect(mustFit(server('140013'), 'PostgreSQL at old')).rejects.toThrow(
      'PostgreSQL at old is PostgreSQL 14; Nightdesk needs 15 or later',
    );
    expect(await mustFit(server('150000'), 'PostgreSQL at new')).toBe(15);
  });

  it('says which right a user lacks', async () => {
    const url = await fresh();
    await asked(
      url,
      `CREATE ROLE reader${made} LOGIN PASSWORD 'r'`,
      `REVOKE CREATE ON DATABASE opening_${made} FROM PUBLIC`,
    );
    const reader = url.replace(/\/\/[^@]+@/, `//reader${made}:r@`);
    await expect(open(reader)).rejects.toThrow(/the user lacks a right/);
  });

  it('that has gone away refuses to write, and serves again by itself', async () => {
    const url = await fresh();
    const store = await open(url);
    const write = (name: string) =>
      store.sql.transaction((tx) => tx.run(`INSERT INTO names (name, value) VALUES (?, 1)`, name));
    await write('before');
    // All connections of the desk are ended in the middle of a transaction.
    const cut = store.sql.transaction(async (tx) => {
      await tx.run(`INSERT INTO names (name, value) VALUES ('lost', 1)`);
      await asked(
        url,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
      return tx.run(`INSERT INTO names (name, value) VALUES ('too', 1)`);
    });
    await expect(cut).rejects.toThrow(CannotWrite);
    expect(store.sql.trouble?.en).toContain("can't write now");
    await write('after');
    expect(store.sql.trouble).toBeUndefined();
    expect((await store.sql.all(`SELECT name FROM names ORDER BY name`)).map(({ name }) => name)).toEqual([
      'after',
      'before',
    ]);
    await store.close();
  });

  it('that is lost while it commits is asked what became of that', async () => {
    const { sql, pool, close } = await open(await fresh());
    const write = (name: string, by: Sql = sql) =>
      by.transaction((tx) => tx.run(`INSERT INTO names (name, value) VALUES (?, 1)`, name));
    for (const [name, by] of [
      ['written', sql],
      ['urgent', sql.urgent()],
    ] as const) {
      loseCommit(pool, 'done');
      expect(await write(name, by)).toBe(1);
      expect(sql.trouble).toBeUndefined();
    }
    loseCommit(pool, 'undone');
    await expect(write('undone')).rejects.toThrow(CannotWrite);
    await write('after');
    expect((await sql.all(`SELECT name FROM names ORDER BY name`)).map(({ name }) => name)).toEqual([
      'after',
      'urgent',
      'written',
    ]);
    await close();
  });

  it('that is lost while it commits starts a turn for whoever asked, and gives away a role once', async () => {
    const { sql, pool, close } = await openPostgres({
      url: await fresh(),
      parts: SCHEMAS,
      log: { warn() {} },
    });
    const [{ turns }, leases] = [booksOf(sql), new Leases(sql.urgent())];
    await turns.accept(message('m1'), at(5));
    loseCommit(pool, 'done');
    expect(await turns.start('m1', { nowMs: 6, deadlineMs: 600_000 })).toMatchObject({ kind: 'started' });
    const entered = await leases.enter('desk', 'a', 'a');
    if (!('lease' in entered)) throw new Error('somebody works already');
    loseCommit(pool, 'done');
    expect(await leases.takeRole('schedule', entered.lease)).toBe(true);
    // As if it had not heard of that.
    expect(await leases.takeRole('schedule', entered.lease)).toBe(true);
    await close();
  });
}
