/** What a newsroom has written down, read beside its desks: rows of its database, and its transcripts. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';

/** A transcript as it stands: whole lines, and whether a part of one follows. */
export interface Transcript {
  readonly name: string;
  readonly lines: readonly string[];
  readonly isTorn: boolean;
}

export interface Records {
  /** Of a statement that both engines know. */
  rows<R>(sql: string): Promise<R[]>;
  transcripts(): Promise<Transcript[]>;
  close(): Promise<void>;
}

/** Of a home with a database of its own. */
export function recordsOfHome(home: string): Records {
  const file = join(home, 'data', 'nightdesk.sqlite3');
  return {
    rows: async <R>(sql: string) => {
      const db = new Database(file, { readonly: true });
      try {
        return db.prepare(sql).all() as R[];
      } finally {
        db.close();
      }
    },
    transcripts: async () => {
      const folder = join(home, 'sessions');
      const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];
      return names.map((name) => {
        const lines = readFileSync(join(folder, name), 'utf8').split('\n');
        const rest = lines.pop();
        return { name, lines, isTorn: rest !== '' };
      });
    },
    close: async () => {},
  };
}

/** How much is under way, in words; empty for a newsroom at rest. */
export async function restless({ rows }: Records): Promise<string[]> {
  const what = await rows<{ what: string }>(
    `SELECT 'turn ' || id || ' is ' || state AS what FROM turns WHERE state <> 'closed' OR released = 0
     UNION ALL SELECT 'run ' || id || ' is ' || status FROM runs WHERE status IN ('queued', 'deferred', 'running')
     UNION ALL SELECT 'journal of ' || session FROM journal
     UNION ALL SELECT 'message ' || key || ' is ' || state FROM ops WHERE state IN ('held', 'ready', 'sending')
     UNION ALL SELECT 'batch ' || id || ' is ' || state FROM newsroom_runs WHERE state <> 'done'
     UNION ALL SELECT session || ' is ' || state FROM newsletters WHERE state IN ('running', 'sending')`,
  );
  return what.map((row) => row.what);
}

/** How many jobs have a slot that has come and was not dealt with. */
export async function overdue({ rows }: Records, nowMs: number): Promise<number> {
  const [row] = await rows<{ n: number | string }>(
    `SELECT count(*) AS n FROM jobs WHERE enabled = 1 AND next_run_at <= ${nowMs}`,
  );
  return Number(row?.n ?? 0);
}

/** Of a newsroom in PostgreSQL. */
export function recordsOfDatabase(url: string): Records {
  const pool = new pg.Pool({
    connectionString: url,
    options: '-c search_path=nightdesk,nightdesk_shared',
    max: 1,
  });
  pool.on('error', () => {});
  const rows = async <R>(sql: string) => (await pool.query(sql)).rows as R[];
  return {
    rows,
    transcripts: async () => {
      const lines = await rows<{ file: string; line: string }>(
        `SELECT file, line FROM transcript_lines ORDER BY file, start`,
      );
      const files = new Map<string, string[]>();
      for (const { file, line } of lines) files.set(file, [...(files.get(file) ?? []), line]);
      return [...files].map(([name, of]) => ({ name, lines: of, isTorn: false }));
    },
    close: () => pool.end(),
  };
}
