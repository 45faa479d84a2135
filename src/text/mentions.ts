/** Whether a text contains a phrase, as people would judge. */
import { hasHan } from './chinese/has-han.ts';

/** The last text, because many phrases are looked for in one text. */
let lowered = { text: '', lower: '' };

function lowerCased(text: string): string {
  if (text !== lowered.text) lowered = { text, lower: text.toLowerCase() };
  return lowered.lower;
}

/**
 * Whether `text` contains `phrase`: as whole words (a plural counts) in spaced scripts, anywhere in Chinese. Ignores
 * case.
 */
export function mentions(text: string, phrase: string): boolean {
  const lower = lowerCased(text);
  const wanted = phrase.trim().toLowerCase();
  if (wanted === '') return false;
  for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, at + 1))
    if (hasHan(wanted) || isWhole(lower, at, at + wanted.length)) return true;
  return false;
}

const WORD_BEFORE = /[\p{L}\p{N}]$/u;
const WORD_AFTER = /^(?:s|es|['’]s)?(?![\p{L}\p{N}])/u;

function isWhole(text: string, start: number, end: number): boolean {
  return (
    !WORD_BEFORE.test(text.slice(Math.max(0, start - 2), start)) && WORD_AFTER.test(text.slice(end, end + 4))
  );
}
