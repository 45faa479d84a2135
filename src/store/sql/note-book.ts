import type { SessionKey } from '../../sessions/key.ts';
import type { NoteBook } from '../../sessions/note-book.ts';
import type { Note } from '../../sessions/note.ts';
import type { EffectMark } from '../../sessions/turn-book.ts';
import { markEffect } from './effects.ts';
import type { Sql } from './sql.ts';
import { json } from './values.ts';

export class SqlNoteBook implements NoteBook {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  add(session: SessionKey, note: Note, mark?: EffectMark): Promise<void> {
    return this.#sql.transaction(async (tx) => {
      await markEffect(tx, mark);
      await tx.run(
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
    const rows = await this.#sql.all(
      `SELECT note FROM notes WHERE session = ? AND (until IS NULL OR until > ?) ORDER BY at, id`,
      session,
      nowMs,
    );
    return rows.map((row) => json<Note>(row['note']));
  }

  remove(session: SessionKey, id: string, mark?: EffectMark): Promise<Note | undefined> {
    return this.#sql.transaction(async (tx) => {
      await markEffect(tx, mark);
      const row = await tx.get(`SELECT note FROM notes WHERE session = ? AND id = ?`, session, id);
      await tx.run(`DELETE FROM notes WHERE session = ? AND id = ?`, session, id);
      return row && json<Note>(row['note']);
    });
  }
}
