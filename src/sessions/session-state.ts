import type { SessionKey } from './key.ts';

/**
 * Stores what a feature keeps about a session, as JSON, by the feature's name. It is deleted with the session.
 * After a reset, the feature decides whether it is still valid.
 */
export interface SessionStateBook {
  get(session: SessionKey, feature: string): Promise<unknown>;
  /** Replaces the earlier state. */
  set(session: SessionKey, feature: string, state: unknown): Promise<void>;
}
