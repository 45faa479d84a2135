import type { SessionKey } from '../../sessions/key.ts';
import { traitsOf } from '../../sessions/traits-of.ts';

/** Whether a client of the gateway may begin the chat, with `chat.send`, a job or a note. */
export function isBegunByClients(session: SessionKey): boolean {
  return traitsOf(session)?.beginsByTalking ?? false;
}
