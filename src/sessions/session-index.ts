import { z } from 'zod';
import type { Given } from '../text/given.ts';
import type { Actor } from './actor.ts';
import { originSchema, type Origin } from './entry.ts';
import { UNIFIED, keyResult } from './key.ts';
import type { Channel, SessionKey } from './key.ts';

/** A session in the index, in the contract's form. */
export const sessionSchema = z.strictObject({
  key: keyResult,
  title: z.string(),
  origin: originSchema,
  generation: z.number(),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
  /** Entries that went through the journal: messages and closures, without steps. */
  entries: z.number(),
});
export type SessionInfo = Given<z.output<typeof sessionSchema>>;

/** Existing sessions, including those being deleted, without those whose place is gone. */
export interface SessionIndex {
  /** Most recently changed first. */
  list(): Promise<SessionInfo[]>;
  get(key: SessionKey): Promise<SessionInfo | undefined>;
  /**
   * The chat of these channels in which a person spoke to the desk most recently, among the newest 5,000 turns.
   * @param counts whose words count.
   */
  lastSpokenIn(channels: readonly Channel[], counts: (actor: Actor) => boolean): Promise<SessionKey | undefined>;
  /** The sessions of its threads, oldest first. */
  children(parent: SessionKey): Promise<SessionKey[]>;
  /** Open a session before anything was said in it. An existing one stays as it is. */
  open(session: { key: SessionKey; origin: Origin; title: string }, nowMs: number): Promise<void>;
}

/** The memory that all chats share in unified mode. */
export const UNIFIED_SESSION = {
  key: UNIFIED,
  origin: { channel: 'unified', chatId: 'default' },
  title: 'Unified memory',
} as const;
