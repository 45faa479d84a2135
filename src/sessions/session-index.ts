import type { Origin } from './entry.ts';
import { UNIFIED } from './key.ts';
import type { Channel, SessionKey } from './key.ts';

/** What the index knows of a session, as the contract shows it. */
export interface SessionInfo {
  readonly key: SessionKey;
  readonly title: string;
  readonly origin: Origin;
  readonly generation: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** Entries that went through the journal: what was said and how turns ended, without the steps between. */
  readonly entries: number;
}

/** Sessions that are there: places that are gone are not among them, those that are being deleted are. */
export interface SessionIndex {
  /** What was changed last first. */
  list(): Promise<SessionInfo[]>;
  get(key: SessionKey): Promise<SessionInfo | undefined>;
  /** The chat of these channels in which a person spoke to the desk last. */
  lastSpokenIn(channels: readonly Channel[]): Promise<SessionKey | undefined>;
  /** The sessions of its threads, the oldest first. */
  children(parent: SessionKey): Promise<SessionKey[]>;
  /** Open a session before anything was said in it; one that there is stays as it is. */
  open(session: { key: SessionKey; origin: Origin; title: string }, nowMs: number): Promise<void>;
}

/** The memory that all chats share in unified mode. */
export const UNIFIED_SESSION = {
  key: UNIFIED,
  origin: { channel: 'unified', chatId: 'default' },
  title: 'Unified memory',
} as const;
