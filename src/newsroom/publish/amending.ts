/** Entries about messages that were edited or deleted. */
import type { Entry } from '../../sessions/entry.ts';

/** @param target the id of the entry that records the edited message */
export function editedEntry(key: string, target: string, content: string, ts: number): Entry {
  return { v: 1, id: key, ts, role: 'assistant', content, meta: { kind: 'edit', target } };
}

/**
 * An entry that removes another one.
 * @param ts ms since the epoch
 */
export function goneEntry(key: string, target: string, ts: number): Entry {
  return { v: 1, id: key, ts, role: 'assistant', content: '', meta: { kind: 'delete', target } };
}
