/** A field of a feed or of an item. Its text grows up to a length, is as the XML means it, and may hold markup. */
import type { Kept } from './feed-names.ts';
import { decodeReferences } from './html-entities.ts';
import type { Attributes } from './read-xml.ts';

const MOST_CHARACTERS = 200_000;
const TEXTS: ReadonlySet<Kept> = new Set<Kept>(['title', 'summary', 'content']);

export class Field {
  readonly kept: Kept;
  /** By lower-case name, prefixes as written. */
  readonly attributes: Attributes;
  /** What `xml:base` says here, resolved as far as it can be; may be empty. */
  readonly base: string;
  #text = '';
  /** Text whose references are still to be read: one may come in two pieces. */
  #escaped = '';
  #characters = 0;

  constructor(kept: Kept, attributes: Attributes, base: string, text = '') {
    this.kept = kept;
    this.attributes = attributes;
    this.base = base;
    this.add(text);
  }

  /** Text that stays as it stands: of a CDATA section, or markup. */
  add(text: string): void {
    this.#unescape();
    this.#text += this.#room(text);
  }

  /** Text with references in it. */
  addEscaped(text: string): void {
    this.#escaped += this.#room(text);
  }

  /** All of it, trimmed, base64 undone. References are read only now: most texts of a feed are never asked for. */
  text(): string {
    this.#unescape();
    const text = this.#isBase64(this.#text) ? Buffer.from(this.#text, 'base64').toString('utf8') : this.#text;
    return text.trim();
  }

  #unescape(): void {
    if (this.#escaped === '') return;
    this.#text += decodeReferences(this.#escaped);
    this.#escaped = '';
  }

  /** As much of the text as there is room for. */
  #room(text: string): string {
    const room = Math.max(0, MOST_CHARACTERS - this.#characters);
    this.#characters += Math.min(room, text.length);
    return text.length <= room ? text : text.slice(0, room);
  }

  /** Atom 0.3 says so by its mode; Atom 1.0 by a type that is neither text nor XML. */
  #isBase64(text: string): boolean {
    const { mode, type, src } = this.attributes;
    if (mode === 'base64') return true;
    if (!TEXTS.has(this.kept) || type === undefined || src !== undefined) return false;
    return !/^(?:text|html|xhtml)$|^text\/|xml$/i.test(type) && /^[a-z0-9+/=\s]+$/i.test(text);
  }
}
