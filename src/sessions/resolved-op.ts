/** Replaces references to other ops by the ids that the platform gave those. */
import type { Origin } from './entry.ts';
import { sessionKey } from './key.ts';
import type { Channel, SessionKey } from './key.ts';
import type { Landing } from './op-book.ts';
import type { Op, OpSpec, Sendable, Target } from './op.ts';

/** @returns the op with ids in place of references, or why it can't be sent. */
export function resolvedOp(op: Op, results: ReadonlyMap<string, Op>): Sendable | string {
  const missing: string[] = [];
  const id = (target: Target): string => {
    if ('id' in target) return target.id;
    const { result, error } = results.get(target.op) ?? {};
    if (result === undefined) missing.push(error ?? 'what it builds on was not sent');
    return result ?? '';
  };
  const spec = naming(op.spec, results);
  const channel = id(spec.channel);
  const known = { key: op.key, lane: op.lane };
  const sendable: Sendable =
    'message' in spec
      ? { ...known, spec: { ...spec, channel, message: id(spec.message) } }
      : { ...known, spec: { ...spec, channel } };
  return missing[0] ?? sendable;
}

/** A body with the ids of the messages that its text refers to. */
function naming(spec: OpSpec, results: ReadonlyMap<string, Op>): OpSpec {
  if (!('names' in spec) || spec.names === undefined) return spec;
  const { names, text, card } = spec;
  const named = (said: string) =>
    names.reduce((so, key) => so.replaceAll(`{message:${key}}`, () => results.get(key)?.result ?? ''), said);
  const notes = card?.notes?.map(named);
  return { ...spec, text: named(text), ...(card && notes && { card: { ...card, notes } }) };
}

/** The session of an opened thread, with its channel as parent. */
export function threadOf(
  channel: Channel,
  parent: SessionKey,
  { spec }: Sendable,
  id: string,
): Partial<Landing> {
  if (spec.kind !== 'thread' && spec.kind !== 'forum') return {};
  const origin: Origin = { channel, chatId: id, kind: 'thread', parent };
  return { opens: { key: sessionKey(channel, id), origin, title: spec.name } };
}
