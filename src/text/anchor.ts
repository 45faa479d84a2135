import { cjkLength } from './cjk.ts';
import { numbersIn } from './numbers.ts';
import { tokens } from './tokens.ts';

/**
 * Whether a text tells the concrete anchor: word for word, or all its words, or its numbers and half its words.
 * An anchor in another script than the text is compared by its numbers only; one without numbers can't be.
 */
export function tellsAnchor(text: string, anchor: string): boolean {
  const wanted = anchor.trim();
  if (wanted === '' || plain(text).includes(plain(wanted))) return true;
  const numbers = numbersIn(wanted).map(({ value }) => value);
  const told = new Set(numbersIn(text).map(({ value }) => value));
  const allNumbers = numbers.every((value) => told.has(value));
  if (cjkLength(wanted) > 0 !== cjkLength(text) > 0) return allNumbers;
  const words = [...new Set(tokens(wanted))];
  const there = new Set(tokens(text));
  const shared = words.filter((word) => there.has(word)).length;
  return shared === words.length || (numbers.length > 0 && allNumbers && shared * 2 >= words.length);
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/[’‘]/gu, "'").replaceAll(/\s+/gu, ' ');
}
