import type { Note } from './note.ts';
import type { SessionKey } from './key.ts';
import type { EffectMark } from './turn-book.ts';

/** Stores the notes of sessions. Notes survive a reset; they end at their time or when they are removed. */
export interface NoteBook {
  /** A note with a known id is refused. With a mark, note and effect are written together. */
  add(session: SessionKey, note: Note, mark?: EffectMark): Promise<void>;
  /** Notes in force at `nowMs`, oldest first. */
  list(session: SessionKey, nowMs: number): Promise<Note[]>;
  /** @returns the removed note; undefined when the session has none with this id. */
  remove(session: SessionKey, id: string, mark?: EffectMark): Promise<Note | undefined>;
}
