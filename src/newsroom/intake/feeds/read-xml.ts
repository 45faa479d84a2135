/**
 * XML as strangers write it, as a stream of what stands in it: the one reader of XML in the house.
 *
 * Nothing is refused: tags may be unclosed, crossed or unknown, `&` bare, text may stand before the root. Comments,
 * instructions and doctypes are passed over, and no entity of a doctype is opened. Time goes with the length of the
 * text, and others get a turn while a long one is read.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import type { Tokenizer } from 'htmlparser2';
import { decodeReferences } from './html-entities.ts';

/** By lower-case name, prefixes as written. */
export type Attributes = Readonly<Record<string, string>>;

/** Is told what is found, in order. Names are in lower case. */
export interface XmlVisitor {
  /** @param isEmpty no end tag will come (`<a/>`). */
  open(name: string, attributes: Attributes, isEmpty: boolean): void;
  /** An end tag, perhaps of nothing that is open. */
  close(name: string): void;
  /** Text between tags, its references unread; one may be cut where the next call goes on. */
  escaped?(text: string): void;
  /** Text of a CDATA section. */
  text?(text: string): void;
}

/** So much is read before others get a turn: a few milliseconds. */
const CHUNK_CHARACTERS = 100_000;
const MOST_ATTRIBUTE_CHARACTERS = 200_000;

/** Read a document, however malformed, in pieces between which the desk goes on. */
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

/** Gathers start tags from what the tokenizer finds. Places count from the start of the whole text. */
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
