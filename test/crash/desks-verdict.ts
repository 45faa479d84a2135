/** What must hold of a newsroom in PostgreSQL whose desks were killed: nothing is lost, nothing there twice, nothing stuck. */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { parseEntry } from '../../src/sessions/entry.ts';
import type { Entry } from '../../src/sessions/entry.ts';
import { misclosed } from './closures.ts';
import { misdelivered } from './deliveries.ts';
import type { Traffic } from './desks-traffic.ts';
import { readChannel } from './ledger.ts';
import type { JobRow, Ledger, OpRow, RunRow, TurnRow } from './ledger.ts';
import { lostMessages, misremembered, unanswered } from './messages.ts';
import { unaccounted } from './slots.ts';

/** @returns what had not come to its end in time. */
export async function restlessAfter(pool: pg.Pool, ms: number, sql: string): Promise<string[]> {
  const until = performance.now() + ms;
  for (;;) {
    const { rows } = await pool.query<{ what: string }>(sql);
    if (rows.length === 0 || performance.now() > until) return rows.map(({ what }) => `stuck: ${what}`);
    await pause(500);
  }
}

/** Jobs with one slot that has not come to a run. */
export const ONCE_DUE = `SELECT 'job ' || id || ' is still due' AS what FROM jobs
  WHERE enabled = 1 AND next_run_at IS NOT NULL AND job::jsonb -> 'schedule' ->> 'kind' = 'at'`;

/** What is under way when nothing begins any more. */
export const UNDER_WAY = `
  SELECT 'turn ' || id || ' is ' || state || ' at ' || coalesce(desk, 'nobody') AS what FROM turns
    WHERE state <> 'closed' OR released = 0
  UNION ALL SELECT 'run ' || id || ' is ' || status FROM runs WHERE status IN ('queued', 'deferred', 'running')
  UNION ALL SELECT 'journal of ' || session FROM journal
  UNION ALL SELECT 'op ' || key || ' is ' || state FROM ops WHERE state <> 'sent'`;

/** Of a newsroom at rest. */
export async function judgeNewsroom(pool: pg.Pool, traffic: Traffic, channel: string): Promise<string[]> {
  const ledger = await readSharedLedger(pool);
  const { wrong, chronicle } = await readTranscripts(pool);
  const { acknowledged, jobs, shown } = traffic;
  const ranTwice = new Map<string, number>();
  for (const { job, slot, error } of ledger.runs)
    if (error?.startsWith('missed:') !== true)
      ranTwice.set(`${job} of ${slot}`, (ranTwice.get(`${job} of ${slot}`) ?? 0) + 1);
  for (const [run, times] of ranTwice) if (times > 1) wrong.push(`the job ${run} ran ${times} times`);
  const next = new Map(ledger.jobs.map(({ id, next_run_at }) => [id, next_run_at]));
  const runsOf = new Map<string, RunRow[]>();
  for (const run of ledger.runs) runsOf.set(run.job, [...(runsOf.get(run.job) ?? []), run]);
  for (const job of jobs) {
    wrong.push(...unaccounted(job, runsOf.get(job.id) ?? [], next.get(job.id) ?? null));
    if (!next.has(job.id) && !job.deleteAfterRun) wrong.push(`the job ${job.name} is lost`);
  }
  for (const { session, ids } of shown) {
    const places = ids.map((id) => chronicle.place(session, id) ?? -1);
    if (places.some((place, n) => place === -1 || place <= (places[n - 1] ?? -1)))
      wrong.push(`${session}: what was shown is gone or in another order: ${ids.join(', ')}`);
  }
  return [
    ...wrong,
    ...lostMessages(ledger, acknowledged, chronicle),
    ...misclosed(ledger, chronicle),
    ...misremembered(ledger, acknowledged),
    ...unanswered(ledger),
    ...misdelivered(ledger, readChannel(channel)),
  ];
}

async function readSharedLedger(pool: pg.Pool): Promise<Ledger> {
  const rows = async <T extends object>(sql: string) => (await pool.query<T>(sql)).rows;
  return {
    turns: await rows<TurnRow>(
      `SELECT id, kind, session, state, joined, starts, ending::jsonb ->> 'status' AS status,
         ending::jsonb ->> 'summary' AS summary FROM turns ORDER BY seq`,
    ),
    runs: await rows<RunRow>(
      `SELECT id, job, slot, status, queued_at, started_at, error FROM runs ORDER BY seq`,
    ),
    ops: await rows<OpRow>(
      `SELECT key, lane, turn, state, spec::jsonb ->> 'text' AS text, result FROM ops ORDER BY seq`,
    ),
    jobs: await rows<JobRow>(`SELECT id, job::jsonb ->> 'name' AS name, enabled, next_run_at FROM jobs`),
    journal: await rows<{ session: string; entry_id: string }>(`SELECT session, entry_id FROM journal`),
    effects: await rows<{ turn: string; n: number }>(`SELECT turn, n FROM effects`),
    notes: await rows<{ id: string; text: string }>(`SELECT id, note::jsonb ->> 'text' AS text FROM notes`),
  };
}

/** Transcripts as rows, and what is wrong with their lines. */
async function readTranscripts(pool: pg.Pool) {
  const wrong: string[] = [];
  const { rows } = await pool.query<{ session: string; line: string }>(
    `SELECT session, line FROM transcript_lines JOIN transcript_files ON name = file
     WHERE entry IS NOT NULL ORDER BY file, start`,
  );
  const books = new Map<string, { entries: Entry[]; places: Map<string, number> }>();
  for (const { session, line } of rows) {
    const book = books.get(session) ?? { entries: [], places: new Map<string, number>() };
    books.set(session, book);
    const entry = parseEntry(line);
    if (!entry) wrong.push(`${session}: a line is no entry: ${line.slice(0, 120)}`);
    else if (book.places.has(entry.id)) wrong.push(`${session}: the entry ${entry.id} stands there twice`);
    else book.places.set(entry.id, book.entries.push(entry) - 1);
  }
  const chronicle = {
    sessions: () => [...books.keys()],
    entries: (session: string) => books.get(session)?.entries ?? [],
    place: (session: string, id: string) => books.get(session)?.places.get(id),
  };
  return { wrong, chronicle };
}
