import type { Edition } from './edition.ts';

/** Of an edition: its categories, some with a label of their own, and its language. */
export type Labels = Pick<Edition, 'language'> & Partial<Pick<Edition, 'categories'>>;

/** A category as people read it: its label, else what the edition's language calls it, else its name. */
export function categoryLabel(category: string, edition: Labels | undefined): string {
  const known = edition?.categories?.find(({ name }) => name === category);
  if (known === undefined || edition === undefined) return category;
  const chinese = edition.language === 'en' ? undefined : known.aliases.find((alias) => HAN.test(alias));
  return known.label ?? chinese ?? category;
}

const HAN = /\p{Script=Han}/u;
