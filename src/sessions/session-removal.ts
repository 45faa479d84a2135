import type { SessionKey } from './key.ts';

/**
 * Taking sessions away, in two transactions with the work outside the database between them: whatever dies in
 * between is taken up again at the next start (`unfinished`).
 */
export interface SessionRemoval {
  /**
   * From now on nothing more is accepted in these sessions: what waits there is skipped, with its runs, and
   * messages that were not sent yet will not be.
   */
  begin(sessions: readonly SessionKey[], nowMs: number): Promise<void>;
  /**
   * The sessions, their journal and their notes are gone. What still runs there can no longer commit. The
   * ledger of runs stays.
   */
  finish(sessions: readonly SessionKey[], nowMs: number): Promise<void>;
  /** Sessions whose removal was begun and not finished. */
  unfinished(): Promise<SessionKey[]>;
}
