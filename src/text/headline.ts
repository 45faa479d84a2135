/**
 * Removes what outlets append to titles: "Bridge closed - The Paper" becomes "Bridge closed", and "橋封了 | 國際 | 某日報"
 * becomes "橋封了".
 *
 * - A bar (| ｜ │) always separates the headline from sections and the outlet; anything shorter than half the headline
 *   is removed.
 * - A dash or an underscore may belong to the sentence. What follows it is removed only when it ended other titles
 *   before, of the same outlet if known.
 */

const BAR = /\s*[|｜│┃丨]\s*/u;
const BARS = new RegExp(BAR, 'gu');
const DASHED = /^(.*\S)(?:\s+[-–—]\s+|\s*_+\s*|\s*(?:——|—)\s*)([^-–—_]+)$/u;
/** A suffix of this many other titles belongs to the outlet. */
const RECURS = 2;
/** Longer parts are sentences. In characters; a Chinese one counts twice. */
const MOST_WIDTH = 40;
/** Titles come from strangers, so the number is limited; the first ones are kept. */
const MOST_SUFFIXES = 20_000;

/** Learns from titles what outlets append. */
export class Headlines {
  readonly #seen = new Map<string, number>();
  readonly #last = new Map<string, string>();

  /** Learned from the titles of some links. */
  static among(links: Iterable<{ readonly title: string; readonly domain: string }>): Headlines {
    const headlines = new Headlines();
    for (const { title, domain } of links) headlines.learn(title, domain);
    return headlines;
  }

  /** Count a title's suffix. The same headline twice counts once. */
  learn(title: string, outlet = ''): void {
    const parts = parted(withoutSections(title));
    const [, head = '', suffix = ''] = parts ?? [];
    if (parts === null || width(suffix) > MOST_WIDTH) return;
    const key = keyOf(suffix, outlet);
    if (this.#last.get(key) === head || (this.#last.size >= MOST_SUFFIXES && !this.#last.has(key))) return;
    this.#last.set(key, head);
    this.#seen.set(key, (this.#seen.get(key) ?? 0) + 1);
  }

  /** The headline, given what was learned from other titles. */
  of(title: string, outlet = ''): string {
    let headline = withoutSections(title);
    for (;;) {
      const [, head = '', suffix = ''] = DASHED.exec(headline) ?? [];
      if (head === '') return headline;
      const key = keyOf(suffix, outlet);
      const others = (this.#seen.get(key) ?? 0) - (this.#last.get(key) === head ? 1 : 0);
      if (others < RECURS) return headline;
      headline = head;
    }
  }
}

/** The part between bars that says most, when the parts after it are mere labels. */
export function withoutSections(title: string): string {
  if (!/[|｜│┃丨]/u.test(title)) return title;
  const parts = title.split(BAR);
  const widths = parts.map(width);
  const at = widths.indexOf(Math.max(...widths));
  const isLabelled = widths.slice(at + 1).every((label) => label * 2 <= widths[at]!);
  const bars = [...title.matchAll(BARS)];
  return isLabelled ? title.slice(0, bars[at]?.index) : title;
}

function parted(title: string): RegExpExecArray | null {
  return /[-–—_]/u.test(title) ? DASHED.exec(title) : null;
}

function keyOf(suffix: string, outlet: string): string {
  return `${outlet}\n${suffix.trim().toLowerCase()}`;
}

function width(text: string): number {
  let width = 0;
  for (const character of text) width += character >= '\u2e80' ? 2 : 1;
  return width;
}
