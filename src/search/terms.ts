/** The typed text as terms that must all be found. There are no operators. */
import { foldText } from './fold.ts';

const PHRASE = /"([^"]+)"|“([^”]+)”|「([^」]+)」|『([^』]+)』/gu;

/**
 * Words between spaces, and quoted phrases as a whole; folded, without duplicates. If only punctuation was typed,
 * that is the term. Empty if nothing visible was typed.
 */
export function termsOf(typed: string): string[] {
  const phrases = [...typed.matchAll(PHRASE)].map(
    (match) => match.slice(1).find((one) => one !== undefined) ?? '',
  );
  const words = typed.replaceAll(PHRASE, ' ').split(/[\s\p{Cc}\p{Z}]+/u);
  const terms = folded([...phrases, ...words]);
  return terms.length > 0 ? terms : folded([typed]);
}

function folded(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => foldText(text).trim()))].filter((term) => term !== '');
}
