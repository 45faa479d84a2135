import pg from 'pg';

/** As if a command worked on a newsroom in PostgreSQL for ten minutes. @returns ends it. */
export async function holdNewsroom(url: string, owner: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=nightdesk_shared' });
  await client.connect();
  const now = `floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;
  await client.query(
    `INSERT INTO leases (role, token, owner, taken_at, renewed_at) VALUES ('command:x', 1, $1, ${now}, ${now} + 600000)`,
    [owner],
  );
  return () => client.end();
}
