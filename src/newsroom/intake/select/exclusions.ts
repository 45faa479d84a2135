/** Editors' notes that bind selection: what they asked to leave out. */
import type { Note } from '../../../sessions/note.ts';
import { bundledGlossary } from '../../../text/glossary/glossary.ts';
import type { Glossary } from '../../../text/glossary/glossary.ts';
import { mentions } from '../../edition/edition.ts';

/** The first note in force that excludes an event with this category and these texts: 「唔好再出阿里巴巴」 binds "Alibaba". */
export function excludedBy(
  notes: readonly Note[],
  told: { readonly category: string; readonly title: string; readonly description: string },
  nowMs: number,
  glossary: Glossary = bundledGlossary(),
): Note | undefined {
  const text = `${told.title} ${told.description}`;
  const named = new Set(glossary.mentionsIn(text).flatMap((mention) => glossary.named(mention.text)));
  const tellsOf = (subject: string) =>
    mentions(text, subject) || glossary.named(subject).some((known) => named.has(known));
  return notes.find((note) => {
    if (note.exclude === undefined || (note.untilMs !== undefined && note.untilMs <= nowMs)) return false;
    const { categories, subjects } = note.exclude;
    const isCategory = categories.some((it) => it.toLowerCase() === told.category.toLowerCase());
    return isCategory || subjects.some(tellsOf);
  });
}
