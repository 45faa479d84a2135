import type { SessionKey } from './key.ts';

/**
 * What a feature keeps of a session, as JSON, by the feature's name. It goes with the session. What it may say after the
 * session was begun anew is the feature's to judge.
 */
export interface SessionStateBook {
  get(session: SessionKey, feature: string): Promise<unknown>;
  /** In place of what was kept before. */
  set(session: SessionKey, feature: string, state: unknown): Promise<void>;
}
