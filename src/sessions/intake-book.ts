/**
 * The hearing book: what the desk must not forget of what it hears. The words themselves stand in transcripts;
 * here is how far each session was heard, what was changed or taken back, and what is to be erased. Each method is
 * one transaction.
 */
import type { Entry, Header, Origin } from './entry.ts';
import type { SessionKey } from './key.ts';

export interface IntakeBook {
  /** A session as it is on record, for its transcript; undefined where there is none. */
  look(session: SessionKey): Promise<KnownSession | undefined>;
  /** What the platform says of a session: it is opened, or its origin and title are brought up to date. */
  describe(session: DescribedSession, terms: { nowMs: number; unified: boolean }): Promise<void>;
  /** Whether this turn was accepted. */
  isTurn(turn: string): Promise<boolean>;

  /** The newest message that is known to have been heard; undefined when none was noted. */
  seen(session: SessionKey): Promise<string | undefined>;
  /** Note messages as the newest heard. What was noted never goes back. */
  note(seen: ReadonlyMap<SessionKey, SeenNote>): Promise<void>;

  /** A message has other words now: its edit into the journal; a turn that is still to read it reads these. */
  edit(edit: NewEdit): Promise<boolean>;
  /**
   * Messages were taken back: their deletions into the journal, their erasures on record; turns that have not read
   * them yet never will.
   */
  takeBack(taken: TakenBack): Promise<boolean>;

  /** What is to be erased, except what an open turn still holds. Oldest first. */
  erasures(): Promise<Erasure[]>;
  /** The words are gone from this file; they go from the records of these turns too, and the erasure is done. */
  erased(file: SessionKey, entries: readonly string[], turns: ErasedTurns): Promise<void>;
}

export interface SeenNote {
  readonly id: string;
  /** When something was last said there that was written down. */
  readonly talkMs: number;
}

export interface KnownSession {
  readonly header: Header;
  readonly title: string;
  /** False while it is being deleted: then nothing more is written down. */
  readonly isOpen: boolean;
}

export interface DescribedSession {
  readonly key: SessionKey;
  readonly origin: Origin;
  readonly title?: string;
}

/** Edits and deletions are written into `files`: the session's own transcript and, in unified mode, the shared one. */
export interface NewEdit {
  readonly session: SessionKey;
  readonly files: readonly SessionKey[];
  readonly turn: string;
  readonly entry: Entry;
}

export interface TakenBack {
  readonly session: SessionKey;
  readonly files: readonly SessionKey[];
  readonly messages: readonly { readonly turn: string; readonly target: string; readonly entry: Entry }[];
  readonly atMs: number;
}

export interface Erasure {
  readonly file: SessionKey;
  readonly entry: string;
  readonly atMs: number;
}

/** Turns whose own words go, and turns that only quoted them. */
export interface ErasedTurns {
  readonly own: readonly string[];
  readonly quoting: readonly string[];
}
