import type { SessionKey } from '../../sessions/key.ts';
import { linkTo } from '../../sessions/traits-of.ts';

/** A link to a thread in its channel's form, else the session's key. */
export function threadLink(thread: SessionKey): string {
  return linkTo(thread) ?? thread;
}
