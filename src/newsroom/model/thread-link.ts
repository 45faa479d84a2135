import type { SessionKey } from '../../sessions/key.ts';
import { linkTo } from '../../sessions/traits-of.ts';

/** A thread as people can follow it: a link of its channel, else the session's key. */
export function threadLink(thread: SessionKey): string {
  return linkTo(thread) ?? thread;
}
