/** The typed text as terms that must all be found. There are no operators. */
import { foldText } from './fold.ts';

const PHRASE = /"([^"]+)"|“([^”]+)”|「([^」]+)」|『([^』]+)』/gu;
/** In folded text. */
const QUOTES = /^["'「」『』]+|["'「」『』]+$/gu;

/**
 * Words between spaces, without quotation marks around them, and quoted phrases as a whole; folded, without duplicates.
 * If only punctuation was typed, that is the term. Empty if nothing visible was typed.
 */
export function termsOf(typed: string): string[] {
  const phrases = [...typed.matchAll(PHRASE)].map(
    (match) => match.slice(1).find((one) => one !== undefined) ?? '',
  );
  const words = typed.replaceAll(PHRASE, ' ').split(/[\s\p{Cc}\p{Z}]+/u);
  const terms = visible([
    ...phrases.map(foldText),
    ...words.map((word) => foldText(word).replaceAll(QUOTES, '')),
  ]);
  return terms.length > 0 ? terms : visible([foldText(typed)]);
}

/** "AI", "UK", "5": found as whole words only, as nearly every text has them in longer ones. @param term folded */
export function isShortWord(term: string): boolean {
  return /^[a-z0-9]{1,2}$/.test(term);
}

function visible(folded: readonly string[]): string[] {
  return [...new Set(folded.map((text) => text.trim()))].filter((term) => term !== '');
}
