import type { TurnKind } from './turn.ts';

/** What may be dropped. */
export interface KeepTerms {
  /** What ended before is dropped; ms since the epoch. */
  readonly beforeMs: number;
  /** What ended since then is kept, however much of it there is. */
  readonly freshMs: number;
  /** Of each job, the newest. The turn of a run that is dropped goes with it. */
  readonly runs: number;
  /** Of each session, the newest that wait to be taken. */
  readonly events: number;
  /** The newest, of all. */
  readonly receipts: number;
  /** Kinds of turns that nobody asks for once they are closed: they go as soon as they aren't fresh. */
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
