/** Reads lines of a file without reading more than is asked for. */
import { MAX_ENTRY_BYTES } from '../../sessions/entry.ts';
import type { PlainFile } from './plain-file.ts';

const BLOCK = 64 * 1024;
const NEWLINE = 10;
/** In bytes. No line that Nightdesk wrote is longer. */
export const LONGEST_LINE = 4 * MAX_ENTRY_BYTES;

export interface Line {
  /** Start and end of the line in bytes; the end includes its newline. */
  readonly start: number;
  readonly end: number;
  /** Empty for a line longer than `longest`, which is never held in memory. */
  readonly text: string;
  /** False for a last line without a newline. */
  readonly ended: boolean;
  /** Whether it is longer than `longest`. */
  readonly isTooLong: boolean;
}

/** A range of whole lines, in bytes. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

interface Reading {
  /** In bytes; unlimited by default. */
  readonly longest?: number;
  /** Asked with the end of a line that was read: the span before it to skip, if any. */
  readonly passedOver?: (end: number) => Span | undefined;
}

/** Lines from the end to the beginning. Text after the last newline, if any, comes first. */
export async function* linesBackwards(
  file: Pick<PlainFile, 'read'>,
  size: number,
  { longest = Infinity, passedOver = () => undefined }: Reading = {},
): AsyncIterable<Line> {
  const line = new Gathering(longest);
  let ended = false;
  let position = size;
  /** The end of the line that is being read. */
  let end = size;
  const pass = (): boolean => {
    const span = passedOver(end);
    if (!span) return false;
    position = end = span.start;
    ended = false;
    line.clear();
    return true;
  };
  pass();
  blocks: while (position > 0) {
    const block = Buffer.allocUnsafe(Math.min(BLOCK, position));
    position -= block.length;
    if ((await file.read(block, position)) < block.length) return; // the file was truncated in the meantime
    let right = block.length;
    for (
      let at = block.lastIndexOf(NEWLINE);
      at >= 0;
      at = at > 0 ? block.lastIndexOf(NEWLINE, at - 1) : -1
    ) {
      line.before(block.subarray(at + 1, right));
      const start = position + at + 1;
      if (ended || line.length > 0) yield { start, end, ...line.taken(), ended };
      ended = true;
      end = start;
      right = at;
      if (pass()) continue blocks;
    }
    line.before(block.subarray(0, right));
  }
  if (size > 0) yield { start: 0, end, ...line.taken(), ended };
}

/** Whole lines from an offset on, without a last line that has no newline. `from` must be the start of a line. */
export async function* linesFrom(
  file: Pick<PlainFile, 'read' | 'size'>,
  from: number,
  longest = Infinity,
): AsyncIterable<string> {
  for await (const { text } of wholeLinesFrom(file, from, longest)) yield text;
}

/** The same, with each line's end offset. */
export async function* wholeLinesFrom(
  file: Pick<PlainFile, 'read' | 'size'>,
  from: number,
  longest = Infinity,
): AsyncIterable<Pick<Line, 'text' | 'end' | 'isTooLong'>> {
  const line = new Gathering(longest);
  const block = Buffer.allocUnsafe(Math.max(1, Math.min(BLOCK, file.size - from)));
  for (let position = from; ;) {
    const bytesRead = await file.read(block, position);
    if (bytesRead === 0) return;
    const begin = position;
    position += bytesRead;
    let left = 0;
    for (let at = block.indexOf(NEWLINE); at >= 0 && at < bytesRead; at = block.indexOf(NEWLINE, at + 1)) {
      line.after(block.subarray(left, at));
      yield { ...line.taken(), end: begin + at + 1 };
      left = at + 1;
    }
    line.after(Buffer.from(block.subarray(left, bytesRead)));
  }
}

/** Collects the pieces of a line, up to the maximum length. */
class Gathering {
  readonly #longest: number;
  #pieces: Buffer[] = [];
  length = 0;

  constructor(longest: number) {
    this.#longest = longest;
  }

  before(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#add(piece.length);
    if (this.#pieces.length > 1) this.#pieces.unshift(this.#pieces.pop()!);
  }

  after(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#add(piece.length);
  }

  taken(): Pick<Line, 'text' | 'isTooLong'> {
    const isTooLong = this.length > this.#longest;
    const text = isTooLong ? '' : Buffer.concat(this.#pieces).toString('utf8');
    this.clear();
    return { text, isTooLong };
  }

  clear(): void {
    this.#pieces = [];
    this.length = 0;
  }

  #add(bytes: number): void {
    this.length += bytes;
    if (this.length > this.#longest) this.#pieces = [];
  }
}
