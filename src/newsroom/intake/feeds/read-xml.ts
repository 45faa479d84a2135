/**
 * A tolerant streaming XML reader; the only reader of XML in the project.
 *
 * Nothing is refused: tags may be unclosed, crossed or unknown, `&` may be bare, text may precede the root. Comments,
 * instructions and doctypes are skipped, and entities of a doctype are not expanded. Takes linear time, and lets
 * other work run while it reads a long text.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import type { Tokenizer } from 'htmlparser2';
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

/** How much is read (a few milliseconds) before other work gets a turn. */
const CHUNK_CHARACTERS = 100_000;
const MOST_ATTRIBUTE_CHARACTERS = 200_000;

/** Read a document, however malformed, in pieces, letting the desk run in between. */
export async function readXml(text: string, visitor: XmlVisitor): Promise<void> {
  const { Tokenizer } = await import('htmlparser2');
  const tags = new TagReader(text, visitor);
  const tokenizer: Tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: false }, tags);
  for (let at = 0; at < text.length; at += CHUNK_CHARACTERS) {
    if (at > 0) await breathe();
    tokenizer.write(text.slice(at, at + CHUNK_CHARACTERS));
  }
  tokenizer.end();
}

/** Assembles start tags from tokens. Offsets are from the start of the whole text. */
class TagReader {
  readonly #text: string;
  readonly #visitor: XmlVisitor;
  /** The start tag that is being read. */
  #tag = '';
  #attributes: Record<string, string> = {};
  #attribute = '';
  #value = '';

  constructor(text: string, visitor: XmlVisitor) {
    this.#text = text;
    this.#visitor = visitor;
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#text.slice(start, end).toLowerCase();
    this.#attributes = {};
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#text.slice(start, end).toLowerCase();
    this.#value = '';
  }

  onattribdata(start: number, end: number): void {
    if (this.#value.length < MOST_ATTRIBUTE_CHARACTERS) this.#value += this.#text.slice(start, end);
  }

  onattribend(): void {
    this.#attributes[this.#attribute] ??= decodeReferences(this.#value);
  }

  onopentagend(): void {
    this.#visitor.open(this.#tag, this.#attributes, false);
  }

  onselfclosingtag(): void {
    this.#visitor.open(this.#tag, this.#attributes, true);
  }

  onclosetag(start: number, end: number): void {
    this.#visitor.close(this.#text.slice(start, end).toLowerCase());
  }

  ontext(start: number, end: number): void {
    this.#visitor.escaped?.(this.#text.slice(start, end));
  }

  oncdata(start: number, end: number, endOffset: number): void {
    this.#visitor.text?.(this.#text.slice(start, end - endOffset));
  }

  onattribentity(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onprocessinginstruction(): void {}
  ontextentity(): void {}
}
