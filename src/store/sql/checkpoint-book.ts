import type { Change, CheckpointBook } from '../../newsletter/model/checkpoint-book.ts';
import type { Checkpoint, NewsletterRecord } from '../../newsletter/model/newsletter-record.ts';
import type { Reads, Row, Sql, Transaction } from './sql.ts';
import { putTasks } from './task-rows.ts';
import { json, maybe, number, places, text } from './values.ts';

export class SqlCheckpointBook implements CheckpointBook {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async find(session: string): Promise<NewsletterRecord | undefined> {
    return this.#sql.snapshot((reads) => find(reads, session));
  }

  async newest(limit: number): Promise<NewsletterRecord[]> {
    return this.#sql.snapshot(async (reads) =>
      recordsOf(reads, await reads.all(`SELECT * FROM newsletters ORDER BY seq DESC LIMIT ?`, limit)),
    );
  }

  async open(): Promise<NewsletterRecord[]> {
    return this.#sql.snapshot(async (reads) =>
      recordsOf(
        reads,
        await reads.all(`SELECT * FROM newsletters WHERE state IN ('running', 'sending') ORDER BY seq`),
      ),
    );
  }

  change<T>(session: string, decide: (found: NewsletterRecord | undefined) => Change<T>): Promise<T> {
    return this.#sql.transaction(async (tx) => {
      const { record, issued = [], tasks = [], result } = decide(await find(tx, session));
      if (!record) return result;
      await keep(tx, record);
      for (const url of issued)
        await tx.run(
          `INSERT INTO newsletter_articles (edition, url, session, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
          ...[record.edition, url, session, record.updatedAtMs],
        );
      await putTasks(tx, tasks);
      return result;
    });
  }

  async issued(edition: string, except: string): Promise<ReadonlySet<string>> {
    const rows = await this.#sql.all(
      `SELECT DISTINCT url FROM newsletter_articles WHERE edition = ? AND session <> ?`,
      ...[edition, except],
    );
    return new Set(rows.map(({ url }) => text(url)));
  }

  async hasIssued(session: string): Promise<boolean> {
    const row = await this.#sql.get(`SELECT url FROM newsletter_articles WHERE session = ? LIMIT 1`, session);
    return row !== undefined;
  }

  drop({ states, beforeMs, most }: Parameters<CheckpointBook['drop']>[0]): Promise<number> {
    return this.#sql.transaction(async (tx) => {
      const rows = await tx.all(
        `SELECT session FROM newsletters WHERE state IN (${places(states)}) AND updated_at < ? ORDER BY seq LIMIT ?`,
        ...[...states, beforeMs, most],
      );
      for (const { session } of rows)
        for (const table of ['newsletter_mails', 'newsletter_steps', 'newsletters'])
          await tx.run(`DELETE FROM ${table} WHERE session = ?`, text(session));
      return rows.length;
    });
  }
}

async function find(reads: Reads, session: string): Promise<NewsletterRecord | undefined> {
  const row = await reads.get(`SELECT * FROM newsletters WHERE session = ?`, session);
  return row && recordOf(reads, row);
}

async function recordsOf(reads: Reads, rows: readonly Row[]): Promise<NewsletterRecord[]> {
  const records: NewsletterRecord[] = [];
  for (const row of rows) records.push(await recordOf(reads, row));
  return records;
}

async function recordOf(reads: Reads, row: Row): Promise<NewsletterRecord> {
  const session = text(row['session']);
  const steps = await reads.all(`SELECT * FROM newsletter_steps WHERE session = ?`, session);
  return {
    ...json<Omit<NewsletterRecord, 'session' | 'edition' | 'state'>>(row['terms']),
    session,
    edition: text(row['edition']),
    state: text(row['state']) as NewsletterRecord['state'],
    createdAtMs: number(row['created_at']),
    updatedAtMs: number(row['updated_at']),
    checkpoints: Object.fromEntries(steps.map((step) => [text(step['step']), checkpointOf(step)])),
  };
}

async function keep(
  tx: Transaction,
  { session, edition, state, createdAtMs, updatedAtMs, checkpoints, ...terms }: NewsletterRecord,
): Promise<void> {
  await tx.run(
    `INSERT INTO newsletters (session, edition, state, terms, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (session) DO UPDATE SET state = excluded.state, terms = excluded.terms, updated_at = excluded.updated_at`,
    ...[session, edition, state, JSON.stringify(terms), createdAtMs, updatedAtMs],
  );
  await tx.run(`DELETE FROM newsletter_steps WHERE session = ?`, session);
  for (const [step, { status, message, counts, startedAtMs, endedAtMs }] of Object.entries(checkpoints))
    await tx.run(
      `INSERT INTO newsletter_steps (id, session, step, status, message, counts, started_at, ended_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[`${session}/${step}`, session, step, status, message],
      ...[JSON.stringify(counts), startedAtMs ?? null, endedAtMs ?? null],
    );
}

function checkpointOf(row: Row): Checkpoint {
  const startedAtMs = maybe(row['started_at'], number);
  const endedAtMs = maybe(row['ended_at'], number);
  return {
    status: text(row['status']) as Checkpoint['status'],
    message: text(row['message']),
    counts: json<Checkpoint['counts']>(row['counts']),
    ...(startedAtMs !== undefined && { startedAtMs }),
    ...(endedAtMs !== undefined && { endedAtMs }),
  };
}
