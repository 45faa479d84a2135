/** An index of what was or will be covered, which compares a happening only with those that could match. */
import { sameHappening, ReadHappening } from './same-happening.ts';
import type { Happening, Sameness } from './same-happening.ts';
import { TitleIndex } from './same-title.ts';

export interface Found<T> extends Sameness {
  readonly answer: 'yes' | 'doubtful';
  readonly item: T;
}

interface Entry<T> {
  readonly item: T;
  readonly read: ReadHappening;
}

export class CoverageIndex<T> {
  readonly #byPage = new Map<string, Entry<T>[]>();
  readonly #byTitle = new TitleIndex<Entry<T>>();
  readonly #byWord = new Map<string, Entry<T>[]>();
  #isEmpty = true;

  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  /** @param words `false` when it is to be recognised only by its pages and whole titles */
  add(happening: Happening, item: T, words = true): void {
    const read = new ReadHappening(happening);
    const entry = { item, read };
    this.#isEmpty = false;
    for (const page of [...happening.pages, ...(happening.sources ?? [])]) push(this.#byPage, page, entry);
    for (const title of new Set(happening.titles)) this.#byTitle.add(title, entry);
    if (words && happening.titles.length > 0)
      for (const word of read.words.telling.all) push(this.#byWord, word, entry);
  }

  /** A certain match that is accepted. */
  same(
    happening: Happening,
    words = true,
    counts: (found: Found<T>) => boolean = () => true,
  ): Found<T> | undefined {
    const one = new ReadHappening(happening);
    const seen = new Set<Entry<T>>();
    for (const entry of this.#near(one, words)) {
      if (seen.has(entry)) continue;
      seen.add(entry);
      const { answer, ...why } = sameHappening(one, entry.read, words);
      const found = { answer: 'yes' as const, ...why, item: entry.item };
      if (answer === 'yes' && counts(found)) return found;
    }
    return undefined;
  }

  /** Everything that shares a page, title, name or figure; the fastest lookups come first. */
  *#near(one: ReadHappening, words: boolean): Generator<Entry<T>> {
    const { pages, titles } = one.of;
    for (const page of pages) yield* this.#byPage.get(page) ?? [];
    for (const title of titles) yield* this.#byTitle.find(title);
    if (!words || this.#byWord.size === 0) return;
    for (const { names, figures, known } of one.words.telling.titles)
      for (const mark of [...names, ...figures, ...known]) yield* this.#byWord.get(mark) ?? [];
  }
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const there = map.get(key);
  if (there) there.push(value);
  else map.set(key, [value]);
}
