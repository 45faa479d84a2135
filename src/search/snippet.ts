/** A part of a text around the searched terms, with their positions. */
import { foldWithStarts } from './fold.ts';
import { isShortWord } from './terms.ts';

export interface Snippet {
  readonly text: string;
  /** Positions of terms in `text`: UTF-16 units, end exclusive, in order, not overlapping. */
  readonly marks: readonly (readonly [start: number, end: number])[];
}

/** Characters. */
const ROOM = 240;
/** Characters before the first hit. */
const BEFORE = 60;
const MOST_MARKS = 20;

type Span = readonly [start: number, end: number];

/** @param terms folded, as `termsOf` returns them. */
export function snippetOf(text: string, terms: readonly string[]): Snippet {
  const hits = hitsIn(text, terms);
  const from = startOf(text, hits[0]?.[0] ?? 0);
  const to = endOf(text, from + ROOM);
  const cut = text.slice(from, to);
  const [before, after] = [from > 0 ? '…' : '', to < text.length ? '…' : ''];
  // On one line: each control character and newline becomes a space, so that positions stay valid.
  const shown = `${before}${cut.replace(/[\s\p{Cc}]/gu, (one) => ' '.repeat(one.length))}${after}`;
  const moved = before.length - from;
  const marks = hits
    .filter(([start]) => start >= from && start < to)
    .map(([start, end]): Span => [start + moved, Math.min(end, to) + moved]);
  return { text: shown, marks: marks.slice(0, MOST_MARKS) };
}

/** All positions of all terms, merged where they touch. */
function hitsIn(text: string, terms: readonly string[]): Span[] {
  const { folded, starts } = foldWithStarts(text);
  const found: Span[] = [];
  for (const term of terms) {
    let at = folded.indexOf(term);
    for (let n = 0; at >= 0 && n < MOST_MARKS;) {
      const end = at + term.length;
      if (!isShortWord(term) || isAlone(folded, at, end)) {
        found.push([starts[at]!, endAt(text, starts, end)]);
        n += 1;
      }
      at = folded.indexOf(term, end);
    }
  }
  found.sort(([a], [b]) => a - b);
  const joined: [number, number][] = [];
  for (const [start, end] of found) {
    const last = joined.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined;
}

/** Neither letters nor digits of Latin stand beside it. */
function isAlone(folded: string, start: number, end: number): boolean {
  return !/[a-z0-9]/.test(`${folded.charAt(start - 1)}${folded.charAt(end)}`);
}

/** The end of the character whose last folded unit is before `unit`. */
function endAt(text: string, starts: readonly number[], unit: number): number {
  const last = starts[unit - 1]!;
  return last + String.fromCodePoint(text.codePointAt(last) ?? 0).length;
}

/** At the beginning of a word if one is near; never inside a character. */
function startOf(text: string, hit: number): number {
  if (hit <= BEFORE) return 0;
  const from = hit - BEFORE;
  const space = text.slice(from, from + 20).search(/\s/u);
  return whole(text, space < 0 ? from : from + space + 1);
}

function endOf(text: string, to: number): number {
  if (to >= text.length) return text.length;
  const space = text.slice(to - 20, to).search(/\s\S*$/u);
  return whole(text, space < 0 ? to : to - 20 + space);
}

function whole(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
