/** What was sent has landed: which sessions that opens, and what is remembered where. */
import type { Entry, Origin } from './entry.ts';
import type { SessionKey } from './key.ts';
import type { Landing } from './op-book.ts';
import type { Op, OpSpec } from './op.ts';

export interface SeenLanding {
  /** The session where the op began is there, and takes entries. */
  readonly isOpen: boolean;
  /** The server that the parent of what it opens is in. */
  readonly guildId?: string;
}

/** In this order. */
export interface Landed {
  readonly opens: readonly { readonly key: SessionKey; readonly origin: Origin; readonly title?: string }[];
  readonly thread?: SessionKey;
  readonly remembered?: { readonly session: SessionKey; readonly entry: Entry };
}

/** What lands after its session was deleted brings nothing back. */
export function decideLanding(
  { record }: Pick<Op, 'record'>,
  { session, opens: thread }: Landing,
  { isOpen, guildId }: SeenLanding,
  nowMs: number,
): Landed {
  if (!isOpen) return { opens: [] };
  // A thread is where its channel is.
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

/** The record as it is remembered: at the time of sending, and with the thread that it opened. */
function placed(record: Entry, thread: SessionKey | undefined, ts: number): Entry {
  return { ...record, ts, meta: { ...record.meta, ...(thread !== undefined && { thread }) } };
}

/** The keys of the ops whose results an op needs. */
export function dependenciesOf(spec: OpSpec): string[] {
  const targets = 'message' in spec ? [spec.channel, spec.message] : [spec.channel];
  const names = 'names' in spec ? (spec.names ?? []) : [];
  return [...targets.flatMap((target) => ('op' in target ? [target.op] : [])), ...names];
}
