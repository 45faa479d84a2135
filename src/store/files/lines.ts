import type { FileHandle } from 'node:fs/promises';

/** Lines of a file without reading more of it than is asked for. */

const BLOCK = 64 * 1024;
const NEWLINE = 10;

export interface Line {
  /** Where the line begins, in bytes. */
  readonly start: number;
  readonly text: string;
  /** False for a last line without its newline. */
  readonly ended: boolean;
}

/** Lines from the end to the beginning. What follows the last newline comes first, when there is anything. */
export async function* linesBackwards(file: FileHandle, size: number): AsyncIterable<Line> {
  let pieces: Buffer[] = []; // of the line being gathered, in order
  let ended = false;
  for (let position = size; position > 0;) {
    const block = Buffer.allocUnsafe(Math.min(BLOCK, position));
    position -= block.length;
    await file.read(block, 0, block.length, position);
    let right = block.length;
    for (
      let at = block.lastIndexOf(NEWLINE);
      at >= 0;
      at = at > 0 ? block.lastIndexOf(NEWLINE, at - 1) : -1
    ) {
      const text = Buffer.concat([block.subarray(at + 1, right), ...pieces]).toString('utf8');
      if (ended || text !== '') yield { start: position + at + 1, text, ended };
      ended = true;
      pieces = [];
      right = at;
    }
    pieces.unshift(block.subarray(0, right));
  }
  if (size > 0) yield { start: 0, text: Buffer.concat(pieces).toString('utf8'), ended };
}

/** Whole lines from a byte on; a last line without its newline is left out. `from` must begin a line. */
export async function* linesFrom(file: FileHandle, from: number): AsyncIterable<string> {
  let position = from;
  let rest = Buffer.alloc(0);
  for (;;) {
    const block = Buffer.allocUnsafe(BLOCK);
    const { bytesRead } = await file.read(block, 0, BLOCK, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    let text = Buffer.concat([rest, block.subarray(0, bytesRead)]);
    for (let at = text.indexOf(NEWLINE); at >= 0; at = text.indexOf(NEWLINE)) {
      yield text.subarray(0, at).toString('utf8');
      text = text.subarray(at + 1);
    }
    rest = text;
  }
}
