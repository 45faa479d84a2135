import { channelOf } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';

/** Chats that a client of the gateway may begin: by `chat.send`, as by a job or a note. */
export function isBegunByClients(session: SessionKey): boolean {
  return ['console', 'terminal'].includes(channelOf(session));
}
