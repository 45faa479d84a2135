import type { Entry, Header } from './entry.ts';
import type { SessionKey } from './key.ts';

/** A part of a transcript that could not be read, and what was done about it. */
export interface TranscriptDamage {
  readonly session: SessionKey;
  readonly file: string;
  readonly what: string;
}

/**
 * The readable memory: append-only, with one writer. The database decides what happened; this is its projection,
 * and the only place of tool steps and overheard talk.
 */
export interface Transcripts {
  /** Create the transcript with its header if there is none. A torn last line is cut off and reported. */
  open(header: Header): Promise<void>;
  /**
   * Append in order, skipping ids that are already present past byte `from`. Durable when it resolves, unless it is a
   * `draft`, which the next append makes durable.
   */
  append(session: SessionKey, entries: readonly Entry[], from: number, as?: 'draft'): Promise<Appended>;
  /** Append without waiting for the disk: steps and overheard talk, which a crash may lose. */
  jot(session: SessionKey, entries: readonly Entry[]): Promise<void>;
  /** Everything from `jot` is on disk when this resolves. */
  sync(session: SessionKey): Promise<void>;
  /**
   * Erase the text of these messages, of their edits, and of answers that quote them. The file is replaced whole or
   * not at all; every line keeps its place and length. Idempotent.
   * @returns the entries that answer one of them.
   */
  erase(session: SessionKey, messages: ReadonlySet<string>): Promise<readonly string[]>;
  /** The last `limit` entries, oldest first; with `before`, those before that entry. Costs O(limit). */
  tail(session: SessionKey, limit: number, before?: string): Promise<Entry[]>;
  /** Entries from the end backwards, newest first, until the reader stops. */
  backwards(session: SessionKey): AsyncIterable<Entry>;
  /**
   * Up to `lines` whole lines from byte `from`, which must be the start of a line; oldest first. Undefined where
   * there is no file. `isAnother`: the file can't be the one read before, because it is shorter or no line ends
   * there.
   */
  forwards(session: SessionKey, from: number, lines: number): Promise<Stretch | undefined>;
  header(session: SessionKey): Promise<Header | undefined>;
  /** Archive a deleted session's file, so that a new one can take its name. */
  archive(session: SessionKey, stamp: string): Promise<void>;
}

/** A part of a transcript. */
export interface Stretch {
  readonly entries: readonly Entry[];
  /** Where the last line that was read ends, in bytes. */
  readonly end: number;
  /** There was no further whole line. */
  readonly isLast: boolean;
  readonly isAnother: boolean;
}

export interface Appended {
  /** The file's length in bytes afterwards. */
  readonly length: number;
  /** The entries that were not there before. */
  readonly fresh: readonly Entry[];
}
