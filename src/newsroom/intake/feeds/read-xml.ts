/**
 * A tolerant streaming XML reader; the only reader of XML in the project.
 *
 * Nothing is refused: tags may be unclosed, crossed or unknown, `&` may be bare, text may precede the root. Comments,
 * instructions and doctypes are skipped, and entities of a doctype are not expanded. A tag that the text ends in is
 * skipped too. Takes linear time, and lets other work run while it reads a long text.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import { decodeReferences } from './html-entities.ts';

/** Keyed by lower-case name, prefixes as written. */
export type Attributes = Readonly<Record<string, string>>;

/** Receives what is found, in order. Names are in lower case. */
export interface XmlVisitor {
  /** @param isEmpty there will be no end tag (`<a/>`) */
  open(name: string, attributes: Attributes, isEmpty: boolean): void;
  /** An end tag, possibly without a matching start. */
  close(name: string): void;
  /** Text between tags, with references not decoded; it may be continued by the next call. */
  escaped?(text: string): void;
  /** Text of a CDATA section. */
  text?(text: string): void;
}

/** The attributes of an element that has none. */
export const NO_ATTRIBUTES: Attributes = Object.freeze({});

/** How much is read (a few milliseconds) before other work gets a turn. */
const CHUNK_CHARACTERS = 100_000;
const MOST_ATTRIBUTE_CHARACTERS = 200_000;

const BANG = 33;
const SLASH = 47;
const EQUALS = 61;
const GREATER = 62;
const QUESTION = 63;

/** Read a document, however malformed, in pieces, letting the desk run in between. */
export async function readXml(text: string, visitor: XmlVisitor): Promise<void> {
  const reader = new XmlReader(text, visitor);
  let pause = CHUNK_CHARACTERS;
  for (let at = 0; at < text.length; at = reader.next(at)) {
    if (at < pause) continue;
    pause = at + CHUNK_CHARACTERS;
    await breathe();
  }
}

class XmlReader {
  readonly #text: string;
  readonly #visitor: XmlVisitor;

  constructor(text: string, visitor: XmlVisitor) {
    this.#text = text;
    this.#visitor = visitor;
  }

  /** Read what begins at `at`: a text, a tag or a section. @returns the offset after it */
  next(at: number): number {
    const text = this.#text;
    if (text[at] === '<' && at + 1 < text.length) {
      const code = text.charCodeAt(at + 1);
      if (code === SLASH) return this.#endTag(at);
      if (code === BANG) return this.#declaration(at);
      if (code === QUESTION) return after('>', text, at + 2);
      if (!isNameEnd(code)) return this.#startTag(at);
    }
    const end = before('<', text, at + 1);
    this.#visitor.escaped?.(text.slice(at, end));
    return end;
  }

  #endTag(open: number): number {
    const text = this.#text;
    const start = afterBlanks(text, open + 2);
    const end = afterName(text, start);
    if (end > start) this.#visitor.close(text.slice(start, end).toLowerCase());
    return after('>', text, end);
  }

  #declaration(open: number): number {
    const text = this.#text;
    // A comment may be as short as `<!-->`.
    if (text.startsWith('--', open + 2)) return after('-->', text, open + 2);
    if (!text.startsWith('[CDATA[', open + 2)) return after('>', text, open + 2);
    const start = open + '<![CDATA['.length;
    this.#visitor.text?.(text.slice(start, before(']]>', text, start)));
    return after(']]>', text, start);
  }

  #startTag(open: number): number {
    const text = this.#text;
    let at = afterName(text, open + 2);
    const name = text.slice(open + 1, at).toLowerCase();
    let attributes: Record<string, string> | undefined;
    let isEmpty = false;
    for (; at < text.length;) {
      const code = text.charCodeAt(at);
      if (code === GREATER) {
        this.#visitor.open(name, attributes ?? NO_ATTRIBUTES, isEmpty);
        return at + 1;
      }
      if (code === SLASH || isBlank(code)) {
        isEmpty ||= code === SLASH;
        at += 1;
      } else {
        isEmpty = false;
        at = this.#attribute(at, (attributes ??= {}));
      }
    }
    return at;
  }

  /** The first of several attributes of one name counts. */
  #attribute(start: number, attributes: Record<string, string>): number {
    const text = this.#text;
    const end = afterName(text, start + 1, EQUALS);
    const name = text.slice(start, end).toLowerCase();
    const equals = afterBlanks(text, end);
    if (text[equals] !== '=') {
      attributes[name] ??= '';
      return equals;
    }
    let from = afterBlanks(text, equals + 1);
    const quote = text[from];
    const isQuoted = quote === '"' || quote === "'";
    if (isQuoted) from += 1;
    const to = isQuoted ? before(quote, text, from) : afterValue(text, from);
    const value = text.slice(from, Math.min(to, from + MOST_ATTRIBUTE_CHARACTERS));
    attributes[name] ??= decodeReferences(value);
    return isQuoted ? to + 1 : to;
  }
}

/** Where `what` begins, from `at`; the text's end where it does not. */
function before(what: string, text: string, at: number): number {
  const found = text.indexOf(what, at);
  return found < 0 ? text.length : found;
}

/** Where `what` ends, from `at`; the text's end where there is none. */
function after(what: string, text: string, at: number): number {
  return Math.min(text.length, before(what, text, at) + what.length);
}

function afterBlanks(text: string, at: number): number {
  while (at < text.length && isBlank(text.charCodeAt(at))) at += 1;
  return at;
}

/** @param also another character that ends a name */
function afterName(text: string, at: number, also = GREATER): number {
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isNameEnd(code) || code === also) break;
  }
  return at;
}

function afterValue(text: string, at: number): number {
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === GREATER || isBlank(code)) break;
  }
  return at;
}

function isNameEnd(code: number): boolean {
  return code === SLASH || code === GREATER || isBlank(code);
}

/** Not every space of Unicode: space, tab, line feed, form feed, carriage return. */
function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 12 || code === 13;
}
