/**
 * Changes a JSON text to hold another value, and keeps the layout of all that stays the same: line breaks, blank lines,
 * indentation, the spelling of numbers and texts.
 */
import { isObject } from './is-object.ts';
import { writtenJson } from './written-json.ts';

/** A value in the text, with the fields or items that are in it. */
interface Part {
  readonly value: unknown;
  readonly text: string;
  readonly inner: readonly Inner[];
}

interface Inner {
  /** The white space before it, and behind it up to a comma or the closing bracket. */
  readonly lead: string;
  readonly trail: string;
  /** Of a field: its name, and the text from there to its value. */
  readonly name?: string;
  readonly label: string;
  readonly part: Part;
}

/** @param text valid JSON */
export function editedJson(text: string, next: unknown): string {
  const reader = new Reader(text);
  const lead = reader.space();
  const part = reader.part();
  return `${lead}${edited(part, next, 0)}${reader.space()}`;
}

function edited(part: Part, next: unknown, depth: number): string {
  if (isSame(part.value, next)) return part.text;
  const isList = Array.isArray(part.value) && Array.isArray(next);
  const isFields = isObject(part.value) && isObject(next);
  if (part.inner.length === 0 || !(isList || isFields)) return writtenJson(next, depth);
  const inner = isList ? itemsOf(part, next) : fieldsOf(part, next as Readonly<Record<string, unknown>>);
  if (inner.length === 0) return isList ? '[]' : '{}';
  const close = part.inner.at(-1)!.trail;
  // What follows the last one is in front of the closing bracket.
  const trailOf = (trail: string, at: number): string => {
    if (at === inner.length - 1) return close;
    return trail === close ? '' : trail;
  };
  const body = inner.map(({ lead, text, trail }, at) => `${lead}${text}${trailOf(trail, at)}`);
  return `${part.text.charAt(0)}${body.join(',')}${part.text.at(-1)!}`;
}

interface Written {
  readonly lead: string;
  readonly text: string;
  readonly trail: string;
}

function itemsOf({ inner }: Part, next: readonly unknown[]): Written[] {
  const free = new Set(inner);
  const kept = next.map((item) => {
    const same = [...free].find(({ part }) => isSame(part.value, item));
    if (same) free.delete(same);
    return same;
  });
  const from = next.map((_, at) => {
    const changed = inner[at];
    return kept[at] ?? (changed && free.delete(changed) ? changed : undefined);
  });
  const placed = placesOf(inner, (one) => !free.has(one));
  return next.map((item, at) => written(from[at] && placed.get(from[at]), item, inner[0]!));
}

function fieldsOf({ inner }: Part, next: Readonly<Record<string, unknown>>): Written[] {
  const fields = new Map(Object.entries(next).filter(([, value]) => value !== undefined));
  const kept = [...placesOf(inner, ({ name = '' }) => fields.has(name)).values()];
  const fresh = [...fields].filter(([name]) => !inner.some((one) => one.name === name));
  return [
    ...kept.map((one) => written(one, fields.get(one.name!), one)),
    ...fresh.map(([name, value]) =>
      written(undefined, value, { ...inner[0]!, label: `${JSON.stringify(name)}: ` }),
    ),
  ];
}

/** Those that stay. Where the first of a line goes, the next of that line stands in its place. */
function placesOf(inner: readonly Inner[], stays: (one: Inner) => boolean): Map<Inner, Inner> {
  const placed = new Map<Inner, Inner>();
  let gone: string | undefined;
  for (const one of inner) {
    const isFirst = one.lead.includes('\n');
    const lead = isFirst ? one.lead : (gone ?? one.lead);
    gone = stays(one) ? undefined : lead;
    if (stays(one)) placed.set(one, { ...one, lead });
  }
  return placed;
}

/** @param like whose place in the lines it has where it is new */
function written(from: Inner | undefined, value: unknown, like: Inner): Written {
  const { lead, label } = from ?? like;
  const depth = Math.floor((lead.split('\n').at(-1)?.length ?? 0) / 2);
  const text = from ? edited(from.part, value, depth) : writtenJson(value, depth, label.length);
  return { lead, text: `${label}${text}`, trail: from?.trail ?? '' };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

class Reader {
  #at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  space(): string {
    return this.#take(/\s*/uy);
  }

  part(): Part {
    const from = this.#at;
    const open = this.#text[this.#at];
    const inner = open === '{' || open === '[' ? this.#inside(open === '{') : [];
    if (open !== '{' && open !== '[') this.#take(/"(?:[^"\\]|\\.)*"|[^\s,\]}]+/uy);
    const text = this.#text.slice(from, this.#at);
    return { value: JSON.parse(text) as unknown, text, inner };
  }

  #inside(isObject: boolean): Inner[] {
    const inner: Inner[] = [];
    do {
      this.#at += 1;
      const lead = this.space();
      if (/[\]}]/u.test(this.#text[this.#at] ?? '')) break;
      const label = isObject ? this.#take(/"(?:[^"\\]|\\.)*"\s*:\s*/uy) : '';
      const name = isObject ? (JSON.parse(label.replace(/\s*:\s*$/u, '')) as string) : undefined;
      const part = this.part();
      inner.push({ lead, label, part, trail: this.space(), ...(name !== undefined && { name }) });
    } while (this.#text[this.#at] === ',');
    this.#at += 1;
    return inner;
  }

  #take(form: RegExp): string {
    form.lastIndex = this.#at;
    const [found = ''] = form.exec(this.#text) ?? [];
    this.#at += found.length;
    return found;
  }
}
