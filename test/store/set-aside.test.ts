import { readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/read-config.ts';
import type { NewJob } from '../../src/cron/job.ts';
import { openEmbedded } from '../../src/main/stores.ts';
import { SYSTEM } from '../../src/sessions/actor.ts';
import { sessionKey } from '../../src/sessions/key.ts';
import { textFor } from '../../src/store/sql/migrations/migration.ts';
import { DESK_MIGRATIONS } from '../../src/store/sql/migrations/desk.ts';
import { readSetAside } from '../../src/store/sqlite/set-aside.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { tempHome } from '../support/temp-home.ts';

const session = sessionKey('console', 'desk');
const origin = { channel: 'console', chatId: 'desk' };
const terms = { nowMs: 1, unified: false };

const CHECKED = ['turns', 'ops', 'runs', 'newsroom_runs'];

function world() {
  const home = tempHome();
  const { config } = readConfig({ NIGHTDESK_HOME: home }, home);
  const logged: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const file = join(home, 'data', 'nightdesk.sqlite3');
  return {
    file,
    aside: config.paths.setAside,
    logged: () => logged.map((line) => JSON.parse(line) as Record<string, unknown>),
    open: () => openEmbedded(config, new FakeClock(), log),
    count: () => {
      const db = new Database(file, { readonly: true });
      const of = (table: string) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
      const counted = Object.fromEntries(CHECKED.map((table) => [table, of(table)]));
      db.close();
      return counted;
    },
    /** What a person does with the database while no desk runs. */
    meddle: (sql: string) => {
      const db = new Database(file);
      db.exec(sql);
      db.close();
    },
  };
}

const job = (
  id: string,
): NewJob & { id: string; createdAtMs: number; updatedAtMs: number; nextRunAtMs: number } => ({
  id,
  name: id,
  enabled: true,
  schedule: { kind: 'every', everyMs: 60_000, anchorMs: 0 },
  sessionTarget: 'isolated',
  wakeMode: 'next-heartbeat',
  payload: { kind: 'agentTurn', message: 'Say hello' },
  createdAtMs: 1,
  updatedAtMs: 1,
  nextRunAtMs: 60_000,
});

describe('a row that can’t be read', () => {
  it.each([
    ['is no JSON', `'{"name":'`, /job is no JSON/],
    ['is a list', `'[]'`, /job is no JSON object/],
    ['has no schedule', `json_remove(job, '$.schedule')`, /schedule is missing/],
    ['has half a schedule', `json_remove(job, '$.schedule.everyMs')`, /schedule.everyMs is missing/],
    ['has a number for its name', `json_set(job, '$.name', 7)`, /name/],
  ])('is set aside when its job %s, and the other jobs stay', async (_, sql, reason) => {
    const { open, meddle, logged, aside, file } = world();
    const stores = open();
    for (const id of ['a', 'bad', 'z']) await stores.jobs.add(job(id));
    stores.close();
    meddle(`UPDATE jobs SET job = ${sql} WHERE id = 'bad'`);

    const again = open();
    expect((await again.jobs.list({ includeDisabled: true })).map(({ id }) => id)).toEqual(['a', 'z']);
    again.close();
    open().close();
    expect(logged()).toMatchObject([{ table: 'jobs', row: 'bad', file: aside, level: 40 }]);
    expect(logged()[0]!['reason']).toMatch(reason);
    expect(readSetAside(aside)).toMatchObject([{ table: 'jobs', key: 'bad' }]);
    const kept = JSON.parse(readFileSync(aside, 'utf8')) as { row: Record<string, unknown> };
    expect(kept.row).toMatchObject({ id: 'bad', next_run_at: 60_000, enabled: 1 });
    expect(existsSync(file)).toBe(true);
  });

  it('of a waiting turn closes its run, and whoever had joined it waits by themselves', async () => {
    const { open, meddle } = world();
    const stores = open();
    const inbound = { session, origin, text: 'hi', actor: SYSTEM, profile: 'chat' } as const;
    const run = {
      jobId: 'j',
      jobName: 'J',
      slotMs: 5,
      trigger: 'schedule',
      quiet: false,
      maxDeferMs: 9,
      history: 'full',
    } as const;
    await stores.jobs.add(job('j'));
    await stores.turns.accept({ ...inbound, id: 'j:5', kind: 'scheduled', run }, terms);
    await stores.turns.accept({ ...inbound, id: 'm1', kind: 'person' }, terms);
    await stores.turns.start('m1', { nowMs: 2, deadlineMs: 99 });
    expect(await stores.turns.accept({ ...inbound, id: 'm2', kind: 'person' }, terms)).toMatchObject({
      kind: 'joined',
    });
    stores.close();
    meddle(`UPDATE turns SET inbound = 'junk' WHERE id IN ('j:5', 'm1')`);

    const again = open();
    expect(await again.jobs.openRun('j')).toBeUndefined();
    expect(await again.jobs.runs('j', 5, false)).toMatchObject([
      { status: 'interrupted', error: expect.stringContaining('could not be read') as string },
    ]);
    await again.turns.recover({ nowMs: 3, personMaxAgeMs: 1_000 });
    expect(await again.turns.waiting(session)).toEqual(['m2']);
    again.close();
  });

  it('leaves what it is part of: a session keeps its name, a message its text', async () => {
    const { open, meddle } = world();
    const stores = open();
    const inbound = { session, origin, text: 'hi', actor: SYSTEM, profile: 'chat' } as const;
    await stores.turns.accept({ ...inbound, id: 'm1', kind: 'person', title: 'The desk' }, terms);
    await stores.notes.add(session, { id: 'n1', text: 'one', by: 'Ann', atMs: 1 });
    await stores.notes.add(session, { id: 'n2', text: 'two', by: 'Ann', atMs: 2 });
    stores.close();
    meddle(`UPDATE sessions SET origin = 'nowhere'; UPDATE notes SET note = 'x' WHERE id = 'n1'`);
    const again = open();
    expect(await again.sessions.list()).toMatchObject([{ key: session, title: 'The desk', origin }]);
    expect(await again.notes.list(session, 3)).toMatchObject([{ id: 'n2' }]);
    again.close();
  });

  it('of a feature leaves what the others keep for the same session', async () => {
    const { open, meddle, logged } = world();
    const stores = open();
    for (const feature of ['bad', 'brief', 'search'])
      await stores.sessionState.set(session, feature, { feature });
    stores.close();
    meddle(`UPDATE session_state SET state = 'junk' WHERE feature = 'bad'`);
    const again = open();
    const states = ['bad', 'brief', 'search'].map((feature) => again.sessionState.get(session, feature));
    expect(await Promise.all(states)).toEqual([undefined, { feature: 'brief' }, { feature: 'search' }]);
    expect(logged()).toMatchObject([{ table: 'session_state', row: `${session} bad` }]);
    again.close();
  });

  it.each([
    ['turns', 'state', 'm1'],
    ['ops', 'state', 'm1/1'],
    ['runs', 'status', 'j:5'],
    ['newsroom_runs', 'state', 'run1'],
  ])('is set aside when its %s has a %s that there is none of', async (table, column, row) => {
    const { open, meddle, logged, aside, count } = world();
    const stores = open();
    const inbound = { session, origin, text: 'hi', actor: SYSTEM, profile: 'chat' } as const;
    for (const id of ['m1', 'm2']) await stores.turns.accept({ ...inbound, id, kind: 'person' }, terms);
    stores.close();
    meddle(`
      INSERT INTO ops (key, lane, state, spec) VALUES
        ('m1/1', 'console:desk', 'held', '{"kind":"post"}'), ('m2/1', 'console:desk', 'held', '{"kind":"post"}');
      INSERT INTO runs (id, job, job_name, session, trigger, status, slot, queued_at, prompt_ref, prompt, variables)
        VALUES ('j:5', 'j', 'J', 'console:desk', 'schedule', 'ok', 5, 5, '{}', '', '{}'),
          ('j:6', 'j', 'J', 'console:desk', 'schedule', 'ok', 6, 6, '{}', '', '{}');
      INSERT INTO newsroom_runs (id, session, state, plan, created_at) VALUES
        ('run1', 'console:desk', 'done', '{}', 1), ('run2', 'console:desk', 'done', '{}', 1);
      PRAGMA ignore_check_constraints = ON;
      UPDATE ${table} SET ${column} = 'cancelled' WHERE ${table === 'ops' ? 'key' : 'id'} = '${row}'`);
    const again = open();
    expect(logged()).toMatchObject([{ table, row, file: aside }]);
    expect(logged()[0]!['reason']).toMatch(new RegExp(`^${column} is 'cancelled', none of `));
    expect(await again.turns.find('m2')).toEqual({ state: 'waiting' });
    again.close();
    expect(count()).toEqual({ turns: 2, ops: 2, runs: 2, newsroom_runs: 2, [table]: 1 });
    expect(readSetAside(aside)).toMatchObject([{ table, key: row }]);
    open().close();
    expect(logged()).toHaveLength(1);
  });

  it('is looked for in every table that refuses values', () => {
    const schema = DESK_MIGRATIONS.map((migration) => textFor('sqlite', migration)).join('');
    const tables = schema.split('CREATE TABLE ').slice(1);
    const checking = tables.filter((table) => table.includes('CHECK')).map((table) => table.split(' ')[0]);
    expect(checking).toEqual(CHECKED);
    for (const table of tables)
      expect(table.split('CHECK').length).toBe(table.split(/CHECK \(\w+ IN\s*\(/).length);
  });
});
