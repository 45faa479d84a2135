import type { SessionKey } from './key.ts';

export interface StateChange<T> {
  readonly state?: unknown;
  readonly result: T;
}

/**
 * Stores what a feature keeps about a session, as JSON, by the feature's name. It is deleted with the session.
 * After a reset, the feature decides whether it is still valid.
 */
export interface SessionStateBook {
  get(session: SessionKey, feature: string): Promise<unknown>;
  /** Replaces the earlier state. */
  set(session: SessionKey, feature: string, state: unknown): Promise<void>;
  /**
   * Replace the state by what follows from it. Nobody else changes it in between, on any desk.
   * @param decide may be called again, and changes nothing itself. Without `state` in its answer all stays.
   * @returns the decision's `result`.
   */
  change<T>(session: SessionKey, feature: string, decide: (state: unknown) => StateChange<T>): Promise<T>;
}
