/**
 * The same tests over PostgreSQL: with `NIGHTDESK_TEST_ON=postgres` a desk that `desk-process.ts` starts has a database for
 * its home, on a server that is started once for all files.
 */
import { createHash } from 'node:crypto';
import pg from 'pg';
import { startPostgres } from './postgres-server.ts';

const SERVER = 'NIGHTDESK_TEST_SERVER';
const ALREADY_THERE = '42P04';

/** Vitest's global setup. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['NIGHTDESK_TEST_ON'] !== 'postgres') return undefined;
  const server = await startPostgres();
  process.env[SERVER] = server.url('postgres');
  return () => server.stop();
}

const made = new Map<string, Promise<string>>();

/** The settings that a desk on this home has besides its own: none where tests run on SQLite. */
export async function databaseOf(home: string): Promise<{ DATABASE_URL?: string }> {
  const server = process.env[SERVER];
  if (server === undefined) return {};
  const url = made.get(home) ?? makeDatabase(server, home);
  made.set(home, url);
  return { DATABASE_URL: await url };
}

async function makeDatabase(server: string, home: string): Promise<string> {
  const name = `home_${createHash('sha256').update(home).digest('hex').slice(0, 16)}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${name}`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== ALREADY_THERE) throw error;
  } finally {
    await client.end();
  }
  const url = new URL(server);
  url.pathname = name;
  return url.href;
}
