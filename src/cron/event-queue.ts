import type { Entry } from '../sessions/entry.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { EffectMark } from '../sessions/turn-book.ts';

/** An event that a session is told at its next turn, as a `System:` line. */
export interface SystemEvent {
  readonly id: string;
  readonly text: string;
  readonly atMs: number;
}

/**
 * System events: durable, and taken once. The next turn of their session takes all pending ones, in the transaction
 * that starts it.
 */
export interface EventQueue {
  /** The same id twice is one event. */
  add(session: SessionKey, event: SystemEvent, mark?: EffectMark): Promise<void>;
  pending(session: SessionKey): Promise<SystemEvent[]>;
  /** The events that a started turn took. */
  takenBy(turn: string): Promise<SystemEvent[]>;
}

/** The transcript entry of an event, once a turn took it. */
export function eventEntry({ id, text, atMs }: SystemEvent): Entry {
  return { v: 1, id: `event:${id}`, ts: atMs, role: 'system', content: `System: ${text}` };
}
