/**
 * Markup for the sample's pages and feeds: a template whose values are escaped, for HTML and XML alike.
 *
 * Only `Markup` is inserted unescaped, and only the template creates it, so no text can break out of its element.
 */
export class Markup {
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  toString(): string {
    return this.#source;
  }
}

type Value = string | number | Markup | readonly Markup[];

/** `markup\`<p>${text}</p>\``: strings are escaped; markup and lists of it are inserted unchanged. */
export function markup(parts: TemplateStringsArray, ...values: Value[]): Markup {
  let source = parts[0] ?? '';
  values.forEach((value, n) => (source += insert(value) + (parts[n + 1] ?? '')));
  return new Markup(source);
}

/** JSON inside a script element; `<` is escaped, so that it can't close the element. */
export function scriptJson(value: unknown): Markup {
  return new Markup(JSON.stringify(value).replaceAll('<', '\\u003c'));
}

function insert(value: Value): string {
  if (typeof value === 'string') return escaped(value);
  if (value instanceof Markup || typeof value === 'number') return String(value);
  return value.map(String).join('\n');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
