import type { Entry, Header } from './entry.ts';
import type { SessionKey } from './key.ts';

/** Something in a transcript that could not be read, and what was done about it. */
export interface TranscriptDamage {
  readonly session: SessionKey;
  readonly file: string;
  readonly what: string;
}

/**
 * The readable memory: append-only, one writer. SQLite decides what happened; this is its projection, and the
 * only home of tool steps and observed talk.
 */
export interface Transcripts {
  /** Create the transcript with its header where there is none; cut off and report a torn last line. */
  open(header: Header): Promise<void>;
  /** Append in order, skipping ids that already stand past `from` bytes; durable when it resolves. */
  append(session: SessionKey, entries: readonly Entry[], from: number): Promise<Appended>;
  /** Append without waiting for the disk: steps and observed talk, which a crash may take. */
  jot(session: SessionKey, entries: readonly Entry[]): Promise<void>;
  /** What was jotted down is on disk when this resolves. */
  sync(session: SessionKey): Promise<void>;
  /**
   * Take the words of these messages out of the file, with those of their edits and of answers that quote them. The
   * file is replaced whole or not at all, and every line keeps its place and length. Idempotent.
   * @returns the entries that answer one of them.
   */
  erase(session: SessionKey, messages: ReadonlySet<string>): Promise<readonly string[]>;
  /** The last `limit` entries, oldest first, before the entry `before` where given. Costs O(limit). */
  tail(session: SessionKey, limit: number, before?: string): Promise<Entry[]>;
  /** Entries from the end backwards, newest first, until the reader stops. */
  backwards(session: SessionKey): AsyncIterable<Entry>;
  /**
   * Entries from a byte on, which begins a line, oldest first: of at most `lines` lines, whole ones. Undefined where there is no
   * file; `isAnother` where the file can't be the one of which so much was read: it is shorter, or no line ends there.
   */
  forwards(session: SessionKey, from: number, lines: number): Promise<Stretch | undefined>;
  header(session: SessionKey): Promise<Header | undefined>;
  /** Set a deleted session's file aside, out of the way of a new one. */
  archive(session: SessionKey, stamp: string): Promise<void>;
}

/** A part of a transcript. */
export interface Stretch {
  readonly entries: readonly Entry[];
  /** Where the last line that was read ends, in bytes. */
  readonly end: number;
  /** No further whole line was there. */
  readonly isLast: boolean;
  readonly isAnother: boolean;
}

export interface Appended {
  /** The file's length in bytes afterwards. */
  readonly length: number;
  /** The entries that were not there before. */
  readonly fresh: readonly Entry[];
}
