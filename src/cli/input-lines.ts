/**
 * Splits bytes into lines, and reads input only as fast as lines are taken.
 *
 * A byte order mark before the first line is dropped.
 *
 * A line over the limit is reported with its number and discarded as it arrives, so memory stays bounded and the
 * next line is read normally.
 */
import type { Readable } from 'node:stream';

export interface InputLine {
  /** From 1. */
  readonly number: number;
  /** Its length in bytes, without its line end. */
  readonly bytes: number;
  /** Absent where the line was longer than the limit. */
  readonly text?: string;
}

const LINE_FEED = 10;

/** The lines of `input`, without their ends (`\n` or `\r\n`); a last line without an end counts. */
export async function* linesOf(input: Readable, mostBytes: number): AsyncGenerator<InputLine> {
  let number = 1;
  let parts: Buffer[] = [];
  let bytes = 0;
  const take = (part: Buffer) => {
    bytes += part.length;
    if (bytes <= mostBytes) parts.push(part);
    else parts = [];
  };
  const line = (): InputLine => {
    const whole = bytes > mostBytes ? undefined : Buffer.concat(parts, bytes).toString('utf8');
    const text = number === 1 ? whole?.replace(/^\ufeff/, '') : whole;
    const told = { number, bytes, ...(text !== undefined && { text: text.replace(/\r$/, '') }) };
    number += 1;
    parts = [];
    bytes = 0;
    return told;
  };
  for await (const chunk of input as AsyncIterable<Buffer | string>) {
    const given = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    let at = 0;
    for (let end = given.indexOf(LINE_FEED); end >= 0; end = given.indexOf(LINE_FEED, at)) {
      take(given.subarray(at, end));
      yield line();
      at = end + 1;
    }
    if (at < given.length) take(given.subarray(at));
  }
  if (bytes > 0) yield line();
}
