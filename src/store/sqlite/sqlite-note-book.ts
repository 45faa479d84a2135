import type { SessionKey } from '../../sessions/key.ts';
import type { NoteBook } from '../../sessions/note-book.ts';
import type { Note } from '../../sessions/note.ts';
import type { EffectMark } from '../../sessions/turn-book.ts';
import { markEffect } from './effects.ts';
import type { GroupCommit } from './group-commit.ts';
import { Statements, json } from './statements.ts';

export class SqliteNoteBook implements NoteBook {
  readonly #commits: GroupCommit;
  readonly #sql: Statements;

  constructor(commits: GroupCommit) {
    this.#commits = commits;
    this.#sql = new Statements(commits.db);
  }

  add(session: SessionKey, note: Note, mark?: EffectMark): Promise<void> {
    return this.#commits.run(() => {
      markEffect(this.#sql, mark);
      this.#sql.run(
        `INSERT INTO notes (id, session, note, until, at) VALUES (?, ?, ?, ?, ?)`,
        note.id,
        session,
        JSON.stringify(note),
        note.untilMs ?? null,
        note.atMs,
      );
    });
  }

  async list(session: SessionKey, nowMs: number): Promise<Note[]> {
    const rows = this.#sql.all(
      `SELECT note FROM notes WHERE session = ? AND (until IS NULL OR until > ?) ORDER BY at, id`,
      session,
      nowMs,
    );
    return rows.map((row) => json<Note>(row['note']));
  }

  remove(session: SessionKey, id: string, mark?: EffectMark): Promise<Note | undefined> {
    return this.#commits.run(() => {
      markEffect(this.#sql, mark);
      const row = this.#sql.get(`SELECT note FROM notes WHERE session = ? AND id = ?`, session, id);
      this.#sql.run(`DELETE FROM notes WHERE session = ? AND id = ?`, session, id);
      return row && json<Note>(row['note']);
    });
  }
}
