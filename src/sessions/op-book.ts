import type { Entry, Origin } from './entry.ts';
import type { SessionKey } from './key.ts';
import type { NewOp, Op } from './op.ts';

/** The outbox at rest: what is to be sent, what was tried, what arrived. Each method is one transaction. */
export interface OpBook {
  /** Record ops that may go out at once. Recording a key twice is recording it once. */
  put(ops: readonly NewOp[]): Promise<void>;
  /** The lanes that have something to send. */
  lanes(): Promise<SessionKey[]>;
  /** The first op of a lane that is not done and has none of these keys, with the results of the ops that it names. */
  next(lane: SessionKey, except?: readonly string[]): Promise<{ op: Op; results: ReadonlyMap<string, Op> } | undefined>;
  sending(key: string, after: string | undefined, nowMs: number): Promise<void>;
  /** It is there: note the platform's id, open the thread's session, remember what was posted. */
  sent(key: string, result: string, landing: Landing, nowMs: number): Promise<void>;
  /** It will not be there, or nobody can say; the remark is remembered in the session where it began. */
  failed(key: string, state: 'failed' | 'unknown', error: string, remark?: Entry): Promise<void>;
  /** Which of these platform ids are results of ops that were sent. */
  claimed(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** The op that was sent as the message, or opened the thread, of this platform id. */
  sentAs(id: string): Promise<Op | undefined>;
  /** How an op stands; undefined when there is none of this key. */
  find(key: string): Promise<Op | undefined>;
  /** The ops whose keys begin so, in the order of sending. */
  under(prefix: string): Promise<Op[]>;
  /** Where messages were tried since then of which nobody can say whether they arrived, and why; oldest first. */
  givenUp(sinceMs: number): Promise<GivenUp[]>;
  /** How often in a row nobody could look whether it had arrived. */
  unread(key: string, times: number): Promise<void>;
  /** Not now: it keeps its place and is tried again. */
  postpone(key: string, error: string): Promise<void>;
}

/** Where a sent op's record is remembered, and the session that it opened. */
export interface Landing {
  readonly session: { readonly key: SessionKey; readonly origin: Origin };
  readonly opens?: { readonly key: SessionKey; readonly origin: Origin; readonly title: string };
}

export interface GivenUp {
  /** As people call the session where it was to begin. */
  readonly title: string;
  readonly because: string;
}
