/** Numeric ids beyond JavaScript's exact integers: they are returned with the same digits as given. */

/** A number with its original digits. */
class ExactNumber {
  readonly written: string;

  constructor(written: string) {
    this.written = written;
  }

  /** Inside other JSON it is a string, so that it doesn't change. */
  toJSON(): string {
    return this.written;
  }
}

/**
 * @param text the JSON object that `asked` was parsed from. @returns its id; an `ExactNumber` where the parsed one
 * may differ.
 */
export function exactId(text: string, asked: Readonly<Record<string, unknown>>): unknown {
  const id = asked['id'] ?? null;
  if (typeof id !== 'number' || Number.isSafeInteger(id)) return id;
  return new ExactNumber(writtenId(text));
}

/** An answer as a line, with its id first and unchanged. */
export function lineOf(answer: object): string {
  const { id, ...rest } = answer as { readonly id?: unknown };
  if (!(id instanceof ExactNumber)) return JSON.stringify(answer);
  const more = JSON.stringify(rest).slice(1);
  return `{"id":${id.written}${more === '}' ? '' : ','}${more}`;
}

/** The last number under the key `id` in an object of valid JSON: the one that a parser takes. */
function writtenId(text: string): string {
  let found = '';
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ']') depth -= 1;
    else if (sign === '"') {
      const end = endOfString(text, at);
      const number = depth === 1 && isId(text, at, end) ? numberAfter(text, end) : undefined;
      found = number ?? found;
      at = end - 1;
    }
  }
  return found;
}

/** A key may be written with escapes. */
function isId(text: string, at: number, end: number): boolean {
  return end - at <= '"\\u0069\\u0064"'.length && JSON.parse(text.slice(at, end)) === 'id';
}

/** The index after the closing quote. */
function endOfString(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); ; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return end + 1;
  }
}

const NUMBER = /\s*:\s*(-?\d[\d.eE+-]*)/y;

/** @returns undefined after a string that isn't a key, or whose value isn't a number. */
function numberAfter(text: string, at: number): string | undefined {
  NUMBER.lastIndex = at;
  return NUMBER.exec(text)?.[1];
}
