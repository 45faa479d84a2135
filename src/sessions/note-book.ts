import type { Note } from './note.ts';
import type { SessionKey } from './key.ts';
import type { EffectMark } from './turn-book.ts';

/** What sessions were asked to remember. Notes survive a reset; they end by themselves or when forgotten. */
export interface NoteBook {
  /** An id is given once: a note of a known id is refused. With a mark, its effect is written as well, or neither. */
  add(session: SessionKey, note: Note, mark?: EffectMark): Promise<void>;
  /** Notes that hold at `nowMs`, oldest first. */
  list(session: SessionKey, nowMs: number): Promise<Note[]>;
  /** @returns the note that is gone now; undefined when the session has none of this id. */
  remove(session: SessionKey, id: string, mark?: EffectMark): Promise<Note | undefined>;
}
