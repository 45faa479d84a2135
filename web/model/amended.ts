import type { Entry } from './shapes.ts';

/**
 * Entries as they are to be read now: an edited message has its newest words, what was taken back is gone. An edit and
 * a deletion are entries of their own, after the one that they are about; so is a report of something that is told
 * already, whose newest words it has.
 *
 * @param entries oldest first
 * @returns the same entries where nothing was changed
 */
export function amended(entries: Entry[]): Entry[] {
  const edits = new Map<unknown, Entry>();
  const gone = new Set<unknown>();
  /** What is shown in the place of a report. */
  const standsFor = new Map<unknown, unknown>();
  const ids = new Set(entries.map(({ id }) => id));
  for (const entry of entries) {
    const { kind, target } = entry.meta ?? {};
    if (kind === 'edit') edits.set(standsFor.get(target) ?? target, entry);
    if (kind === 'delete') gone.add(target);
    if (kind === 'report' && ids.has(String(target))) {
      standsFor.set(entry.id, target);
      edits.set(target, entry);
    }
  }
  if (edits.size === 0 && gone.size === 0) return entries;
  return entries.flatMap((entry) => {
    const kind = entry.meta?.['kind'];
    if (kind === 'edit' || kind === 'delete' || gone.has(entry.id) || standsFor.has(entry.id)) return [];
    const edit = edits.get(entry.id);
    return edit ? [{ ...entry, content: edit.content, meta: { ...entry.meta, edited: edit.ts } }] : [entry];
  });
}
