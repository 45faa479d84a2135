/**
 * Decides whether two texts are about the same happening: the one rule for selection, orders, editors' commands and
 * the gate. Pure. Pages are compared first (including those of the event), then words:
 *
 * - Titles that are equal up to one word, with equal numbers, mean the same (`same-title.ts`).
 * - Other titles mean the same when figures, names and texts agree (`same-telling.ts`).
 * - A development may have its parent's title and words, so it counts as a different happening until one of its pages
 *   was covered.
 */
import { isFamily } from '../model/event.ts';
import type { NewsEvent } from '../model/event.ts';
import { formOf, isSameForm } from './same-title.ts';
import type { TitleForm } from './same-title.ts';
import { compareTellings, readTelling } from './same-telling.ts';
import type { ReadTelling, Telling, TellingMark } from './same-telling.ts';

export interface Happening {
  /** Keys of its pages: its own first, then those of its event. */
  readonly pages: ReadonlySet<string>;
  /** Keys of the pages it was written from. They identify it to things without an event. */
  readonly sources?: ReadonlySet<string>;
  readonly event?: Pick<NewsEvent, 'id' | 'parentId'> | undefined;
  /** In all known languages and spellings. */
  readonly titles: readonly string[];
  /** The text of its sources or feeds; may be empty. */
  readonly text: string;
  /** Its titles and text, parsed before; absent when they are parsed when they are compared. */
  readonly words?: ToldWords | undefined;
}

/** What the answer is based on. */
export type Ground = 'link' | 'event' | 'title' | TellingMark;

export interface Sameness {
  /** `doubtful`: ask a model. Without one, it counts as a different happening. */
  readonly answer: 'yes' | 'doubtful' | 'no';
  readonly by?: Ground;
  /** The shared figures and names that the answer is based on. */
  readonly shared?: readonly string[];
}

/** Per event; further titles are repetitions. */
const MOST_TITLES = 12;
const OTHER: Sameness = { answer: 'no' };

/** Titles and the texts behind them, parsed once, when they are first compared. */
export class ToldWords {
  readonly #of: Telling;
  #titles: readonly TitleForm[] | undefined;
  #telling: ReadTelling | undefined;

  constructor(of: Telling) {
    this.#of = of;
  }

  get titles(): readonly TitleForm[] {
    return (this.#titles ??= this.#of.titles.map(formOf));
  }

  get telling(): ReadTelling {
    const { titles, text } = this.#of;
    return (this.#telling ??= readTelling({ titles: titles.slice(0, MOST_TITLES), text }));
  }
}

/** A happening whose words are parsed once. */
export class ReadHappening {
  readonly of: Happening;
  readonly words: ToldWords;

  constructor(of: Happening) {
    this.of = of;
    this.words = of.words ?? new ToldWords(of);
  }
}

/** An event as a happening: its pages, its titles and the texts of its links. */
export function ofEvent(event: NewsEvent): Happening {
  const { links } = event;
  return {
    pages: new Set(links.map(({ key }) => key)),
    event,
    titles: [...new Set([event.title, ...links.map(({ title }) => title)])],
    text: links.map(({ title, description }) => `${title}\n${description}`).join('\n'),
  };
}

/** @param words `false` compares only pages and whole titles, which is fast */
export function sameHappening(one: ReadHappening, told: ReadHappening, words = true): Sameness {
  const [a, b] = [one.of, told.of];
  if (shares(a.pages, b.pages)) return { answer: 'yes', by: isOnePage(a, b) ? 'link' : 'event' };
  if (a.event === undefined && b.sources && shares(a.pages, b.sources)) return { answer: 'yes', by: 'link' };
  if (isFamily(a.event, b.event)) return OTHER;
  if (one.words.titles.some((title) => told.words.titles.some((other) => isSameForm(title, other))))
    return { answer: 'yes', by: 'title' };
  return words && a.titles.length > 0 && b.titles.length > 0
    ? compareTellings(one.words.telling, told.words.telling)
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
