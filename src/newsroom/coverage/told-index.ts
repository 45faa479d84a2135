/** What was told, or is to be told, to look a happening up in: those that can't be the same are never compared. */
import { sameHappening, ReadHappening } from './same-happening.ts';
import type { Happening, Sameness } from './same-happening.ts';
import { TitleIndex } from './same-title.ts';

export interface Found<T> extends Sameness {
  readonly answer: 'yes' | 'doubtful';
  readonly told: T;
}

interface Entry<T> {
  readonly told: T;
  readonly read: ReadHappening;
}

export class ToldIndex<T> {
  readonly #byPage = new Map<string, Entry<T>[]>();
  readonly #byTitle = new TitleIndex<Entry<T>>();
  readonly #byWord = new Map<string, Entry<T>[]>();
  #isEmpty = true;

  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  /** @param words `false` for what is to be recognised by its pages and whole titles alone. */
  add(happening: Happening, told: T, words = true): void {
    const read = new ReadHappening(happening);
    const entry = { told, read };
    this.#isEmpty = false;
    for (const page of [...happening.pages, ...(happening.sources ?? [])]) push(this.#byPage, page, entry);
    for (const title of new Set(happening.titles)) this.#byTitle.add(title, entry);
    if (words && happening.titles.length > 0)
      for (const word of read.telling.all) push(this.#byWord, word, entry);
  }

  /** The same first, then what is doubtful, each in no particular order. */
  all(happening: Happening): Found<T>[] {
    const found = [...this.#found(happening, true)];
    return [...found.filter(isSame), ...found.filter((it) => !isSame(it))];
  }

  /** One that is the same, and that counts. */
  same(
    happening: Happening,
    words = true,
    counts: (found: Found<T>) => boolean = () => true,
  ): Found<T> | undefined {
    for (const found of this.#found(happening, words)) if (isSame(found) && counts(found)) return found;
    return undefined;
  }

  *#found(happening: Happening, words: boolean): Generator<Found<T>> {
    const one = new ReadHappening(happening);
    const seen = new Set<Entry<T>>();
    for (const entry of this.#near(one, words)) {
      if (seen.has(entry)) continue;
      seen.add(entry);
      const { answer, ...why } = sameHappening(one, entry.read, words);
      if (answer !== 'no') yield { answer, ...why, told: entry.told };
    }
  }

  /** All that share a page, a title, or a name or figure; what is looked up fastest comes first. */
  *#near(one: ReadHappening, words: boolean): Generator<Entry<T>> {
    const { pages, titles } = one.of;
    for (const page of pages) yield* this.#byPage.get(page) ?? [];
    for (const title of titles) yield* this.#byTitle.find(title);
    if (!words || this.#byWord.size === 0) return;
    for (const { names, figures, known } of one.telling.titles)
      for (const mark of [...names, ...figures, ...known]) yield* this.#byWord.get(mark) ?? [];
  }
}

function isSame({ answer }: Sameness): boolean {
  return answer === 'yes';
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const there = map.get(key);
  if (there) there.push(value);
  else map.set(key, [value]);
}
