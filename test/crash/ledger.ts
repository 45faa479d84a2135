/** What the database and the channel of a home hold, read without a desk. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

export interface Ledger {
  readonly turns: readonly TurnRow[];
  readonly runs: readonly RunRow[];
  readonly ops: readonly OpRow[];
  readonly jobs: readonly JobRow[];
  /** Entries that are not in their file yet: session and entry id. */
  readonly journal: readonly { readonly session: string; readonly entry_id: string }[];
  readonly effects: readonly { readonly turn: string; readonly n: number }[];
  readonly notes: readonly { readonly id: string; readonly text: string }[];
}

export interface TurnRow {
  readonly id: string;
  readonly kind: string;
  readonly session: string;
  readonly state: string;
  readonly joined: string | null;
  readonly starts: number;
  readonly status: string | null;
  readonly summary: string | null;
}

export interface RunRow {
  readonly id: string;
  readonly job: string;
  readonly slot: number;
  readonly status: string;
  readonly queued_at: number;
  readonly started_at: number | null;
  readonly error: string | null;
}

export interface OpRow {
  readonly key: string;
  readonly lane: string;
  readonly turn: string | null;
  readonly state: string;
  readonly text: string | null;
  readonly result: string | null;
}

export interface JobRow {
  readonly id: string;
  readonly name: string;
  readonly enabled: number;
  readonly next_run_at: number | null;
}

/** A message as the channel keeps it: `channel.js`. */
export interface ChannelMessage {
  readonly id: string;
  readonly key: string;
  readonly channel: string;
  readonly text: string;
}

/** @returns nothing when there is no database yet, or one without tables. */
export function readLedger(home: string): Ledger | undefined {
  return inDatabase(home, (rows) => ({
    turns: rows<TurnRow>(
      `SELECT id, kind, session, state, joined, starts, json_extract(ending, '$.status') AS status,
         json_extract(ending, '$.summary') AS summary FROM turns ORDER BY seq`,
    ),
    runs: rows<RunRow>(`SELECT id, job, slot, status, queued_at, started_at, error FROM runs ORDER BY seq`),
    ops: rows<OpRow>(
      `SELECT key, lane, turn, state, json_extract(spec, '$.text') AS text, result FROM ops ORDER BY seq`,
    ),
    jobs: rows<JobRow>(`SELECT id, json_extract(job, '$.name') AS name, enabled, next_run_at FROM jobs`),
    journal: rows<{ session: string; entry_id: string }>(
      `SELECT session, entry_id FROM journal ORDER BY seq`,
    ),
    effects: rows<{ turn: string; n: number }>(`SELECT turn, n FROM effects`),
    notes: rows<{ id: string; text: string }>(`SELECT id, json_extract(note, '$.text') AS text FROM notes`),
  }));
}

/** How much is under way: turns, messages and journal rows that are not done. */
export function underWay(home: string): number {
  const open = `(SELECT count(*) FROM turns WHERE state <> 'closed' OR released = 0)
    + (SELECT count(*) FROM ops WHERE state IN ('held', 'ready', 'sending')) + (SELECT count(*) FROM journal)`;
  return inDatabase(home, (rows) => rows<{ n: number }>(`SELECT ${open} AS n`)[0]!.n) ?? 0;
}

/** How many jobs have a slot that has come and was not dealt with. */
export function overdue(home: string, nowMs: number): number {
  const due = `SELECT count(*) AS n FROM jobs WHERE enabled = 1 AND next_run_at <= ${nowMs}`;
  return inDatabase(home, (rows) => rows<{ n: number }>(due)[0]!.n) ?? 0;
}

export function readChannel(file: string): ChannelMessage[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as ChannelMessage);
}

function inDatabase<T>(home: string, read: (rows: <R>(sql: string) => R[]) => T): T | undefined {
  const file = join(home, 'data', 'nightdesk.sqlite3');
  if (!existsSync(file)) return undefined;
  const db = new Database(file, { readonly: true });
  try {
    if (Number(db.pragma('user_version', { simple: true })) === 0) return undefined;
    return db.transaction(() => read(<R>(sql: string) => db.prepare(sql).all() as R[]))();
  } finally {
    db.close();
  }
}
