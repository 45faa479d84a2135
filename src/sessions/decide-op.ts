/** Decides which sessions a sent op opens, and what is remembered where. */
import type { Entry, Origin } from './entry.ts';
import type { SessionKey } from './key.ts';
import type { Landing } from './op-book.ts';
import type { Op, OpSpec } from './op.ts';

export interface SeenLanding {
  /** The session where the op began exists and accepts entries. */
  readonly isOpen: boolean;
  /** The server of the parent of the opened thread. */
  readonly guildId?: string;
}

/** In this order. */
export interface Landed {
  readonly opens: readonly { readonly key: SessionKey; readonly origin: Origin; readonly title?: string }[];
  readonly thread?: SessionKey;
  readonly remembered?: { readonly session: SessionKey; readonly entry: Entry };
}

/** An op that arrives after its session was deleted opens nothing. */
export function decideLanding(
  { record }: Pick<Op, 'record'>,
  { session, opens: thread }: Landing,
  { isOpen, guildId }: SeenLanding,
  nowMs: number,
): Landed {
  if (!isOpen) return { opens: [] };
  // A thread is in its channel's server.
  const opened = thread && {
    ...thread,
    origin: { ...thread.origin, ...(guildId !== undefined && { guildId }) },
  };
  return {
    opens: [session, ...(opened ? [opened] : [])],
    ...(thread && { thread: thread.key }),
    ...(record && { remembered: { session: session.key, entry: placed(record, thread?.key, nowMs) } }),
  };
}

/** The record with the time of sending and the thread that it opened. */
function placed(record: Entry, thread: SessionKey | undefined, ts: number): Entry {
  return { ...record, ts, meta: { ...record.meta, ...(thread !== undefined && { thread }) } };
}

/** The keys of the ops whose results an op needs. */
export function dependenciesOf(spec: OpSpec): string[] {
  const targets = 'message' in spec ? [spec.channel, spec.message] : [spec.channel];
  const names = 'names' in spec ? (spec.names ?? []) : [];
  return [...targets.flatMap((target) => ('op' in target ? [target.op] : [])), ...names];
}
