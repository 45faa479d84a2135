import type { Asker } from '../llm/chat-model.ts';
import { channelOf } from '../sessions/key.ts';
import type { Turn } from '../sessions/turn.ts';

/**
 * Whose share of the language model a turn is; undefined for what was scheduled or ordered.
 *
 * Whoever holds the gateway's token is one person, whatever names they give and in however many chats. What sums up a
 * conversation is its channel's, and no person's.
 */
export function askerOf({ session, origin, actor, kind, compaction }: Turn): Asker | undefined {
  const place = origin.parent ?? session;
  if (compaction) return { person: `memory:${place}`, place };
  if (kind !== 'person') return undefined;
  if (actor.kind === 'gateway') return { person: 'gateway', place };
  return { person: `${channelOf(session)}:${actor.id ?? actor.name}`, place };
}
