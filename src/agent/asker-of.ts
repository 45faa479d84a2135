import type { Asker } from '../llm/chat-model.ts';
import { channelOf } from '../sessions/key.ts';
import type { Turn } from '../sessions/turn.ts';

/**
 * The asker whose share of the language model a turn uses; undefined for scheduled and ordered work.
 *
 * Holders of the gateway's token count as one person, whatever names and chats they use. A compaction counts for
 * its channel, not for a person.
 */
export function askerOf({ session, origin, actor, kind, compaction }: Turn): Asker | undefined {
  const place = origin.parent ?? session;
  if (compaction) return { person: `memory:${place}`, place };
  if (kind !== 'person') return undefined;
  if (actor.kind === 'gateway') return { person: 'gateway', place };
  return { person: `${channelOf(session)}:${actor.id ?? actor.name}`, place };
}
