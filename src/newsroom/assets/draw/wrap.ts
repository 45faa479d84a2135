/** Wraps text into lines at Unicode's line-breaking opportunities, in either script. */
import LineBreaker from 'linebreak';
import type { Typeface } from './typeface.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

export interface Fitted {
  readonly lines: readonly string[];
  readonly size: number;
}

interface Room {
  readonly width: number;
  readonly lines: number;
  /** Tried in this order, largest first. */
  readonly sizes: readonly [number, ...number[]];
  /** Balance the lengths of several lines, to avoid a last line with a single word. */
  readonly balance?: true;
}

/** The largest size at which everything fits. At the smallest size, text that doesn't fit ends in an ellipsis. */
export function fit(text: string, face: Typeface, { width, lines: most, sizes, balance }: Room): Fitted {
  for (const size of sizes) {
    const lines = wrap(text, face, size, width);
    if (lines.length <= most)
      return { lines: balance ? balanced(text, lines, face, size, width) : lines, size };
  }
  const size = Math.min(...sizes);
  const lines = wrap(text, face, size, width).slice(0, most);
  const last = lines.pop() ?? '';
  return { lines: [...lines, cut(last, face, size, width)], size };
}

/** Whether all of it fits at this size. */
export function fits(text: string, face: Typeface, size: number, width: number, lines: number): boolean {
  return wrap(text, face, size, width).length <= lines;
}

/** As many lines as needed. A word longer than a line is broken between graphemes. */
function wrap(text: string, face: Typeface, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces(text)) {
    if (face.width((line + piece).trimEnd(), size) <= width) {
      line += piece;
      continue;
    }
    if (line !== '') lines.push(line.trimEnd());
    line = piece;
    while (face.width(line.trimEnd(), size) > width) {
      const head = headOf(line, face, size, width);
      lines.push(head);
      line = line.slice(head.length);
    }
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  return lines;
}

function pieces(text: string): string[] {
  const breaker = new LineBreaker(text);
  const found: string[] = [];
  let from = 0;
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    found.push(text.slice(from, next.position));
    from = next.position;
  }
  return found;
}

/** The longest beginning that fits; at least one grapheme, to guarantee progress. */
function headOf(text: string, face: Typeface, size: number, width: number): string {
  let head = '';
  for (const { segment } of graphemes.segment(text)) {
    if (head !== '' && face.width(head + segment, size) > width) break;
    head += segment;
  }
  return head;
}

function cut(line: string, face: Typeface, size: number, width: number): string {
  const room = width - face.width('…', size);
  const head = face.width(line, size) <= room ? line : headOf(line, face, size, room);
  return `${head.replace(/[\s,;:，、；：–—-]+$/u, '')}…`;
}

/** The same number of lines at the smallest width. */
function balanced(text: string, lines: string[], face: Typeface, size: number, width: number): string[] {
  if (lines.length < 2) return lines;
  let best = lines;
  let [low, high] = [width / 2, width];
  for (let round = 0; round < 6; round++) {
    const middle = (low + high) / 2;
    const tried = wrap(text, face, size, middle);
    if (tried.length <= lines.length) [best, high] = [tried, middle];
    else low = middle;
  }
  return best;
}
