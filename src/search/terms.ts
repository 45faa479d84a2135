/** What somebody typed, as terms that must all be found. Nothing in it is an operator. */
import { foldText } from './fold.ts';

const PHRASE = /"([^"]+)"|“([^”]+)”|「([^」]+)」|『([^』]+)』/gu;

/**
 * The words between spaces, and what stands in quotation marks as a whole; folded, each once. Where only quotation marks
 * and the like were typed, they are what is looked for. Empty where nothing is to be seen.
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
