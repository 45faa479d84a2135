/**
 * A feed's text to the tree that rss-parser works on, whatever is broken in it.
 *
 * Tags may be unclosed, crossed or unknown, `&` bare, prefixes undeclared, text may stand before the feed: what can be
 * told apart is kept, the rest is passed over. Entities of a doctype are not opened here (`internal-entities.ts`). Time goes with the length of the
 * text; what is kept is bounded in number, depth and length. Others get a turn while a long feed is read.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import type { Tokenizer } from 'htmlparser2';
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
import { decodeReferences } from './html-entities.ts';
import { OpenField, type Attributes } from './open-field.ts';
import { parseUrl } from '../../../text/parse-url.ts';

/** A field of a feed or of an item. Text is as the XML means it: it may hold markup. */
export interface FeedField {
  readonly text: string;
  /** By lower-case name, prefixes as written. */
  readonly attributes: Attributes;
  /** What `xml:base` says here, resolved as far as it can be; may be empty. */
  readonly base: string;
}

export type Fields = Partial<Record<Kept, FeedField[]>> & { $?: { 'rdf:about': string } };

/** In the shape that rss-parser knows from xml2js. `unread`: items beyond the limit. */
export type FeedTree = { readonly unread: number } & (
  | { readonly feed: Fields & { entry: Fields[] } }
  | { readonly rss: { $: { version: string }; channel: [Fields & { item: Fields[] }] } }
  | { readonly 'rdf:RDF': { channel: [Fields]; item: Fields[] } }
  | { readonly nothing: true }
);

/** So much is read before others get a turn: a few milliseconds. */
const CHUNK_CHARACTERS = 100_000;
const MOST_ITEMS = 20_000;
/** Of one field in one place. */
const MOST_FIELDS = 20;
const MOST_ATTRIBUTE_CHARACTERS = 200_000;
/** Elements deeper than this are passed over. */
const MOST_DEPTH = 500;

/** `url` is where the feed came from: a relative `xml:base` counts from there. */
export async function readFeedTree(text: string, url: string): Promise<FeedTree> {
  const { Tokenizer } = await import('htmlparser2');
  const builder = new FeedTreeBuilder(text, url);
  const tokenizer: Tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: false }, builder);
  for (let at = 0; at < text.length; at += CHUNK_CHARACTERS) {
    if (at > 0) await breathe();
    tokenizer.write(text.slice(at, at + CHUNK_CHARACTERS));
  }
  tokenizer.end();
  return builder.tree();
}

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

class FeedTreeBuilder {
  readonly #text: string;
  readonly #url: string;
  readonly #stack: Frame[] = [];
  /** How many open elements have a name: a closing tag without one is not looked for. */
  readonly #openNames = new Map<string, number>();
  readonly #feed: Fields = {};
  readonly #items: Fields[] = [];
  #kind: Kind | undefined;
  #itemsSeen = 0;
  /** The start tag that is being read. */
  #tag = '';
  #attributes: Record<string, string> = {};
  #attribute = '';
  #value = '';

  constructor(text: string, url: string) {
    this.#text = text;
    this.#url = url;
  }

  tree(): FeedTree {
    const unread = this.#itemsSeen - this.#items.length;
    const feed = this.#feed;
    const items = this.#items;
    switch (this.#kind) {
      case 'feed':
        return { unread, feed: { ...feed, entry: items } };
      case 'rdf:rdf':
        return { unread, 'rdf:RDF': { channel: [feed], item: items } };
      case 'rss':
      case 'channel':
        return { unread, rss: { $: { version: '2.0' }, channel: [{ ...feed, item: items }] } };
      case undefined:
        return { unread, nothing: true };
    }
  }

  // What the tokenizer finds, in order. Places count from the start of the whole text.

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
    this.#open();
  }

  onselfclosingtag(): void {
    if (this.#open()) this.#close();
  }

  onclosetag(start: number, end: number): void {
    const written = this.#text.slice(start, end).toLowerCase();
    if ((this.#openNames.get(written) ?? 0) === 0) return;
    while (this.#stack.length > 0 && this.#close() !== written);
  }

  ontext(start: number, end: number): void {
    const top = this.#stack.at(-1);
    if (top?.open === undefined) return;
    const text = this.#text.slice(start, end);
    if (top.role === 'field') top.open.addEscaped(text);
    else top.open.add(text);
  }

  oncdata(start: number, end: number, endOffset: number): void {
    const open = this.#stack.at(-1)?.open;
    open?.add(this.#text.slice(start, end - endOffset));
  }

  onend(): void {
    while (this.#stack.length > 0) this.#close();
  }

  onattribentity(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  ontextentity(): void {}

  /** The start tag is read. @returns whether its element is open now. */
  #open(): boolean {
    const scope = this.#scope();
    const name = canonicalName(this.#tag, scope);
    this.#endWhatWasLeftOpen(name);
    if (this.#stack.length >= MOST_DEPTH) return false;
    const around = this.#stack.at(-1);
    const frame = this.#frame(name, scope, around);
    this.#stack.push(frame);
    this.#openNames.set(frame.written, (this.#openNames.get(frame.written) ?? 0) + 1);
    return true;
  }

  #frame(name: string, scope: Scope | undefined, around: Frame | undefined): Frame {
    const base = this.#base(around?.base ?? '');
    const { role, fields, open } = this.#place(name, around, base);
    return { written: this.#tag, name, scope, base, role, fields, open };
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
      if (around.open.kept === 'x-source' && around.role === 'field' && name !== 'title')
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
    if (about !== undefined) item.$ = { 'rdf:about': about };
    return item;
  }

  /** The Channel Definition Format says address and date in attributes. */
  #noteAttributes(fields: Fields, base: string): void {
    const { href, lastmod } = this.#attributes;
    if (href !== undefined) (fields['x-link'] ??= []).push({ text: href, attributes: {}, base });
    if (lastmod !== undefined) (fields['x-updated'] ??= []).push({ text: lastmod, attributes: {}, base });
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
