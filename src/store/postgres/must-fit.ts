/** Whether a server of PostgreSQL, and the encoding of a database, are ones that Nightdesk works with. */
import type pg from 'pg';
import { StoreError } from '../store-error.ts';

/** The oldest server version that the SQL is tested on. */
const OLDEST_SERVER = 15;

/**
 * @param where the database, for messages.
 * @returns the server's major version.
 * @throws StoreError `unusable`
 */
export async function mustFit(client: Pick<pg.Pool, 'query'>, where: string): Promise<number> {
  const { rows } = await client.query<{ version: string; encoding: string }>(
    `SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding`,
  );
  const { version = '0', encoding = '' } = rows[0] ?? {};
  const major = Math.floor(Number(version) / 10_000);
  if (major < OLDEST_SERVER)
    throw new StoreError(
      'unusable',
      `${where} is PostgreSQL ${major}; Nightdesk needs ${OLDEST_SERVER} or later`,
    );
  if (encoding !== 'UTF8')
    throw new StoreError(
      'unusable',
      `${where} has the encoding ${encoding}; Nightdesk needs UTF8: CREATE DATABASE … ENCODING 'UTF8'`,
    );
  return major;
}
