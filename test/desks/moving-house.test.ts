/** A newsroom that moves to PostgreSQL and back: real desks, a real server, the command that people use. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { found, startDesk } from '../support/desk-process.ts';
import { startPostgres } from '../support/postgres-server.ts';
import type { PostgresServer } from '../support/postgres-server.ts';
import { fillHome, filledStories } from '../support/spoiled-home.ts';
import { tempHome } from '../support/temp-home.ts';

const BIN = fileURLToPath(new URL('../../bin/nightdesk.js', import.meta.url));

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

/** A command, to its end. */
const nightdesk = (args: readonly string[], env: Record<string, string>) =>
  new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      [BIN, ...args],
      { env: { PATH: process.env['PATH'], ...env } },
      (error, out, err) => resolve({ code: error?.code ?? 0, out, err }),
    );
  });

type Desk = Awaited<ReturnType<typeof startDesk>>;
interface Session {
  readonly key: string;
  readonly entries: number;
}

const sessionsOf = async (desk: Desk) =>
  (await desk.rpc<{ sessions: Session[] }>('sessions.list')).sessions.map(({ key, entries }) => ({
    key,
    entries,
  }));
const jobsOf = async (desk: Desk) =>
  (await desk.rpc<{ jobs: { id: string; name: string }[] }>('cron.list')).jobs.map(({ id, name }) => ({
    id,
    name,
  }));
const transcripts = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );

/** Job files and pictures, by their paths. */
const jobFiles = (home: string) => {
  const root = join(home, 'data', 'newsroom', 'jobs');
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(
    names
      .filter((name) => /\.\w+$/.test(name))
      .map((name) => [name, readFileSync(join(root, name)).toString('base64')]),
  );
};

it('goes to PostgreSQL and back with every job, run, story and word, and works in each place', async () => {
  const url = await server.database('moving');
  const home = tempHome();
  const env = { NIGHTDESK_HOME: home };
  const first = await startDesk(home);
  await found(async () => {
    const request = { key: 'console:desk', limit: 50 };
    const { entries } = await first.rpc<{ entries: { content: string }[] }>('sessions.history', request);
    return entries.some(({ content }) => content.includes('5 of 5 stories')) || undefined;
  });
  await first.stop();
  const skip = { NIGHTDESK_SKIP_CRON: '1' };
  const still = await startDesk(home, skip);
  const [sessions, jobs] = [await sessionsOf(still), await jobsOf(still)];
  expect((await nightdesk(['migrate', '--to', url], env)).err).toMatch(/another desk .* runs on this home/);
  await still.stop();
  const words = transcripts(join(home, 'sessions'));
  const files = jobFiles(home);
  expect(Object.keys(files).filter((name) => name.endsWith('.png')).length).toBeGreaterThanOrEqual(5);

  const there = await nightdesk(['migrate', '--to', url, '--json'], env);
  expect(there).toMatchObject({ code: 0, err: '' });
  const moved = JSON.parse(there.out) as {
    tables: { table: string; rows: number; sha256: string }[];
    transcripts: number;
    files: number;
  };
  expect(moved.files).toBe(Object.keys(files).length);
  expect(moved.transcripts).toBe(Object.keys(words).length);
  expect(moved.tables.find(({ table }) => table === 'jobs')?.rows).toBe(jobs.length);
  expect(existsSync(join(home, 'data', 'nightdesk.sqlite3'))).toBe(false);

  const exported = join(tempHome(), 'words');
  expect((await nightdesk(['sessions', 'export', exported], { ...env, DATABASE_URL: url })).code).toBe(0);
  expect(transcripts(exported)).toEqual(words);
  expect(jobFiles(exported)).toEqual(files);

  const shared = await startDesk(home, { ...skip, DATABASE_URL: url });
  expect(await sessionsOf(shared)).toEqual(sessions);
  expect(await jobsOf(shared)).toEqual(jobs);
  await shared.rpc('chat.send', {
    sessionKey: 'console:desk',
    text: 'are you there?',
    author: { name: 'Ann' },
  });
  await found(async () => {
    const grown = (await sessionsOf(shared)).find(({ key }) => key === 'console:desk')!;
    return grown.entries >= sessions.find(({ key }) => key === 'console:desk')!.entries + 2 || undefined;
  });
  const after = await sessionsOf(shared);
  await shared.stop();

  const again = await nightdesk(['migrate', '--to', url], { NIGHTDESK_HOME: home });
  expect(again.err).toMatch(/was moved to PostgreSQL, its former data are in .*moved-/);
  const back = tempHome();
  const file = join(back, 'data', 'nightdesk.sqlite3');
  expect(await nightdesk(['migrate', '--to', file], { ...env, DATABASE_URL: url })).toMatchObject({
    code: 0,
  });
  expect((await nightdesk(['migrate', '--to', file], { ...env, DATABASE_URL: url })).err).toMatch(
    /is there already/,
  );
  expect(jobFiles(back)).toEqual(files);
  const last = await startDesk(back, skip);
  expect(await sessionsOf(last)).toEqual(after);
  expect(await jobsOf(last)).toEqual(jobs);
  expect((await last.stop()).code).toBe(0);
});

it('is refused with what is allowed, and nothing is changed', async () => {
  const url = await server.database('refused');
  const home = tempHome();
  const env = { NIGHTDESK_HOME: home };
  const refused = async (to: string, more: Record<string, string> = {}) =>
    (await nightdesk(['migrate', '--to', to], { ...env, ...more })).err;
  expect(await refused(url)).toMatch(/nothing to move: .*nightdesk.sqlite3 is missing/);
  expect(await refused('/tmp/elsewhere.sqlite3')).toMatch(/DATABASE_URL is not set/);
  expect(await refused('/tmp/elsewhere.sqlite3', { DATABASE_URL: url })).toMatch(
    /is no home’s database|is no home's database; allowed: <home>\/data\/nightdesk.sqlite3/,
  );
  await (await startDesk(home)).stop();
  const busy = await startDesk(tempHome(), { DATABASE_URL: url });
  expect(await refused(url)).toMatch(/worked on by desk \d+@/);
  await busy.stop();
  expect(await refused(url)).toMatch(/the database has a newsroom already .*nothing was moved/);
  await (await startDesk(home)).stop();
});

it('moves more than fits into memory, there and back', async () => {
  const url = await server.database('large');
  const [home, back] = [tempHome(), tempHome()];
  fillHome(home);
  const small = { NIGHTDESK_HOME: home, NODE_OPTIONS: '--max-old-space-size=96' };
  expect(await nightdesk(['migrate', '--to', url], small)).toMatchObject({ code: 0, err: '' });
  const there = { ...small, NIGHTDESK_HOME: back, DATABASE_URL: url };
  const file = join(back, 'data', 'nightdesk.sqlite3');
  expect(await nightdesk(['migrate', '--to', file], there)).toMatchObject({ code: 0, err: '' });
  expect(filledStories(back)).toBe(1_000);
});
