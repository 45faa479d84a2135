import { expect, it, onTestFinished } from 'vitest';
import { CannotWrite } from '../../src/sessions/cannot-write.ts';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import type { Migration } from '../../src/store/sql/migrations/migration.ts';
import { cableTo } from '../support/cable.ts';
import type { PostgresServer } from '../support/postgres-server.ts';

const TABLE = 'CREATE TABLE names (name TEXT PRIMARY KEY) STRICT;';
const SILENCE_MS = 1_000;

/** A server of which nothing is heard any more, while nobody says that the connection is gone. */
export function describeSilence(running: () => PostgresServer): void {
  let made = 0;
  const open = (url: string, migrations: readonly Migration[]) =>
    openPostgres({
      ...{ url, silenceMs: SILENCE_MS, log: { warn() {} } },
      parts: [{ schema: 'nightdesk', migrations }],
    });

  it('is given up, with what waits for it, and serves again once it is reached', async () => {
    const url = new URL(await running().database(`silent_${(made += 1)}`));
    const cable = await cableTo(url.hostname, Number(url.port));
    onTestFinished(() => cable.close());
    url.port = String(cable.port);
    const store = await open(url.href, [TABLE]);
    const write = (name: string) =>
      store.sql.transaction((tx) => tx.run(`INSERT INTO names (name) VALUES (?)`, name));
    const names = async () =>
      (await store.sql.all(`SELECT name FROM names ORDER BY name`)).map(({ name }) => name);
    await write('before');
    cable.pull('silent');
    const waiting = await Promise.allSettled([names(), write('lost')]);
    for (const one of waiting)
      expect(one).toMatchObject({ status: 'rejected', reason: expect.any(CannotWrite) as CannotWrite });
    expect(store.sql.trouble).toBeDefined();
    cable.plug();
    await expect.poll(() => write('after').then(() => true, () => false)).toBe(true); // prettier-ignore
    expect(await names()).toEqual(['after', 'before']);
    await store.close();
  });

  it('may take as long as it needs for a change of the schema', async () => {
    const url = await running().database(`silent_${(made += 1)}`);
    const slow = `${TABLE} SELECT pg_sleep(${(2 * SILENCE_MS) / 1_000});`;
    const store = await open(url, [slow]);
    expect(await store.sql.all(`SELECT name FROM names`)).toEqual([]);
    await store.sql.forget();
    await store.close();
  });
}
