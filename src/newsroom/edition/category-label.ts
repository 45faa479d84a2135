import { hasHan } from '../../text/chinese/has-han.ts';
import type { Edition } from './edition.ts';

/** The parts of an edition needed to label categories. */
export type Labels = Pick<Edition, 'language'> & Partial<Pick<Edition, 'categories'>>;

/** A category for people: its label, else the usual name in the edition's language, else its name. */
export function categoryLabel(category: string, edition: Labels | undefined): string {
  const known = edition?.categories?.find(({ name }) => name === category);
  if (known === undefined || edition === undefined) return category;
  const chinese = edition.language === 'en' ? undefined : known.aliases.find(hasHan);
  return known.label ?? chinese ?? category;
}
