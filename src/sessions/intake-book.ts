/**
 * The intake book: how far each session was read, which messages were edited or deleted, and what is to be erased.
 * The messages themselves are in transcripts. Each method is one transaction.
 */
import type { Right } from './actor.ts';
import type { Entry, Header, Origin } from './entry.ts';
import type { SessionKey } from './key.ts';

export interface IntakeBook {
  /** A session's record, for its transcript; undefined where there is none. */
  look(session: SessionKey): Promise<KnownSession | undefined>;
  /** Open a session that a platform describes, or update its origin and title. */
  describe(session: DescribedSession, terms: { nowMs: number; unified: boolean }): Promise<void>;
  /** Whether this turn was accepted. */
  isTurn(turn: string): Promise<boolean>;

  /** The newest message that the desk has read; undefined when none was noted. */
  seen(session: SessionKey): Promise<string | undefined>;
  /** Note messages as the newest ones read. An older message never replaces a newer one. */
  note(seen: ReadonlyMap<SessionKey, SeenNote>): Promise<void>;

  /**
   * A message was edited: write the edit into the journal. A turn that hasn't read the message yet reads the new
   * text, and acts with no more than the rights of that moment.
   */
  edit(edit: NewEdit): Promise<boolean>;
  /**
   * Messages were deleted: write their deletions into the journal and record their erasures. Turns that haven't
   * read them yet never will.
   */
  takeBack(taken: TakenBack): Promise<boolean>;

  /** What is to be erased, oldest first, except what an open turn still holds. */
  erasures(): Promise<Erasure[]>;
  /** The text is erased from this file. Remove it from the records of these turns too, and close the erasure. */
  erased(file: SessionKey, entries: readonly string[], turns: ErasedTurns): Promise<void>;
}

export interface SeenNote {
  readonly id: string;
  /** When something was last said there that was recorded. */
  readonly talkMs: number;
}

export interface KnownSession {
  readonly header: Header;
  readonly title: string;
  /** False while it is being deleted: nothing more is recorded. */
  readonly isOpen: boolean;
}

export interface DescribedSession {
  readonly key: SessionKey;
  readonly origin: Origin;
  readonly title?: string;
}

/**
 * Edits and deletions are written into `files`: the session's own transcript and, in unified mode, the shared one.
 */
export interface NewEdit {
  readonly session: SessionKey;
  readonly files: readonly SessionKey[];
  readonly turn: string;
  readonly entry: Entry;
  /** Of the person when they edited it, where the platform says. */
  readonly rights?: readonly Right[];
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

/** Turns whose own text is erased, and turns that only quoted it. */
export interface ErasedTurns {
  readonly own: readonly string[];
  readonly quoting: readonly string[];
}
