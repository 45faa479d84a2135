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
import { Field } from './field.ts';
import { NO_ATTRIBUTES, type Attributes, type XmlVisitor } from './read-xml.ts';

export type Fields = Partial<Record<Kept, Field[]>> & {
  /** An item's own address in RDF (`rdf:about`). */
  about?: string;
};

/** `unread`: items beyond the limit. */
export interface BuiltFeed<Item> {
  readonly feed: Fields;
  readonly items: readonly Item[];
  readonly unread: number;
}

const MOST_ITEMS = 20_000;
/** Of one field in one place. */
const MOST_FIELDS = 20;
/** Elements deeper than this are passed over. */
const MOST_DEPTH = 500;

/** `holder`: its children are fields. `field`: its text is one. `markup`: inside a field. `other`: not read. */
type Role = 'holder' | 'field' | 'markup' | 'other';

/** An open element. */
interface Frame {
  /** As written, in lower case. */
  readonly written: string;
  readonly name: string;
  readonly scope: Scope | undefined;
  readonly base: string;
  role: Role;
  /** Where fields inside go. */
  fields: Fields;
  open: Field | undefined;
}

const NO_FIELDS: Fields = {};
const ROOTS = ['feed', 'rss', 'rdf:rdf', 'channel'] as const;
type Kind = (typeof ROOTS)[number];

export class FeedBuilder<Item> implements XmlVisitor {
  readonly #url: string;
  readonly #toItem: (fields: Fields) => Item;
  readonly #stack: Frame[] = [];
  /** How many open elements have a name: a closing tag without one is not looked for. */
  readonly #openNames = new Map<string, number>();
  readonly #feed: Fields = {};
  readonly #items: Item[] = [];
  #kind: Kind | undefined;
  #itemsSeen = 0;

  /**
   * @param url where the feed came from: a relative `xml:base` counts from there
   * @param toItem called once for each item, where it ends, so that its fields needn't be kept
   */
  constructor(url: string, toItem: (fields: Fields) => Item) {
    this.#url = url;
    this.#toItem = toItem;
  }

  /** Call at the end of the text. @returns undefined where no element was a feed's. */
  built(): BuiltFeed<Item> | undefined {
    while (this.#stack.length > 0) this.#close();
    if (this.#kind === undefined) return undefined;
    const items = this.#items;
    return { feed: this.#feed, items, unread: this.#itemsSeen - items.length };
  }

  open(written: string, attributes: Attributes, isEmpty: boolean): void {
    const scope = scopeWith(attributes, this.#stack.at(-1)?.scope);
    const name = canonicalName(written, scope);
    this.#endWhatWasLeftOpen(name);
    if (this.#stack.length >= MOST_DEPTH) return;
    const around = this.#stack.at(-1);
    const base = this.#base(attributes, around?.base ?? '');
    const fields = around?.fields ?? NO_FIELDS;
    const frame: Frame = { written, name, scope, base, role: 'other', fields, open: undefined };
    this.#place(frame, around, attributes);
    this.#stack.push(frame);
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

  /** Find out what an element is for. */
  #place(frame: Frame, around: Frame | undefined, attributes: Attributes): void {
    const { name, base } = frame;
    if (this.#isRoot(name, around)) {
      frame.role = 'holder';
      frame.fields = this.#feed;
      noteAttributes(this.#feed, attributes, base);
    } else if (this.#kind !== undefined && isItem(name)) {
      frame.role = 'holder';
      frame.fields = itemWith(attributes, base);
    } else if (around?.open !== undefined) {
      // Of a source's own elements only the title is read: it names the outlet.
      if (around.open.kept === 'source' && around.role === 'field' && name !== 'title') return;
      around.open.add(`<${local(name)}>`);
      frame.role = 'markup';
      frame.open = around.open;
    } else if (around?.role === 'holder') {
      const kept = FIELDS.get(name);
      if (kept !== undefined) {
        frame.role = 'field';
        frame.open = new Field(kept, attributes, base);
      } else if (TRANSPARENT.has(name)) frame.role = 'holder';
    }
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
    const { written, name, role, open, fields } = this.#stack.pop()!;
    this.#openNames.set(written, this.#openNames.get(written)! - 1);
    if (role === 'markup') open?.add(`</${local(name)}>`);
    else if (open !== undefined) keep(fields, open);
    else if (role === 'holder' && isItem(name)) this.#keepItem(fields);
    return written;
  }

  #keepItem(fields: Fields): void {
    this.#itemsSeen += 1;
    if (this.#items.length < MOST_ITEMS) this.#items.push(this.#toItem(fields));
  }

  /** What relative links count from here, by `xml:base`; empty where nobody says it. */
  #base(attributes: Attributes, around: string): string {
    const written = attributes['xml:base'];
    if (written === undefined) return around;
    const from = around || this.#url;
    return parseUrl(written, from || undefined)?.href ?? around;
  }
}

function scopeWith(attributes: Attributes, around: Scope | undefined): Scope | undefined {
  let scope = around;
  for (const name in attributes) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
    const prefix = name.slice('xmlns:'.length);
    scope = declare(scope, prefix, attributes[name] ?? '');
  }
  return scope;
}

function itemWith(attributes: Attributes, base: string): Fields {
  const item: Fields = {};
  noteAttributes(item, attributes, base);
  const prefixed = Object.keys(attributes).find((name) => name.endsWith(':about'));
  const about = prefixed && attributes[prefixed];
  if (about !== undefined) item.about = about;
  return item;
}

/** The Channel Definition Format says address and date in attributes. */
function noteAttributes(fields: Fields, { href, lastmod }: Attributes, base: string): void {
  if (href !== undefined) keep(fields, new Field('link', NO_ATTRIBUTES, base, href));
  if (lastmod !== undefined) keep(fields, new Field('updated', NO_ATTRIBUTES, base, lastmod));
}

function keep(fields: Fields, field: Field): void {
  const known = (fields[field.kept] ??= []);
  if (known.length < MOST_FIELDS) known.push(field);
}

function isItem(name: string): boolean {
  return name === 'item' || name === 'entry';
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
