import type { SessionKey } from '../../sessions/key.ts';
import { traitsOf } from '../../sessions/traits-of.ts';

/** Chats that a client of the gateway may begin: by `chat.send`, as by a job or a note. */
export function isBegunByClients(session: SessionKey): boolean {
  return traitsOf(session)?.beginsByTalking ?? false;
}
