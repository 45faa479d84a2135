/**
 * Folds text for comparison: without case, accents of Latin letters, character width, Chinese script (Traditional,
 * Simplified, variants), invisible characters, and forms of quotation marks and hyphens. Spaces and control characters
 * become one space. The search index holds folded text: a change of the rules needs a migration that empties it.
 *
 * Each code point is folded by itself, so a folded part of a text is a part of the folded text.
 */
import { scriptless } from '../text/chinese/scripts.ts';

const SPACE = /[\s\p{Cc}\p{Z}]/u;
const HALF = /\p{Cs}/u;
const UNSEEN = /[\p{Cf}\u0300-\u036f\ufe00-\ufe0f]/gu;

/** What people type for what printers set. NFKD has made other forms into these. */
const TYPED: readonly (readonly [RegExp, string])[] = [
  [/[‘’ʼ]/gu, "'"],
  [/[“”]/gu, '"'],
  [/[‐–]/gu, '-'],
];

const known = new Map<string, string>();
/** Cached characters; enough for a newsroom. Others are folded each time. */
const MOST_KNOWN = 50_000;

/** A text as the search index has it: without case, accents and differences of script. */
export function foldText(text: string): string {
  let folded = '';
  for (const character of text) folded += joining(folded, foldCharacter(character));
  return folded;
}

export interface FoldedText {
  readonly folded: string;
  /**
   * For each UTF-16 unit of `folded`: where its character begins in the text, in UTF-16 units; then the text's
   * length.
   */
  readonly starts: readonly number[];
}

/** The same, with the origin of each unit. */
export function foldWithStarts(text: string): FoldedText {
  let folded = '';
  let at = 0;
  const starts: number[] = [];
  for (const character of text) {
    const next = joining(folded, foldCharacter(character));
    for (let unit = 0; unit < next.length; unit++) starts.push(at);
    folded += next;
    at += character.length;
  }
  return { folded, starts: [...starts, text.length] };
}

/** Two spaces become one. */
function joining(before: string, next: string): string {
  return next.startsWith(' ') && before.endsWith(' ') ? next.slice(1) : next;
}

function foldCharacter(character: string): string {
  const found = known.get(character);
  if (found !== undefined) return found;
  const folded = folding(character);
  if (known.size < MOST_KNOWN) known.set(character, folded);
  return folded;
}

function folding(character: string): string {
  if (SPACE.test(character)) return ' ';
  if (HALF.test(character)) return '\ufffd'; // As it is stored.
  const plain = character.normalize('NFKD').replace(UNSEEN, '').toLowerCase().replace(UNSEEN, '');
  const typed = TYPED.reduce((text, [printed, key]) => text.replace(printed, key), plain);
  return scriptless(typed).replace(/[\s\p{Cc}\p{Z}]+/gu, ' ');
}
