import type { DecideMail, MailBook, MailRecord, MailState } from '../../newsletter/mail/mail-book.ts';
import type { Row, Sql } from './sql.ts';
import { maybe, number, text } from './values.ts';

export class SqlMailBook implements MailBook {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async list(session: string): Promise<MailRecord[]> {
    const rows = await this.#sql.all(
      `SELECT * FROM newsletter_mails WHERE session = ? ORDER BY recipient`,
      session,
    );
    return rows.map(mailRecord);
  }

  change(session: string, recipient: string, decide: DecideMail): Promise<MailRecord | undefined> {
    return this.#sql.transaction(async (tx) => {
      const row = await tx.get(
        `SELECT * FROM newsletter_mails WHERE session = ? AND recipient = ?`,
        session,
        recipient,
      );
      const decided = decide(row && mailRecord(row));
      if (decided !== undefined)
        await tx.run(
          `INSERT INTO newsletter_mails (session, recipient, state, attempts, at, words) VALUES (?, ?, ?, ?, ?, ?)
           ON CONFLICT (session, recipient) DO UPDATE
           SET state = excluded.state, attempts = excluded.attempts, at = excluded.at, words = excluded.words`,
          session,
          recipient,
          decided.state,
          decided.attempts,
          decided.atMs,
          decided.words ?? null,
        );
      return decided;
    });
  }
}

function mailRecord(row: Row): MailRecord {
  const words = maybe(row['words'], text);
  return {
    session: text(row['session']),
    recipient: text(row['recipient']),
    state: text(row['state']) as MailState,
    attempts: number(row['attempts']),
    atMs: number(row['at']),
    ...(words !== undefined && { words }),
  };
}
