import { channelOf, chatIdOf } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';

/** A thread as people can follow it: a mention on Discord, else the session's key. */
export function threadLink(thread: SessionKey): string {
  return channelOf(thread) === 'discord' ? `<#${chatIdOf(thread)}>` : thread;
}
