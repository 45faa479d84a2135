import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { pathsOf } from '../../src/config/paths.ts';
import type { Entry } from '../../src/sessions/entry.ts';
import { sessionKey, transcriptName } from '../../src/sessions/key.ts';
import { moveToFile, moveToPostgres } from '../../src/store/move/move-home.ts';
import { Leases } from '../../src/store/postgres/leases.ts';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import { SCHEMAS } from '../../src/store/postgres/shared-home.ts';
import { SqlTranscripts } from '../../src/store/sql/transcripts.ts';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { openPool } from '../../src/store/sqlite/open-pool.ts';
import { FakeClock, eventually } from '../support/fake-clock.ts';
import type { PostgresServer } from '../support/postgres-server.ts';
import { tempHome } from '../support/temp-home.ts';
import { place } from './given-links.ts';

/** A newsroom that moves while desks want to begin. */
export function describeMovingHome(running: () => PostgresServer): void {
  let made = 0;

  /** A move that somebody keeps waiting in the middle. */
  async function heldUp(way: 'to PostgreSQL' | 'to a file') {
    const url = await running().database(`moving_${(made += 1)}`);
    const { sql, close } = await openPostgres({ url, parts: SCHEMAS, log: { warn() {} } });
    onTestFinished(close);
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query(`BEGIN; LOCK TABLE nightdesk_shared.transcript_files`);
    const home = tempHome();
    const paths = { ...pathsOf(home), home };
    if (way === 'to PostgreSQL') openDatabase(paths.database, '1').close();
    const clock = new FakeClock();
    const terms = { url, paths, stamp: '1', clock, log: { warn() {} } };
    const moving = (way === 'to PostgreSQL' ? moveToPostgres : moveToFile)(terms);
    moving.catch(() => {}); // looked at below
    const leases = new Leases(sql.urgent());
    await eventually(async () => (await leases.held()).length === 1);
    await eventually(
      async () => (await other.query(`SELECT 1 FROM pg_locks WHERE NOT granted`)).rowCount === 1,
    );
    return {
      ...{ moving, clock, leases, paths, sql },
      /** As if nothing had been heard of it for so long. */
      silent: (ms: number) =>
        sql.urgent().transaction((tx) => tx.run(`UPDATE leases SET renewed_at = renewed_at - ?`, ms)),
      goOn: () => other.end(),
    };
  }

  it.each(['to PostgreSQL', 'to a file'] as const)(
    'keeps desks away while it moves %s, however long that takes',
    async (way) => {
      const { moving, clock, leases, paths, silent, goOn } = await heldUp(way);
      // Together longer than a lease lasts, each far from it: the database's clock goes on meanwhile.
      await silent(6_000);
      await clock.advance(3_000);
      await eventually(async () => (await leases.held())[0]!.silentMs < 5_000);
      await silent(6_000);
      expect(await leases.enter('desk', 'a', 'a')).toHaveProperty('held');
      await goOn();
      await moving;
      expect(await leases.held()).toEqual([]);
      expect(existsSync(paths.database)).toBe(way === 'to a file');
    },
  );

  it.each(['to PostgreSQL', 'to a file'] as const)(
    'moves nothing %s where a desk has begun meanwhile',
    async (way) => {
      const { moving, leases, paths, sql, silent, goOn } = await heldUp(way);
      await silent(10_000);
      expect(await leases.enter('desk', 'a', 'a')).toMatchObject({ isFirst: true });
      await goOn();
      await expect(moving).rejects.toMatchObject({
        name: 'StoreError',
        message: expect.stringContaining('nothing was moved') as string,
      });
      expect(existsSync(paths.database)).toBe(way === 'to PostgreSQL');
      expect(await sql.all(`SELECT * FROM desk`)).toEqual([]);
    },
  );

  it('moves transcripts whose first line can’t be read', async () => {
    const url = await running().database(`moving_${(made += 1)}`);
    const home = tempHome();
    const paths = { ...pathsOf(home), home };
    openDatabase(paths.database, '1').close();
    const told: Entry = { v: 1, id: 'turn:1', ts: 1, role: 'user', content: 'Does the ferry sail?' };
    const session = sessionKey('discord', '42');
    const file = transcriptName(session);
    mkdirSync(join(paths.sessions, 'archive'), { recursive: true });
    for (const [name, header] of [
      [file, '{"key":"disc'],
      [transcriptName(sessionKey('console', 'A')), '[]'],
      [`archive/2026-11-29T11-40-39.000Z-${file}`, 'null'],
    ] as const)
      writeFileSync(join(paths.sessions, name), `${header}\n${JSON.stringify(told)}\n`);
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const moved = await moveToPostgres({ url, paths, stamp: '1', clock: new FakeClock(), log });
    expect(moved.transcripts).toBe(3);
    const { sql, close } = await openPostgres({ url, parts: SCHEMAS, log });
    onTestFinished(close);
    expect(await new SqlTranscripts(sql).tail(session, 9)).toEqual([told]);
    const sessions = await sql.all(`SELECT session FROM transcript_files ORDER BY session`);
    expect(sessions).toEqual(['console:A', session, session].map((one) => ({ session: one })));
  });

  it('moves events with the later ones that stand above them', async () => {
    const url = await running().database(`moving_${(made += 1)}`);
    const home = tempHome();
    const paths = { ...pathsOf(home), home };
    openDatabase(paths.database, '1').close();
    const clock = new FakeClock();
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const pool = openPool({ path: paths.newsPool, clock, log });
    const early = await place({ pool, clock }, 'early');
    const child = await place({ pool, clock }, 'child', { parent: early });
    let into = early;
    for (let n = 0; n < 50; n++) into = await place({ pool, clock }, n);
    await pool.book.merge({ into, from: [early], by: 'editor Ann', why: 'one', atMs: clock.now() });
    await pool.close();
    await moveToPostgres({ url, paths, stamp: '1', clock, log });
    const { sql, close } = await openPostgres({ url, parts: SCHEMAS, log });
    onTestFinished(close);
    const above = await sql.get(`SELECT parent_event_id AS id FROM events WHERE id = ?`, child);
    expect(Number(above?.['id'])).toBe(into);
    const orphan = sql.transaction((tx) =>
      tx.run(`UPDATE events SET parent_event_id = 999 WHERE id = ?`, child),
    );
    await expect(orphan).rejects.toThrow('foreign key');
  });
}
