import type { Entry, Origin } from './entry.ts';
import type { SessionKey } from './key.ts';
import type { NewOp, Op } from './op.ts';

/** Stores the outbox: what is to be sent, what was tried, what arrived. Each method is one transaction. */
export interface OpBook {
  /** Record ops that may be sent at once. Recording a key again changes nothing. */
  put(ops: readonly NewOp[]): Promise<void>;
  /** The lanes that have something to send. */
  lanes(): Promise<SessionKey[]>;
  /**
   * The first op of a lane that isn't done and isn't in `except`, with the results of the ops that it refers to.
   */
  next(lane: SessionKey, except?: readonly string[]): Promise<{ op: Op; results: ReadonlyMap<string, Op> } | undefined>;
  sending(key: string, after: string | undefined, nowMs: number): Promise<void>;
  /** It was sent: record the platform's id, open the thread's session, remember what was posted. */
  sent(key: string, result: string, landing: Landing, nowMs: number): Promise<void>;
  /** It will not arrive, or its fate is unknown. The remark is remembered in the session where it began. */
  failed(key: string, state: 'failed' | 'unknown', error: string, remark?: Entry): Promise<void>;
  /** Which of these platform ids are results of sent ops. */
  claimed(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** The op that was sent as the message, or opened the thread, with this platform id. */
  sentAs(id: string): Promise<Op | undefined>;
  /** An op's current state; undefined when there is none with this key. */
  find(key: string): Promise<Op | undefined>;
  /** Ops whose keys start with the prefix, in the order of sending. */
  under(prefix: string): Promise<Op[]>;
  /** Messages tried since then whose fate is unknown: where and why, oldest first. */
  givenUp(sinceMs: number): Promise<GivenUp[]>;
  /** Record how many times in a row reading back failed. */
  unread(key: string, times: number): Promise<void>;
  /** Try again later. The op keeps its place. */
  postpone(key: string, error: string): Promise<void>;
}

/** Where a sent op's record is remembered, and the session that it opened. */
export interface Landing {
  readonly session: { readonly key: SessionKey; readonly origin: Origin };
  readonly opens?: { readonly key: SessionKey; readonly origin: Origin; readonly title: string };
}

export interface GivenUp {
  /** The session where it began, and its title. */
  readonly session: SessionKey;
  readonly title: string;
  readonly because: string;
}
