/**
 * Whether two tellings are of one happening: the one rule by which selection, orders, editors' commands and the gate
 * judge. Pure. By its pages first, which are its event's too, then by words:
 *
 * - Titles that are the same up to a word, with the same numbers, tell the same (`same-title.ts`).
 * - Titles in other words tell the same where figures, names and texts agree (`same-telling.ts`).
 * - A development may have its parent's title and words: it is another happening until a page of it was told.
 */
import { isFamily } from '../model/event.ts';
import type { NewsEvent } from '../model/event.ts';
import { isSameTitle } from './same-title.ts';
import { compareTellings, readTelling } from './same-telling.ts';
import type { ReadTelling, TellingMark } from './same-telling.ts';

export interface Happening {
  /** Keys of its pages: its own first, then those of its event. */
  readonly pages: ReadonlySet<string>;
  /** Keys of the pages that it was written from. They identify it to what has no event. */
  readonly sources?: ReadonlySet<string>;
  readonly event?: Pick<NewsEvent, 'id' | 'parentId'> | undefined;
  /** In all languages and spellings that are known. */
  readonly titles: readonly string[];
  /** What its sources or feeds say; may be empty. */
  readonly text: string;
}

/** What the answer stands on. */
export type Ground = 'link' | 'event' | 'title' | TellingMark;

export interface Sameness {
  /** `doubtful`: one to ask about. Whoever has nobody to ask takes it for another happening. */
  readonly answer: 'yes' | 'doubtful' | 'no';
  readonly by?: Ground;
  /** Figures and names that both have, where the answer stands on them. */
  readonly shared?: readonly string[];
}

/** Of a large event: more titles repeat each other. */
const MOST_TITLES = 12;
const OTHER: Sameness = { answer: 'no' };

/** A happening whose words are taken apart once, when they are first compared. */
export class ReadHappening {
  readonly of: Happening;
  #telling: ReadTelling | undefined;

  constructor(of: Happening) {
    this.of = of;
  }

  get telling(): ReadTelling {
    const { titles, text } = this.of;
    return (this.#telling ??= readTelling({ titles: titles.slice(0, MOST_TITLES), text }));
  }
}

/** An event as what was told is compared with: its pages, its titles and the texts of its links. */
export function ofEvent(event: NewsEvent): Happening {
  const { links } = event;
  return {
    pages: new Set(links.map(({ key }) => key)),
    event,
    titles: [...new Set([event.title, ...links.map(({ title }) => title)])],
    text: links.map(({ title, description }) => `${title}\n${description}`).join('\n'),
  };
}

/** @param words `false` compares identity and whole titles alone, in no time. */
export function sameHappening(one: ReadHappening, told: ReadHappening, words = true): Sameness {
  const [a, b] = [one.of, told.of];
  if (shares(a.pages, b.pages)) return { answer: 'yes', by: isOnePage(a, b) ? 'link' : 'event' };
  if (a.event === undefined && b.sources && shares(a.pages, b.sources)) return { answer: 'yes', by: 'link' };
  if (isFamily(a.event, b.event)) return OTHER;
  if (a.titles.some((title) => b.titles.some((other) => isSameTitle(title, other))))
    return { answer: 'yes', by: 'title' };
  return words && a.titles.length > 0 && b.titles.length > 0
    ? compareTellings(one.telling, told.telling)
    : OTHER;
}

function isOnePage(a: Happening, b: Happening): boolean {
  const [[page], [other]] = [a.pages, b.pages];
  return page === other;
}

function shares(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  for (const one of few) if (many.has(one)) return true;
  return false;
}
