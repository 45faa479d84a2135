import type { DecideMail, MailBook, MailRecord, MailState } from '../../newsletter/mail/mail-book.ts';
import type { GroupCommit } from './group-commit.ts';
import { Statements, maybe, number, text } from './statements.ts';
import type { Row } from './statements.ts';

export class SqliteMailBook implements MailBook {
  readonly #commits: GroupCommit;
  readonly #sql: Statements;

  constructor(commits: GroupCommit) {
    this.#commits = commits;
    this.#sql = new Statements(commits.db);
  }

  async list(session: string): Promise<MailRecord[]> {
    return this.#sql
      .all(`SELECT * FROM newsletter_mails WHERE session = ? ORDER BY recipient`, session)
      .map(mailRecord);
  }

  change(session: string, recipient: string, decide: DecideMail): Promise<MailRecord | undefined> {
    return this.#commits.run(() => {
      const row = this.#sql.get(
        `SELECT * FROM newsletter_mails WHERE session = ? AND recipient = ?`,
        session,
        recipient,
      );
      const decided = decide(row && mailRecord(row));
      if (decided !== undefined)
        this.#sql.run(
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
