/**
 * An op: one change to the outside, recorded before it is made.
 *
 * Its key is unique for ever, so recording it twice is recording it once. A target is an id on the platform, or
 * the result of an earlier op (a thread is opened on a post; chunks go into the thread).
 */
import type { Entry } from './entry.ts';
import type { SessionKey } from './key.ts';

export type Target = { readonly id: string } | { readonly op: string };

export type OpSpec =
  | { readonly kind: 'post'; readonly channel: Target; readonly text: string; readonly replyTo?: string }
  | { readonly kind: 'thread'; readonly channel: Target; readonly message: Target; readonly name: string }
  | { readonly kind: 'edit'; readonly channel: Target; readonly message: Target; readonly text: string }
  | { readonly kind: 'delete'; readonly channel: Target; readonly message: Target };

/** `held` until its turn's closing entry is on disk; `unknown` when nobody can say whether it arrived. */
export type OpState = 'held' | 'ready' | 'sending' | 'sent' | 'failed' | 'unknown';

export interface NewOp {
  readonly key: string;
  /** The channel where it starts: ops of one lane are sent one at a time, in order. */
  readonly lane: SessionKey;
  readonly spec: OpSpec;
  /** What the session of the op's channel remembers once it was sent. */
  readonly record?: Entry;
}

export interface Op extends NewOp {
  readonly seq: number;
  readonly state: OpState;
  readonly turn?: string;
  /** The newest message id known in the channel before the first attempt. */
  readonly after?: string;
  readonly attempts: number;
  readonly attemptedAtMs?: number;
  /** The platform's id of what it made. */
  readonly result?: string;
  readonly error?: string;
}

/** An op whose targets are known ids. */
export interface Sendable {
  readonly key: string;
  readonly lane: SessionKey;
  readonly after?: string;
  readonly spec:
    | { readonly kind: 'post'; readonly channel: string; readonly text: string; readonly replyTo?: string }
    | { readonly kind: 'thread'; readonly channel: string; readonly message: string; readonly name: string }
    | { readonly kind: 'edit'; readonly channel: string; readonly message: string; readonly text: string }
    | { readonly kind: 'delete'; readonly channel: string; readonly message: string };
}

/** What became of sending: `fate unknown` means that it may have arrived. */
export type Sent =
  | { readonly kind: 'sent'; readonly id: string }
  | { readonly kind: 'refused'; readonly because: string }
  | { readonly kind: 'again'; readonly atMs: number; readonly because: string }
  | { readonly kind: 'fate unknown'; readonly because: string };

/** What reading back found of an op whose fate is unknown. */
export type ReadBack =
  | { readonly kind: 'arrived'; readonly id: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly because: string };

/** A platform that messages are sent to. Never throws for what the platform answers. */
export interface Outbox {
  /** How long a message whose answer was lost may take to show there, in ms. */
  readonly settleMs: number;
  /** The newest message id in the channel now; undefined where there is none or it can't be read. */
  newest(channel: string): Promise<string | undefined>;
  send(op: Sendable, signal: AbortSignal): Promise<Sent>;
  readBack(op: Sendable): Promise<ReadBack>;
}
