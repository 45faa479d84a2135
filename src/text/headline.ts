/**
 * A title without what its outlet puts behind it: "Bridge closed - The Paper" and "橋封了 | 國際 | 某日報" are the headlines
 * "Bridge closed" and "橋封了".
 *
 * - A bar (| ｜ │) parts a headline from its sections and its outlet everywhere: what is shorter than half the headline
 *   goes at once.
 * - A dash or an underscore may belong to the sentence: what follows it goes when it ended other titles before, of the
 *   same outlet where that is known.
 */

const BAR = /\s*[|｜│┃丨]\s*/u;
const BARS = new RegExp(BAR, 'gu');
const DASHED = /^(.*\S)(?:\s+[-–—]\s+|\s*_+\s*|\s*(?:——|—)\s*)([^-–—_]+)$/u;
/** From so many other titles on, a suffix is the outlet's. */
const RECURS = 2;
/** Longer parts are sentences: in characters, a Chinese one counted twice. */
const MOST_WIDTH = 40;
/** Bounded, as titles come from strangers: the first that came are kept. */
const MOST_SUFFIXES = 20_000;

/** What titles of a stream end with, learned from title to title. */
export class Headlines {
  readonly #seen = new Map<string, number>();
  readonly #last = new Map<string, string>();

  /** What the titles of some links end with, each by its outlet. */
  static among(links: Iterable<{ readonly title: string; readonly domain: string }>): Headlines {
    const headlines = new Headlines();
    for (const { title, domain } of links) headlines.learn(title, domain);
    return headlines;
  }

  /** Count what the title ends with. The same headline twice is one. */
  learn(title: string, outlet = ''): void {
    const parted = DASHED.exec(withoutSections(title));
    const [, head = '', suffix = ''] = parted ?? [];
    if (parted === null || width(suffix) > MOST_WIDTH) return;
    const key = keyOf(suffix, outlet);
    if (this.#last.get(key) === head || (this.#last.size >= MOST_SUFFIXES && !this.#last.has(key))) return;
    this.#last.set(key, head);
    this.#seen.set(key, (this.#seen.get(key) ?? 0) + 1);
  }

  /** The headline by what was learned from other titles. */
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

/** Up to the part between bars that says most, if what comes after it are labels beside it. */
export function withoutSections(title: string): string {
  const parts = title.split(BAR);
  if (parts.length < 2) return title;
  const widths = parts.map(width);
  const at = widths.indexOf(Math.max(...widths));
  const isLabelled = widths.slice(at + 1).every((label) => label * 2 <= widths[at]!);
  const bars = [...title.matchAll(BARS)];
  return isLabelled ? title.slice(0, bars[at]?.index) : title;
}

function keyOf(suffix: string, outlet: string): string {
  return `${outlet}\n${suffix.trim().toLowerCase()}`;
}

function width(text: string): number {
  let width = 0;
  for (const character of text) width += character >= '\u2e80' ? 2 : 1;
  return width;
}
