/**
 * Splits a long message into pieces that a channel accepts.
 *
 * - A piece has at most `limit` UTF-16 units (no platform counts more).
 * - The cut is between paragraphs, or else lines, sentences or words. It is never inside a code block (the fence is
 *   closed and reopened), a Markdown link, a URL, a mention, inline code, or a grapheme. Only a link or word longer
 *   than a whole piece is cut inside.
 * - Only white space at the cuts is lost.
 */
import { sentences } from './sentences.ts';

/** A smaller limit has no room for a fence and one character. */
const LEAST_LIMIT = 16;
const UNBROKEN =
  /```[^\n`]+```|`[^`\n]+`|!?\[(?:[^[\]\n]|\[[^\]\n]*\])*\]\([^)\s]*\)|<[^\s<>]{1,60}>|https?:\/\/[^\s<>]+/gu;
const FENCE = /^ {0,3}(`{3,})([^`\n]*)$/;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Split a message; empty for white space only.
 * @throws RangeError for a limit under 16.
 */
export function splitMessage(text: string, limit: number): string[] {
  if (limit < LEAST_LIMIT) throw new RangeError(`a message of ${limit} characters can't hold a code fence`);
  const pieces: string[] = [];
  let rest = text;
  let fence: string | undefined;
  while (rest.trim() !== '') {
    const head = fence === undefined ? '' : `${shortFence(fence, limit)}\n`;
    if (head.length + rest.length <= limit) {
      pieces.push(fence === undefined ? rest.trim() : `${head}${rest.trimEnd()}`);
      break;
    }
    const cut = bestCut(rest, limit - head.length, fence);
    const body = rest.slice(0, cut.at);
    if (cut.fence === undefined) {
      const piece = fence === undefined ? body.trim() : `${head}${body.trimEnd()}`;
      if (piece !== '') pieces.push(piece);
      rest = rest.slice(cut.at).replace(/^[ \t]*\n+|^\s+/u, '');
    } else {
      const whole = `${head}${body.replace(/\s+$/u, '')}`;
      pieces.push(`${fence === undefined ? whole.replace(/^\s+/u, '') : whole}\n${marks(cut.fence)}`);
      rest = rest.slice(cut.at).replace(/^\n/, '');
    }
    fence = cut.fence;
  }
  return pieces;
}

interface Cut {
  readonly at: number;
  /** The opening line of the code block that contains the cut. */
  readonly fence: string | undefined;
}

/** The best place to cut within `room` units of `text`, which starts inside `fence` if given. */
function bestCut(text: string, room: number, fence: string | undefined): Cut {
  const lines = fencedLines(text.slice(0, room + 1), fence);
  const cutAt = (at: number): Cut => ({ at, fence: lines.findLast((line) => line.start <= at)?.inside });
  const unbroken = [...text.slice(0, room * 2).matchAll(UNBROKEN)].map(
    (match) => [match.index, match.index + match[0].length] as const,
  );
  const allowed = (at: number): boolean => {
    if (at <= 0 || at > room || text.slice(0, at).trim() === '') return false;
    const line = lines.findLast((other) => other.start <= at);
    if (line?.inside !== undefined)
      return at + 1 + marks(line.inside).length <= room && at > line.contentStart;
    return !unbroken.some(([start, end]) => start < at && at < end);
  };
  const prose = (at: number) => cutAt(at).fence === undefined;
  const head = text.slice(0, room + 1);
  const ranks: (() => number[])[] = [
    () => [...head.matchAll(/\n\s*\n/gu)].map((match) => match.index).filter(prose),
    () => [...head.matchAll(/\n/gu)].map((match) => match.index),
    () =>
      sentences(head)
        .slice(0, -1)
        .map((sentence) => sentence.end)
        .filter(prose),
    () => [...head.matchAll(/\s/gu)].map((match) => match.index).filter(prose),
  ];
  const least = [room * 0.3, room * 0.3, room * 0.3, 0];
  for (const [rank, places] of ranks.entries()) {
    const at = places().findLast(allowed);
    if (at !== undefined && at >= (least[rank] ?? 0)) return cutAt(at);
  }
  return cutAt(
    longestGraphemes(text, allowed) ||
      longestGraphemes(text, (at) => cutAt(at).fence === undefined && at <= room) ||
      Math.max(1, room - 8),
  );
}

/** The last grapheme boundary that `fits`; 0 when there is none. */
function longestGraphemes(text: string, fits: (at: number) => boolean): number {
  let best = 0;
  for (const { index } of graphemes.segment(text.slice(0, 4096))) if (fits(index)) best = index;
  return best;
}

interface Line {
  readonly start: number;
  /** The code block that contains the start of this line. */
  readonly inside: string | undefined;
  /** Where the block's code starts, so that no empty block is made. */
  readonly contentStart: number;
}

function fencedLines(text: string, fence: string | undefined): Line[] {
  const lines: Line[] = [];
  let open = fence;
  let contentStart = 0;
  let start = 0;
  for (const line of text.split('\n')) {
    const match = FENCE.exec(line);
    const end = start + line.length + 1;
    if (open === undefined && match !== null) {
      open = line.trim();
      contentStart = end;
      // Before the opening line is outside; any place within the line is inside.
      lines.push(
        { start, inside: undefined, contentStart: 0 },
        { start: start + 1, inside: open, contentStart },
      );
    } else if (
      open !== undefined &&
      match !== null &&
      match[2]?.trim() === '' &&
      (match[1]?.length ?? 0) >= marks(open).length
    ) {
      lines.push({ start, inside: open, contentStart: end });
      lines.push({ start: end - 1, inside: undefined, contentStart: 0 });
      open = undefined;
    } else {
      lines.push({ start, inside: open, contentStart });
    }
    start = end;
  }
  return lines;
}

function marks(fence: string): string {
  return /^`+/.exec(fence)?.[0] ?? '```';
}

/** A long info string is dropped when the block is reopened. */
function shortFence(fence: string, limit: number): string {
  return fence.length <= limit / 4 ? fence : marks(fence);
}
