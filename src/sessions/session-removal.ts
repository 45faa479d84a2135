import type { NewOp } from './op.ts';
import type { SessionKey } from './key.ts';
import type { DroppedRetry } from './turn-book.ts';
import type { Locale } from '../time/locale.ts';

/**
 * Taking sessions away, in two transactions with the work outside the database between them: whatever dies in
 * between is taken up again at the next start (`unfinished`).
 */
export interface SessionRemoval {
  /**
   * From now on nothing more is accepted in these sessions: what waits there is skipped, with its runs, and
   * messages that were not sent yet will not be.
   * @returns the turns that were closed.
   */
  begin(sessions: readonly SessionKey[], nowMs: number): Promise<string[]>;
  /**
   * The sessions, their journal and their notes are gone. The ledger of runs stays.
   * @returns the turns that were closed: what still runs there can no longer commit.
   */
  finish(sessions: readonly SessionKey[], nowMs: number): Promise<string[]>;
  /** Sessions whose removal was begun and not finished; those of places are not among them. */
  unfinished(): Promise<SessionKey[]>;
  isDeleting(session: SessionKey): Promise<boolean>;
}

/** What was stopped together with its session: whoever follows it is told. */
export interface Stopped {
  /** The turns that were closed: those that waited, and those that still run and can no longer commit. */
  readonly turns: readonly string[];
  readonly retries: readonly DroppedRetry[];
}

/** A place of a platform that the desk deletes there, with its sessions. */
export interface PlaceAttempt {
  /** The key of the op that deletes it. */
  readonly op: string;
  readonly place: SessionKey;
  readonly title: string;
  /** Who asked for it, and in which language they are spoken to. */
  readonly by: string;
  readonly locale: Locale;
  /** Why its jobs are paused meanwhile: so that exactly those run again when it stays. */
  readonly because: string;
}

/**
 * Deleting a place: `begin`, then the platform, then `finish` or `restore`. Each is one transaction. The sessions
 * of threads below the place share its fate, those too that are opened meanwhile.
 */
export interface PlaceRemoval {
  /**
   * From now on nothing more is accepted there: the jobs are paused, what waits is skipped, running turns are closed,
   * and the op that deletes the place is ready to be sent, behind what its outbox holds already.
   * @returns undefined when the place is not open.
   */
  begin(attempt: PlaceAttempt, deletion: NewOp, nowMs: number): Promise<Stopped | undefined>;
  /** The place stays: its sessions are open, its jobs run as before; `notice` says so there. */
  restore(attempt: PlaceAttempt, nowMs: number, notice?: NewOp): Promise<void>;
  /**
   * The place is gone; late events don't open it again. Its jobs and transcripts were taken away before.
   * @returns the turns that were closed.
   */
  finish(attempt: PlaceAttempt, nowMs: number): Promise<string[]>;
  /** The sessions that are deleted with the place now. */
  family(attempt: PlaceAttempt): Promise<SessionKey[]>;
  attempts(): Promise<PlaceAttempt[]>;
  /** The attempt that a session is deleted with. */
  attemptOf(session: SessionKey): Promise<PlaceAttempt | undefined>;
}
