import pg from 'pg';
import { expect, it } from 'vitest';
import { CannotWrite } from '../../src/sessions/cannot-write.ts';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import type { Migration } from '../../src/store/sql/migrations/migration.ts';
import type { PostgresServer } from '../support/postgres-server.ts';

const TABLE = 'CREATE TABLE names (name TEXT PRIMARY KEY, value INTEGER) STRICT;';

async function asked(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** What a database must be, and what is said of one that is not. */
export function describeOpening(running: () => PostgresServer): void {
  let made = 0;
  const fresh = () => running().database(`opening_${(made += 1)}`);
  const open = (url: string, migrations: readonly Migration[] = [TABLE]) =>
    openPostgres({ url, parts: [{ schema: 'nightdesk', migrations }], log: { warn() {} } });

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
}
