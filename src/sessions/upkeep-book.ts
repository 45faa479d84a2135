import type { TurnKind } from './turn.ts';

/** What may be dropped. */
export interface KeepTerms {
  /** Drop what ended before this; ms since the epoch. */
  readonly beforeMs: number;
  /** Keep everything that ended since this, however much; ms since the epoch. */
  readonly freshMs: number;
  /** Runs kept per job, the newest. A dropped run's turn is dropped too. */
  readonly runs: number;
  /** Untaken system events kept per session, the newest. */
  readonly events: number;
  /** Receipts kept in total, the newest. */
  readonly receipts: number;
  /** Kinds of turns that nobody looks up once they are closed; dropped when older than `freshMs`. */
  readonly unasked: readonly TurnKind[];
}

/** How many rows of each kind were dropped. */
export interface Dropped {
  readonly turns: number;
  readonly runs: number;
  readonly events: number;
  readonly effects: number;
  readonly messages: number;
  readonly receipts: number;
}

export interface UpkeepBook {
  /** Drop at most `most` rows of each kind, in one transaction. */
  drop(terms: KeepTerms, most: number): Promise<Dropped>;
  /** Bytes of the database's file that the next rows can use. */
  free(): Promise<number>;
}
