import { cjkLength } from './cjk.ts';
import { bundledGlossary } from './glossary/glossary.ts';
import { numbersIn } from './numbers.ts';
import { tokens } from './tokens.ts';

/**
 * Whether a text contains an anchor: literally, or all of its words, or its numbers and half of its words. Known
 * names match under any of their names: UK, United Kingdom, 英國. An anchor in another script than the text is compared
 * by its numbers and known names; without any it never matches.
 */
export function tellsAnchor(text: string, anchor: string): boolean {
  const wanted = anchor.trim();
  if (wanted === '' || plain(text).includes(plain(wanted))) return true;
  const numbers = numbersIn(wanted).map(({ value }) => value);
  const told = new Set(numbersIn(text).map(({ value }) => value));
  const allNumbers = numbers.every((value) => told.has(value));
  const names = bundledGlossary().mentionsIn(wanted);
  const known = new Set(
    bundledGlossary()
      .mentionsIn(text)
      .map((mention) => mention.known),
  );
  const named = names.filter((mention) => known.has(mention.known)).length;
  if (cjkLength(wanted) > 0 !== cjkLength(text) > 0) return allNumbers && named === names.length;
  const rest = names.reduce(
    (left, { start, end }) => left.slice(0, start) + ' '.repeat(end - start) + left.slice(end),
    wanted,
  );
  const words = [...new Set(tokens(rest))];
  const there = new Set(tokens(text));
  const shared = words.filter((word) => there.has(word)).length + named;
  const all = words.length + names.length;
  return shared === all || (numbers.length > 0 && allNumbers && shared * 2 >= all);
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/[’‘]/gu, "'").replaceAll(/\s+/gu, ' ');
}
