import type { Change, CheckpointBook } from '../../newsletter/model/checkpoint-book.ts';
import type { Checkpoint, NewsletterRecord } from '../../newsletter/model/newsletter-record.ts';
import type { GroupCommit } from './group-commit.ts';
import { Statements, json, maybe, number, text } from './statements.ts';
import type { Row } from './statements.ts';

export class SqliteCheckpointBook implements CheckpointBook {
  readonly #commits: GroupCommit;
  readonly #sql: Statements;

  constructor(commits: GroupCommit) {
    this.#commits = commits;
    this.#sql = new Statements(commits.db);
  }

  async find(session: string): Promise<NewsletterRecord | undefined> {
    return this.#find(session);
  }

  async newest(limit: number): Promise<NewsletterRecord[]> {
    const rows = this.#sql.all(`SELECT * FROM newsletters ORDER BY seq DESC LIMIT ?`, limit);
    return rows.map((row) => this.#recordOf(row));
  }

  async open(): Promise<NewsletterRecord[]> {
    const rows = this.#sql.all(
      `SELECT * FROM newsletters WHERE state IN ('running', 'sending') ORDER BY seq`,
    );
    return rows.map((row) => this.#recordOf(row));
  }

  change<T>(session: string, decide: (found: NewsletterRecord | undefined) => Change<T>): Promise<T> {
    return this.#commits.run(() => {
      const { record, issued = [], result } = decide(this.#find(session));
      if (!record) return result;
      this.#keep(record);
      for (const url of issued)
        this.#sql.run(
          `INSERT OR IGNORE INTO newsletter_articles (edition, url, session, at) VALUES (?, ?, ?, ?)`,
          ...[record.edition, url, session, record.updatedAtMs],
        );
      return result;
    });
  }

  async issued(edition: string, except: string): Promise<ReadonlySet<string>> {
    const rows = this.#sql.all(
      `SELECT DISTINCT url FROM newsletter_articles WHERE edition = ? AND session <> ?`,
      ...[edition, except],
    );
    return new Set(rows.map(({ url }) => text(url)));
  }

  #find(session: string): NewsletterRecord | undefined {
    const row = this.#sql.get(`SELECT * FROM newsletters WHERE session = ?`, session);
    return row && this.#recordOf(row);
  }

  #recordOf(row: Row): NewsletterRecord {
    const session = text(row['session']);
    const steps = this.#sql.all(`SELECT * FROM newsletter_steps WHERE session = ?`, session);
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

  #keep({
    session,
    edition,
    state,
    createdAtMs,
    updatedAtMs,
    checkpoints,
    ...terms
  }: NewsletterRecord): void {
    this.#sql.run(
      `INSERT INTO newsletters (session, edition, state, terms, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (session) DO UPDATE SET state = excluded.state, terms = excluded.terms, updated_at = excluded.updated_at`,
      ...[session, edition, state, JSON.stringify(terms), createdAtMs, updatedAtMs],
    );
    this.#sql.run(`DELETE FROM newsletter_steps WHERE session = ?`, session);
    for (const [step, { status, message, counts, startedAtMs, endedAtMs }] of Object.entries(checkpoints))
      this.#sql.run(
        `INSERT INTO newsletter_steps (id, session, step, status, message, counts, started_at, ended_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[`${session}/${step}`, session, step, status, message],
        ...[JSON.stringify(counts), startedAtMs ?? null, endedAtMs ?? null],
      );
  }
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
