/**
 * Parses JSON as models write it: one value, perhaps with a fence or a sentence around it, or a trailing comma.
 *
 * Only the form is repaired, and only when there is no doubt: a text with two objects has no value. A real parser is
 * used, so a brace inside a string is part of the string.
 */
type Read = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: string };

/** How many possible starts of an object are tried. */
const MOST_TRIES = 40;
const DEEPEST = 100;

/** Parse the single JSON value of a text. */
export function readJson(text: string): Read {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    const found = objectsIn(text);
    const [only] = found;
    if (only && found.length === 1) return { ok: true, value: only.value };
    const why = found.length > 1 ? 'it has several JSON values in it' : (error as Error).message;
    return { ok: false, error: `it is no JSON (${why})` };
  }
}

/** The whole objects of a JSON text that was cut off before its end: the items of its list, without the last. */
export function wholeItems(text: string): unknown[] {
  return objectsIn(text).map(({ value }) => value);
}

/** The outermost objects of a text, and lists of objects that start a line. */
function objectsIn(text: string): { value: unknown }[] {
  const found: { value: unknown }[] = [];
  let tries = 0;
  for (let at = firstValue(text, 0); at >= 0 && tries < MOST_TRIES; tries++) {
    const parser = new Parser(text, at);
    try {
      found.push({ value: parser.value(0) });
      at = firstValue(text, parser.at);
    } catch (error) {
      if (!(error instanceof NoJson)) throw error;
      at = firstValue(text, at + 1);
    }
  }
  return found;
}

/**
 * The offset of the next object. A list only counts at the start of a line, because `[1]` in a sentence is a
 * citation.
 */
function firstValue(text: string, from: number): number {
  const next = /\{|(?<=(?:^|\n)[ \t]*)\[(?=\s*[{[])/gu;
  next.lastIndex = from;
  return next.exec(text)?.index ?? -1;
}

class NoJson extends Error {}

/** Strict JSON, except for commas before a closing bracket. */
class Parser {
  at: number;
  readonly #text: string;

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  value(depth: number): unknown {
    if (depth > DEEPEST) throw new NoJson();
    this.#space();
    const char = this.#text[this.at];
    if (char === '{') return this.#object(depth);
    if (char === '[') return this.#list(depth);
    return this.#scalar();
  }

  #object(depth: number): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    for (this.at++; !this.#eats('}');) {
      this.#space();
      if (this.#text[this.at] !== '"') throw new NoJson();
      const name = this.#scalar() as string;
      if (!this.#eats(':')) throw new NoJson();
      entries.push([name, this.value(depth + 1)]);
      if (!this.#eats(',') && this.#next() !== '}') throw new NoJson();
    }
    return Object.fromEntries(entries);
  }

  #list(depth: number): unknown[] {
    const items: unknown[] = [];
    for (this.at++; !this.#eats(']');) {
      items.push(this.value(depth + 1));
      if (!this.#eats(',') && this.#next() !== ']') throw new NoJson();
    }
    return items;
  }

  /** A string, number or word, parsed by the platform. */
  #scalar(): unknown {
    const token = /"(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;
    token.lastIndex = this.at;
    const found = token.exec(this.#text)?.[0];
    if (found === undefined) throw new NoJson();
    this.at += found.length;
    try {
      return JSON.parse(found) as unknown;
    } catch {
      throw new NoJson();
    }
  }

  #next(): string | undefined {
    this.#space();
    return this.#text[this.at];
  }

  #eats(char: string): boolean {
    if (this.#next() !== char) return false;
    this.at++;
    return true;
  }

  #space(): void {
    while (/[ \t\r\n]/.test(this.#text[this.at] ?? '')) this.at++;
  }
}
