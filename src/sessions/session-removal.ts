import type { NewOp } from './op.ts';
import type { SessionKey } from './key.ts';
import type { DroppedRetry } from './turn-book.ts';
import type { Locale } from '../time/locale.ts';

/**
 * Removes sessions in two transactions with work outside the database between them. What a crash interrupts is
 * continued at the next start (`unfinished`).
 */
export interface SessionRemoval {
  /**
   * From now on these sessions accept nothing: what waits there is skipped, with its runs, and unsent messages are
   * dropped.
   * @returns the turns that were closed.
   */
  begin(sessions: readonly SessionKey[], nowMs: number): Promise<string[]>;
  /**
   * Remove the sessions, their journal and their notes. The ledger of runs stays.
   * @returns the turns that were closed; running ones can no longer commit.
   */
  finish(sessions: readonly SessionKey[], nowMs: number): Promise<string[]>;
  /** Sessions whose removal was begun and not finished, without those that belong to a place. */
  unfinished(): Promise<SessionKey[]>;
  isDeleting(session: SessionKey): Promise<boolean>;
}

/** What was stopped together with its session, for those who wait for it. */
export interface Stopped {
  /** The turns that were closed: waiting ones, and running ones, which can no longer commit. */
  readonly turns: readonly string[];
  readonly retries: readonly DroppedRetry[];
}

/** A place that the desk deletes on its platform, with its sessions. */
export interface PlaceAttempt {
  /** The key of the op that deletes it. */
  readonly op: string;
  readonly place: SessionKey;
  readonly title: string;
  /** Who asked for it, and the language to answer in. */
  readonly by: string;
  readonly locale: Locale;
  /** Why its jobs are paused meanwhile; exactly the jobs with this reason run again if the place stays. */
  readonly because: string;
}

/**
 * Deleting a place: `begin`, then the platform, then `finish` or `restore`. Each is one transaction. Sessions of
 * threads below the place are included, also those opened meanwhile.
 */
export interface PlaceRemoval {
  /**
   * From now on the place accepts nothing: jobs are paused, waiting turns skipped, running turns closed, and the op
   * that deletes the place is ready, behind what its outbox already holds.
   * @returns undefined when the place is not open.
   */
  begin(attempt: PlaceAttempt, deletion: NewOp, nowMs: number): Promise<Stopped | undefined>;
  /** The place stays: its sessions are open and its jobs run as before. `notice` says so there. */
  restore(attempt: PlaceAttempt, notice?: NewOp): Promise<void>;
  /**
   * The place is gone; late events don't open it again. Its jobs and transcripts must have been removed before.
   * @returns the turns that were closed.
   */
  finish(attempt: PlaceAttempt, nowMs: number): Promise<string[]>;
  /** The sessions that are being deleted with the place. */
  family(attempt: PlaceAttempt): Promise<SessionKey[]>;
  attempts(): Promise<PlaceAttempt[]>;
  /** The attempt that deletes a session. */
  attemptOf(session: SessionKey): Promise<PlaceAttempt | undefined>;
}
