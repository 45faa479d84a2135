/**
 * The turn book: the record of turns, and the one place where their state is decided. Each method is one
 * transaction over turns, runs, journal, outbox and generations; its effect is durable when it resolves.
 *
 * The protocol of a turn, by number (the design's Durability): 1 `accept` · 2 `start` · 3 flush of the journal
 * (`unflushed`, `flushed`) · 4 effects of tools · 5 `commit` · 6 flush again, then `release` · 7 the op book's
 * dispatch.
 */
import type { Entry, Header } from './entry.ts';
import type { SessionKey } from './key.ts';
import type { NewOp } from './op.ts';
import type { Inbound, StartedTurn, Turn, TurnEnd } from './turn.ts';

export interface TurnBook {
  /** Record a turn, its entry and, for a slot, its run and the job's next slot. Idempotent by turn id. */
  accept(inbound: Inbound, terms: AcceptTerms): Promise<Accepted>;
  /** Record that a run waits because its session is busy. */
  defer(turn: string, nowMs: number): Promise<void>;
  /** Start: pins the session's generation, a new fence and the deadline. */
  start(turn: string, terms: { nowMs: number; deadlineMs: number }): Promise<Started>;
  /** Messages that joined this running turn and were not read yet; they count as read now. */
  readSteering(turn: string, fence: number): Promise<Entry[]>;
  /**
   * Close a running turn. Refused when the holder's fence or generation is no longer valid, or when people have
   * joined.
   */
  commit(closing: Closing): Promise<Committed>;
  /** The closing entries are on disk: the turn's messages may be sent. */
  release(turn: string): Promise<void>;
  /** Hand back a running turn that had no effect yet: it waits again, as if it had not been started. */
  handBack(turn: string, fence: number): Promise<boolean>;
  /**
   * Close a waiting turn without starting it. Undefined when it doesn't wait; else the messages that had joined it when it
   * ran before, and wait for themselves now.
   */
  skip(turn: string, because: string, nowMs: number): Promise<Turn[] | undefined>;
  /** Begin a new generation, marked in the transcript. What runs in the old one can no longer commit. */
  reset(lane: SessionKey, by: string, nowMs: number): Promise<{ generation: number; cutOff: string[] }>;

  /** Journal rows that may be appended to their session's file, in order. */
  unflushed(session: SessionKey): Promise<Unflushed | undefined>;
  flushed(session: SessionKey, written: Flushed): Promise<void>;

  /**
   * What an earlier process left: turns to enter again, sessions to flush, turns to release. Call it at start, and when
   * another desk is gone.
   */
  recover(terms: RecoverTerms): Promise<Recovered>;
  /**
   * Where desks share the book: give a desk up to so many lanes that wait for one.
   * @param isKnown turns that the desk knows; they are not read
   * @returns the others that wait for this desk, in order.
   */
  take(desk: string, lanes: number, isKnown?: (turn: string) => boolean): Promise<Turn[]>;
  /** The ids of turns that wait in this memory, in order; their messages are not yet part of the conversation. */
  waiting(lane: SessionKey): Promise<string[]>;
  /** A turn's current state. */
  find(turn: string): Promise<FoundTurn | undefined>;
}

export interface AcceptingDesk {
  readonly id: string;
  readonly hasRoom: boolean;
}

export interface AcceptTerms {
  readonly nowMs: number;
  readonly unified: boolean;
  /** A run of this memory has waited past its limit: no message joins the running turn. */
  readonly overdue?: boolean;
  /** Where desks share the book: who accepts it. `hasRoom`: it runs there, unless another desk has its lane. */
  readonly desk?: AcceptingDesk | undefined;
  /** The job's next slot; null when it has none. Only with a run. */
  readonly nextRunAtMs?: number | null;
  /** Missed slots that do not run; they are recorded as skipped. */
  readonly missed?: { readonly fromMs: number; readonly toMs: number; readonly count: number };
}

export interface RecoverTerms {
  readonly nowMs: number;
  readonly personMaxAgeMs: number;
  /** This desk, where several share the book: it gets the lanes with turns that were cut off; others are nobody's. */
  readonly desk?: string | undefined;
  /** The desks that are gone. Without it, whatever is open was left. */
  readonly desks?: readonly string[] | undefined;
}

/** `queued`: `desk` runs it; without one it is for whoever takes it, or the only desk's. */
export type Accepted =
  | { readonly kind: 'queued'; readonly turn: Turn; readonly desk?: string }
  | { readonly kind: 'joined'; readonly turn: Turn; readonly running: string }
  | { readonly kind: 'known'; readonly id: string }
  | { readonly kind: 'refused'; readonly because: string };

export type Started =
  | ({ readonly kind: 'started' } & StartedTurn)
  | { readonly kind: 'gone'; readonly because: string };

export interface Closing {
  readonly turn: string;
  readonly fence: number;
  readonly end: TurnEnd;
  /** The closing entries, in order. */
  readonly entries: readonly Entry[];
  readonly ops: readonly NewOp[];
  readonly nowMs: number;
  /** Close even though people have joined: the turn is out of time. */
  readonly final: boolean;
}

/**
 * `again`: messages that had joined a turn which closed without reading them; they are now turns of their own.
 * `dropped`: its job was paused, and won't retry an earlier slot either.
 */
export type Committed =
  | { readonly kind: 'committed'; readonly again: readonly Turn[]; readonly dropped?: DroppedRetry }
  | { readonly kind: 'joined' }
  | { readonly kind: 'stale' };

/** A retry of a slot that was closed without having been started. */
export interface DroppedRetry {
  readonly jobId: string;
  readonly runId: string;
  readonly because: string;
}

export interface Unflushed {
  readonly header: Header;
  /**
   * The file's length when the first of these rows was written; if they are in the file, they are past this byte.
   */
  readonly from: number;
  readonly rows: readonly { readonly seq: number; readonly entry: Entry }[];
  /** Whether the journal held no more. */
  readonly isLast: boolean;
}

/** Journal rows that are on disk. */
export interface Flushed {
  readonly rows: readonly number[];
  /** The file's length in bytes. */
  readonly length: number;
  readonly newestMs: number;
}

export interface Recovered {
  /** In the order of acceptance. */
  readonly waiting: readonly Turn[];
  /** Running turns that must not run again, with their effects; to be closed as interrupted. */
  readonly cutOff: readonly { readonly started: StartedTurn; readonly effects: readonly string[] }[];
  readonly flush: readonly SessionKey[];
  /** The ids of closed turns whose messages wait for the flush of their session. */
  readonly release: readonly string[];
}

export type FoundTurn =
  | { readonly state: 'waiting' | 'running' | 'joined' }
  | { readonly state: 'closed'; readonly end: TurnEnd };

/**
 * The mark of a tool's effect. It is written in the effect's own transaction; the effect is refused when the turn
 * no longer runs under this fence.
 */
export interface EffectMark {
  readonly turn: string;
  readonly fence: number;
  /** The effect's number in its turn. */
  readonly n: number;
  readonly atMs: number;
  /** A description for the closure of an interrupted turn: "remembered: no more crypto today". */
  readonly what: string;
}

/** The turn was closed before its tool's effect arrived, so the effect did not happen. */
export class StaleTurn extends Error {
  constructor(turn: string) {
    super(`turn ${turn} is no longer running: nothing was changed`);
    this.name = 'StaleTurn';
  }
}
