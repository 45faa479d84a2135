/**
 * What a text is about, in terms that texts of the other language can share: each English word is a concept, each
 * Chinese word with all its English senses, each known name with all its forms, each number by its value.
 */
import { glossedWords } from './chinese/dictionary.ts';
import { hasHan } from './chinese/has-han.ts';
import type { Glossary, KnownName } from './glossary/glossary.ts';
import { numbersIn } from './numbers.ts';
import { tokens } from './tokens.ts';

/** One thing that a text mentions, with all terms for it. */
export type Concept = readonly string[];

interface Terms {
  readonly glossary: Glossary;
  /** Whether texts of the other language are compared; then Chinese words are looked up in the dictionary. */
  readonly acrossLanguages: boolean;
}

/** In the order of the text, each once. */
export function conceptsOf(text: string, terms: Terms): Concept[] {
  const names = terms.glossary.mentionsIn(text);
  const concepts: Concept[] = names.map(({ known }) => [nameTerm(known)]);
  const rest = names.reduce((left, { start, end }) => blanked(left, start, end), text);
  for (const { value, time } of numbersIn(rest)) if (!time) concepts.push([`#${value}`]);
  for (const token of tokens(rest))
    if (!/^\d/.test(token) && !(terms.acrossLanguages && hasHan(token))) concepts.push([token]);
  if (terms.acrossLanguages) concepts.push(...glossedWords(rest).map(({ english }) => english));
  const seen = new Set<string>();
  return concepts.filter((concept) => !seen.has(concept.join('|')) && seen.add(concept.join('|')));
}

/** All terms under which a text can be found. */
export function termsOf(text: string, terms: Terms): Set<string> {
  const found = new Set(conceptsOf(text, terms).flat());
  // Chinese texts are compared with each other by characters.
  for (const token of tokens(text)) found.add(token);
  return found;
}

function nameTerm({ forms }: KnownName): string {
  return `@${forms[0] ?? ''}`;
}

function blanked(text: string, start: number, end: number): string {
  return `${text.slice(0, start)}${' '.repeat(end - start)}${text.slice(end)}`;
}
