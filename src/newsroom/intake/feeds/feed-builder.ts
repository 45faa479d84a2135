/**
 * A feed's elements to its fields and those of its items, whatever is broken in it.
 *
 * What can be told apart is kept, the rest is passed over; what is kept is bounded in number, depth and length.
 */
import { parseUrl } from '../../../text/parse-url.ts';
import {
  canonicalName,
  declare,
  FIELDS,
  HOLDS_MARKUP,
  LEAVES,
  TRANSPARENT,
  type Kept,
  type Scope,
} from './feed-names.ts';
import { OpenField } from './open-field.ts';
import type { Attributes, XmlVisitor } from './read-xml.ts';

/** A field of a feed or of an item. Text is as the XML means it: it may hold markup. */
export interface FeedField {
  readonly text: string;
  /** By lower-case name, prefixes as written. */
  readonly attributes: Attributes;
  /** What `xml:base` says here, resolved as far as it can be; may be empty. */
  readonly base: string;
}

export type Fields = Partial<Record<Kept, FeedField[]>> & {
  /** An item's own address in RDF (`rdf:about`). */
  about?: string;
};

/** `unread`: items beyond the limit. */
export interface BuiltFeed {
  readonly feed: Fields;
  readonly items: readonly Fields[];
  readonly unread: number;
}

const MOST_ITEMS = 20_000;
/** Of one field in one place. */
const MOST_FIELDS = 20;
/** Elements deeper than this are passed over. */
const MOST_DEPTH = 500;

/** `holder`: its children are fields. `field`: its text is one. `markup`: inside a field. `other`: not read. */
type Role = 'holder' | 'field' | 'markup' | 'other';

/** What an element is for. */
interface Place {
  readonly role: Role;
  /** Where fields inside go. */
  readonly fields: Fields;
  readonly open: OpenField | undefined;
}

/** An open element. */
interface Frame extends Place {
  /** As written, in lower case. */
  readonly written: string;
  readonly name: string;
  readonly scope: Scope | undefined;
  readonly base: string;
}

const NO_FIELDS: Fields = {};
const ROOTS = ['feed', 'rss', 'rdf:rdf', 'channel'] as const;
type Kind = (typeof ROOTS)[number];

export class FeedBuilder implements XmlVisitor {
  readonly #url: string;
  readonly #stack: Frame[] = [];
  /** How many open elements have a name: a closing tag without one is not looked for. */
  readonly #openNames = new Map<string, number>();
  readonly #feed: Fields = {};
  readonly #items: Fields[] = [];
  #kind: Kind | undefined;
  #itemsSeen = 0;
  /** Of the start tag that was read last. */
  #attributes: Attributes = {};

  /** @param url where the feed came from: a relative `xml:base` counts from there. */
  constructor(url: string) {
    this.#url = url;
  }

  /** Call at the end of the text. @returns undefined where no element was a feed's. */
  built(): BuiltFeed | undefined {
    while (this.#stack.length > 0) this.#close();
    if (this.#kind === undefined) return undefined;
    const items = this.#items;
    return { feed: this.#feed, items, unread: this.#itemsSeen - items.length };
  }

  open(written: string, attributes: Attributes, isEmpty: boolean): void {
    this.#attributes = attributes;
    const scope = this.#scope();
    const name = canonicalName(written, scope);
    this.#endWhatWasLeftOpen(name);
    if (this.#stack.length >= MOST_DEPTH) return;
    const around = this.#stack.at(-1);
    const base = this.#base(around?.base ?? '');
    this.#stack.push({ written, name, scope, base, ...this.#place(name, around, base) });
    this.#openNames.set(written, (this.#openNames.get(written) ?? 0) + 1);
    if (isEmpty) this.#close();
  }

  close(written: string): void {
    if ((this.#openNames.get(written) ?? 0) === 0) return;
    while (this.#stack.length > 0 && this.#close() !== written);
  }

  escaped(text: string): void {
    const top = this.#stack.at(-1);
    if (top?.role === 'field') top.open?.addEscaped(text);
    else top?.open?.add(text);
  }

  text(text: string): void {
    this.#stack.at(-1)?.open?.add(text);
  }

  #place(name: string, around: Frame | undefined, base: string): Place {
    if (this.#isRoot(name, around)) {
      this.#noteAttributes(this.#feed, base);
      return { role: 'holder', fields: this.#feed, open: undefined };
    }
    if (this.#kind !== undefined && isItem(name))
      return { role: 'holder', fields: this.#item(base), open: undefined };
    const fields = around?.fields ?? NO_FIELDS;
    if (around?.open !== undefined) {
      // Of a source's own elements only the title is read: it names the outlet.
      if (around.open.kept === 'source' && around.role === 'field' && name !== 'title')
        return { role: 'other', fields, open: undefined };
      around.open.add(`<${local(name)}>`);
      return { role: 'markup', fields, open: around.open };
    }
    if (around?.role !== 'holder') return { role: 'other', fields, open: undefined };
    if (TRANSPARENT.has(name)) return { role: 'holder', fields, open: undefined };
    const kept = FIELDS.get(name);
    if (kept === undefined) return { role: 'other', fields, open: undefined };
    return { role: 'field', fields, open: new OpenField(kept, this.#attributes) };
  }

  /** The first root there is says what kind of feed this is; a channel inside is part of it. */
  #isRoot(name: string, around: Frame | undefined): boolean {
    if (this.#kind === undefined) {
      this.#kind = ROOTS.find((root) => root === name);
      return this.#kind !== undefined;
    }
    if (name !== 'channel' || this.#kind === 'feed') return false;
    return around === undefined || (around.fields === this.#feed && around.open === undefined);
  }

  #item(base: string): Fields {
    const item: Fields = {};
    this.#itemsSeen += 1;
    if (this.#items.length >= MOST_ITEMS) return item;
    this.#items.push(item);
    this.#noteAttributes(item, base);
    const prefixed = Object.keys(this.#attributes).find((name) => name.endsWith(':about'));
    const about = prefixed && this.#attributes[prefixed];
    if (about !== undefined) item.about = about;
    return item;
  }

  /** The Channel Definition Format says address and date in attributes. */
  #noteAttributes(fields: Fields, base: string): void {
    const { href, lastmod } = this.#attributes;
    if (href !== undefined) (fields['link'] ??= []).push({ text: href, attributes: {}, base });
    if (lastmod !== undefined) (fields['updated'] ??= []).push({ text: lastmod, attributes: {}, base });
  }

  /** An item ends the one before it; a field ends a plain one, and an unread leaf, that nobody closed. */
  #endWhatWasLeftOpen(name: string): void {
    if (this.#kind === undefined) return;
    if (isItem(name)) {
      const open = this.#stack.findLastIndex((frame) => isItem(frame.name) || frame.role === 'holder');
      const least = open < 0 ? this.#stack.length : isItem(this.#stack[open]!.name) ? open : open + 1;
      while (this.#stack.length > least) this.#close();
      return;
    }
    if (!FIELDS.has(name) && !LEAVES.has(name)) return;
    const top = this.#stack.at(-1);
    const isPlain = top?.role === 'field' && top.open && !HOLDS_MARKUP.has(top.open.kept);
    const isLeaf = top?.role === 'other' && LEAVES.has(top.name);
    if (isPlain || isLeaf) this.#close();
  }

  /** @returns the name of the innermost element, which is closed now. */
  #close(): string {
    const frame = this.#stack.pop()!;
    const { written, role, open, fields, base } = frame;
    this.#openNames.set(written, this.#openNames.get(written)! - 1);
    if (open === undefined) return written;
    if (role === 'markup') {
      open.add(`</${local(frame.name)}>`);
      return written;
    }
    const known = (fields[open.kept] ??= []);
    if (known.length < MOST_FIELDS) known.push({ text: open.text(), attributes: open.attributes, base });
    return written;
  }

  /** What relative links count from here, by `xml:base`; empty where nobody says it. */
  #base(around: string): string {
    const written = this.#attributes['xml:base'];
    if (written === undefined) return around;
    const from = around || this.#url;
    return parseUrl(written, from || undefined)?.href ?? around;
  }

  #scope(): Scope | undefined {
    let scope = this.#stack.at(-1)?.scope;
    for (const name in this.#attributes) {
      if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
      const prefix = name.slice('xmlns:'.length);
      scope = declare(scope, prefix, this.#attributes[name] ?? '');
    }
    return scope;
  }
}

function isItem(name: string): boolean {
  return name === 'item' || name === 'entry';
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
