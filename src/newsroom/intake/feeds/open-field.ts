/** A field whose end has not come: its text as it grows, up to a length. */
import type { Kept } from './feed-names.ts';
import { decodeReferences } from './html-entities.ts';
import type { Attributes } from './read-xml.ts';

const MOST_CHARACTERS = 200_000;
const TEXTS: ReadonlySet<Kept> = new Set<Kept>(['title', 'summary', 'content']);

export class OpenField {
  readonly kept: Kept;
  readonly attributes: Attributes;
  readonly #parts: string[] = [];
  /** Text whose references are still to be read: one may be cut by the end of a chunk. */
  #escaped = '';
  #characters = 0;

  constructor(kept: Kept, attributes: Attributes) {
    this.kept = kept;
    this.attributes = attributes;
  }

  /** Text that stays as it stands: of a CDATA section, or markup. */
  add(text: string): void {
    this.#unescape();
    const room = this.#room(text);
    if (room !== '') this.#parts.push(room);
  }

  /** Text with references in it. */
  addEscaped(text: string): void {
    this.#escaped += this.#room(text);
  }

  /** All of it, base64 undone. */
  text(): string {
    this.#unescape();
    const text = this.#parts.join('');
    return this.#isBase64(text) ? Buffer.from(text, 'base64').toString('utf8') : text;
  }

  #unescape(): void {
    if (this.#escaped !== '') this.#parts.push(decodeReferences(this.#escaped));
    this.#escaped = '';
  }

  /** As much of the text as there is room for. */
  #room(text: string): string {
    const fits = text.slice(0, Math.max(0, MOST_CHARACTERS - this.#characters));
    this.#characters += fits.length;
    return fits;
  }

  /** Atom 0.3 says so by its mode; Atom 1.0 by a type that is neither text nor XML. */
  #isBase64(text: string): boolean {
    const { mode, type, src } = this.attributes;
    if (mode === 'base64') return true;
    if (!TEXTS.has(this.kept) || type === undefined || src !== undefined) return false;
    return !/^(?:text|html|xhtml)$|^text\/|xml$/i.test(type) && /^[a-z0-9+/=\s]+$/i.test(text);
  }
}
