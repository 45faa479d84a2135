/** Editors' notes that bind selection: what they asked to leave out. */
import type { Note } from '../../sessions/note.ts';
import { mentions } from '../edition.ts';

/** The first note in force that excludes an event with this category and these texts. */
export function excludedBy(
  notes: readonly Note[],
  told: { readonly category: string; readonly title: string; readonly description: string },
  nowMs: number,
): Note | undefined {
  return notes.find((note) => {
    if (note.exclude === undefined || (note.untilMs !== undefined && note.untilMs <= nowMs)) return false;
    const { categories, subjects } = note.exclude;
    const isCategory = categories.some((it) => it.toLowerCase() === told.category.toLowerCase());
    return isCategory || subjects.some((it) => mentions(`${told.title} ${told.description}`, it));
  });
}
