/** What a session remembers of a message that was edited or taken back: an entry about the entry that stands for it. */
import type { Entry } from '../../sessions/entry.ts';

/** @param target the id of the entry that the edited message is remembered by. */
export function editedEntry(key: string, target: string, content: string, ts: number): Entry {
  return { v: 1, id: key, ts, role: 'assistant', content, meta: { kind: 'edit', target } };
}

/** The entry that takes another one back. @param ts in ms since the epoch. */
export function goneEntry(key: string, target: string, ts: number): Entry {
  return { v: 1, id: key, ts, role: 'assistant', content: '', meta: { kind: 'delete', target } };
}
