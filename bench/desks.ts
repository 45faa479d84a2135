/**
 * Desks beside each other: very many jobs that are due in the same second, on one, two and four desks with one PostgreSQL,
 * and on one desk with SQLite. Real processes, homes and server; only the model answers at once. The jobs are made once and
 * copied, so all begin with the same rows.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import pg from 'pg';
import { found, startDesk } from '../test/support/desk-process.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import { addJobs } from './cron.ts';
import { ShiftedClock, ZONE, openKernel } from './desk-kernel.ts';
import { percentile, residentMb, withHome } from './figures.ts';
import type { Row } from './row.ts';

const DESK = fileURLToPath(new URL('./instant-desk.js', import.meta.url));
const MOVED_CLOCK = fileURLToPath(new URL('../test/support/moved-clock.js', import.meta.url));
const BIN = fileURLToPath(new URL('../bin/nightdesk.js', import.meta.url));
const SLOT_MS = Date.parse('2027-01-15T07:00:00Z');
/** The sample's, without its feeds and its own jobs. */
const { sample: _, ...given } = JSON.parse(readFileSync('data/editions/sample.json', 'utf8')) as Record<
  string,
  unknown
>;
const EDITION = { ...given, name: 'bench', feeds: [], schedules: [] };
/** A fifth of `cron-burst`, so that all four end within minutes where two cores have the desks and the database. */
const BURST = { jobs: 10_000, sessions: 1_000, slots: 64 };
/** From the start of a desk to the slot, for each of them. */
const AHEAD_MS = 8_000;
/** Each look counts all runs, which costs the server 2 to 6 ms of its processor. */
const LOOK_MS = 250;
/** Between two messages of people during the burst. */
const SPEAK_MS = 100;

export const benchDesks = (): Promise<Row[]> =>
  withHome(async (place) => {
    const home = join(place, 'made');
    mkdirSync(home);
    const kernel = openKernel(home, new ShiftedClock(SLOT_MS - 3_600_000), BURST.slots);
    await addJobs(kernel.cron, BURST);
    await kernel.close();
    const rows: Row[] = [];
    const sqlite = join(place, 'sqlite');
    cpSync(home, sqlite, { recursive: true });
    rows.push(...(await burst('SQLite, 1 desk', [sqlite], {}, () => inSqlite(sqlite))));
    const server = await startPostgres();
    try {
      const env = { NIGHTDESK_HOME: home, PATH: process.env['PATH'] };
      const made = await server.database('made');
      execFileSync(process.execPath, [BIN, 'migrate', '--to', made], { env });
      for (const desks of [1, 2, 4]) {
        const url = await server.database(`desks_${desks}`, 'made');
        const homes = Array.from({ length: desks }, (_, n) => join(place, `postgres-${desks}-${n}`));
        for (const one of homes) mkdirSync(one);
        const what = `PostgreSQL, ${desks} ${desks === 1 ? 'desk' : 'desks'}`;
        rows.push(...(await burst(what, homes, { DATABASE_URL: url }, () => inPostgres(url))));
      }
    } finally {
      await server.stop();
    }
    return rows;
  });

/** How many runs stand in the ledger, and how many of them are done. */
interface Counts {
  count(): Promise<{ recorded: number; done: number }>;
  /** Transactions since the server started, and those of them that were rolled back. */
  transactions?(): Promise<{ all: number; rolledBack: number }>;
  close(): Promise<void>;
}

const COUNT = `SELECT count(*) AS recorded, sum(CASE WHEN status = 'ok' THEN 1 ELSE 0 END) AS done
  FROM runs WHERE job_name LIKE 'Diary %'`;

async function inSqlite(home: string): Promise<Counts> {
  const db = new Database(join(home, 'data', 'nightdesk.sqlite3'), { readonly: true });
  const statement = db.prepare<[], { recorded: number; done: number | null }>(COUNT);
  return {
    count: async () => {
      const { recorded, done } = statement.get()!;
      return { recorded, done: done ?? 0 };
    },
    close: async () => void db.close(),
  };
}

async function inPostgres(url: string): Promise<Counts> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=nightdesk' });
  await client.connect();
  return {
    count: async () => {
      const { rows } = await client.query<{ recorded: string; done: string | null }>(COUNT);
      return { recorded: Number(rows[0]!.recorded), done: Number(rows[0]!.done ?? 0) };
    },
    transactions: async () => {
      const { rows } = await client.query<{ committed: string; rolled: string }>(
        `SELECT xact_commit AS committed, xact_rollback AS rolled FROM pg_stat_database WHERE datname = current_database()`,
      );
      const [committed, rolledBack] = [Number(rows[0]!.committed), Number(rows[0]!.rolled)];
      return { all: committed + rolledBack, rolledBack };
    },
    close: () => client.end(),
  };
}

async function burst(
  what: string,
  homes: readonly string[],
  env: Record<string, string>,
  counting: () => Promise<Counts>,
): Promise<Row[]> {
  for (const home of homes) {
    const editions = join(home, 'data', 'editions');
    mkdirSync(editions, { recursive: true });
    writeFileSync(join(editions, 'bench.json'), JSON.stringify(EDITION));
  }
  const moved = join(homes[0]!, 'moved');
  const aheadMs = SLOT_MS - AHEAD_MS * (1 + homes.length) - Date.now();
  writeFileSync(moved, String(aheadMs));
  const lateMs = () => Date.now() + aheadMs - SLOT_MS;
  const desks = await Promise.all(
    homes.map((home) =>
      startDesk(
        home,
        {
          ...{ LOG_LEVEL: 'warn', NIGHTDESK_CHECK_RESULTS: '', MOVED_CLOCK: moved, ...env },
          NIGHTDESK_MAX_CONCURRENT_RUNS: String(BURST.slots),
          NODE_OPTIONS: `--import=${MOVED_CLOCK}`,
          NIGHTDESK_TZ: ZONE,
          NIGHTDESK_EDITION: 'bench',
        },
        DESK,
      ),
    ),
  );
  if (lateMs() > -2_000) throw new Error('the desks were not ready before the slot');
  const counts = await counting();
  const before = await counts.transactions?.();
  const recorded: { atMs: number; count: number }[] = [];
  const accepted: number[] = [];
  let refused = 0;
  const isDone = () => (recorded.at(-1)?.count ?? 0) >= BURST.jobs && closedMs > 0;
  let closedMs = 0;
  const speaking = (async () => {
    for (let n = 0; !isDone(); n += 1) {
      await new Promise((resolve) => setTimeout(resolve, SPEAK_MS));
      if (lateMs() < 0) continue;
      const begun = performance.now();
      const said = {
        sessionKey: `console:people-${n % 50}`,
        text: 'What is paused?',
        author: { name: 'Ann' },
      };
      await desks[n % desks.length]!.rpc('chat.send', said).catch(() => (refused += 1));
      accepted.push(performance.now() - begun);
    }
  })();
  while (!isDone()) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const { recorded: count, done } = await counts.count();
    recorded.push({ atMs: lateMs(), count });
    if (done >= BURST.jobs) closedMs = lateMs();
    if (lateMs() > 600_000) throw new Error(`only ${done} of ${BURST.jobs} runs were done in ten minutes`);
  }
  await speaking;
  const memory = desks.map(({ child }) => residentMb(child.pid!));
  await found(async () => ((await counts.count()).recorded === BURST.jobs ? true : undefined));
  const after = await counts.transactions?.();
  await counts.close();
  for (const desk of desks) await desk.stop();
  const at = (share: number) => recorded.find(({ count }) => count >= BURST.jobs * share)!.atMs;
  const row = (value: number, unit: string, of: string): Row => ({
    ...{ what: `${what}: ${of}`, value, unit, goal: '' },
  });
  return [
    row(at(0.5), 'ms', `${BURST.jobs} due at once, recorded: p50`),
    row(at(0.99), 'ms', 'p99'),
    row(closedMs, 'ms', 'all closed'),
    row((BURST.jobs / closedMs) * 1_000, '1/s', 'runs a second'),
    row(percentile(accepted, 0.5), 'ms', 'a person’s message accepted meanwhile: p50'),
    row(percentile(accepted, 0.99), 'ms', 'p99'),
    ...(before && after
      ? [
          row(after.all - before.all, '', 'transactions of the database, those of single reads included'),
          row(
            (100 * (after.rolledBack - before.rolledBack)) / (after.all - before.all),
            '%',
            'rolled back of them',
          ),
        ]
      : []),
    row(refused, '', 'refused, because the database had no connection'),
    row(Math.max(...memory), 'MB', 'resident memory of a desk, most'),
  ];
}
