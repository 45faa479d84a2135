/**
 * Entries as they are to be read now: an edited message has its newest words, what was taken back is gone. An edit and
 * a deletion are entries of their own, after the one that they are about. Pure.
 *
 * @import { Entry } from './shapes.js'
 */

/**
 * @param {Entry[]} entries oldest first
 * @returns {Entry[]} the same entries where nothing was changed
 */
export function amended(entries) {
  /** @type {Map<unknown, Entry>} */
  const edits = new Map();
  const gone = new Set();
  for (const entry of entries) {
    if (entry.meta?.['kind'] === 'edit') edits.set(entry.meta['target'], entry);
    if (entry.meta?.['kind'] === 'delete') gone.add(entry.meta['target']);
  }
  if (edits.size === 0 && gone.size === 0) return entries;
  return entries.flatMap((entry) => {
    const kind = entry.meta?.['kind'];
    if (kind === 'edit' || kind === 'delete' || gone.has(entry.id)) return [];
    const edit = edits.get(entry.id);
    return edit ? [{ ...entry, content: edit.content, meta: { ...entry.meta, edited: edit.ts } }] : [entry];
  });
}
