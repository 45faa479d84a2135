/**
 * An index of a source for checking claims: sentences with amounts and times, words, and the bare text. Built once in
 * linear time, even for hostile text; a lookup touches few places.
 */
import { bare, bareWithOffsets } from '../../text/bare.ts';
import type { BareText } from '../../text/bare.ts';
import { scriptless } from '../../text/chinese/scripts.ts';
import { datesIn } from '../../text/dates/dates-in.ts';
import type { TimeRead } from '../../text/dates/time-read.ts';
import type { Figure } from '../../text/figures/figure.ts';
import { figuresIn } from '../../text/figures/figures-in.ts';
import { latinNamesIn } from '../../text/names.ts';
import { isSlipOf } from '../../text/slip.ts';
import { oneSpelling } from '../../text/spelling.ts';
import { sentences } from '../../text/sentences.ts';
import { tokens } from '../../text/tokens.ts';
import type { Passage } from '../model/claim.ts';
import { languageOf } from '../model/language.ts';
import type { Language } from '../model/language.ts';
import type { Source } from '../model/source-pack.ts';

/** A sentence of a source, or its title. */
export interface Place {
  /** UTF-16 offset in the text, or in the title. */
  readonly start: number;
  readonly text: string;
  readonly title: boolean;
}

interface Hit {
  /** Its index among the source's places. */
  readonly at: number;
}

export interface FigureHit extends Hit {
  readonly figure: Figure;
}

export interface TimeHit extends Hit {
  readonly read: TimeRead | undefined;
  readonly said: string;
  readonly start: number;
  readonly end: number;
}

/** Longer lines are cut, so that no sentence is too long. */
const LONGEST_LINE = 2_000;
/** The longest quotation shown for a claim. */
const LONGEST_QUOTE = 300;
/** Shorter words resemble too many others. */
const LEAST_MISSPELT = 5;
/** From this length on "Europe" matches "European". */
const LEAST_PREFIX = 5;
/** Endings that derive a word from a name: Europe, European, Europeans; but not Roberts, Robertson. */
const FORMED = /^(?:s|es|n|ns|an|ans|ian|ians|ean|ese|ish|ic|al|based)$/u;

export class SourceIndex {
  readonly source: Source;
  readonly places: readonly Place[];
  readonly #figuresByPlace: readonly (readonly Figure[])[];
  /** Sorted by value. */
  readonly #figures: readonly FigureHit[];
  readonly times: readonly TimeHit[];
  readonly #words = new Map<string, number>();
  readonly #spellings = new Map<string, number>();
  readonly #prefixes = new Set<string>();
  readonly #initials = new Set<string>();
  readonly #about = new Map<number, ReadonlySet<string>>();
  readonly #closest = new WeakMap<ReadonlySet<string>, { readonly at: number; readonly shared: number }>();
  #tokens: readonly ReadonlySet<string>[] | undefined;
  readonly #outlet: readonly string[];
  readonly #language: Language;
  #bare: readonly { readonly title: boolean; readonly text: BareText }[] | undefined;

  constructor(source: Source) {
    this.source = source;
    this.places = [
      ...placesIn(source.text).map((place) => ({ ...place, title: false })),
      ...placesIn(source.title).map((place) => ({ ...place, title: true })),
    ];
    this.#figuresByPlace = this.places.map(({ text }) => figuresIn(text));
    this.#figures = this.#figuresByPlace
      .flatMap((figures, at) => figures.flatMap(numbersOf).map((figure) => ({ at, figure })))
      .sort((a, b) => a.figure.value - b.figure.value);
    this.times = this.places.flatMap(({ text }, at) =>
      datesIn(text).map(({ text: said, ...mention }) => ({ at, said, ...mention })),
    );
    this.#outlet = tokens(`${source.outlet} ${source.domain}`);
    this.#language = languageOf(`${source.title}\n${source.text}`);
    this.#learnWords();
  }

  /** Whether the source has text in the script of `text`. */
  speaks(text: string): boolean {
    return this.isWrittenIn(languageOf(text));
  }

  /** Whether it has text in the language; mixed text is Chinese with names in it. */
  isWrittenIn(own: Language): boolean {
    const told = own === 'mixed' ? 'zh' : own;
    return told === 'unknown' || told === this.#language || this.#language === 'mixed';
  }

  /** Whether it is in a language that the rules don't read. */
  get isForeign(): boolean {
    return this.#language === 'unknown';
  }

  /** The figures with a value from `low` to `high`, at most `limit`. */
  between(low: number, high: number, limit: number): FigureHit[] {
    if (!Number.isFinite(low) || !Number.isFinite(high)) return [];
    const slack = Math.abs(high) * 1e-9;
    const found: FigureHit[] = [];
    for (let at = this.#firstFrom(low - slack); at < this.#figures.length && found.length < limit; at++) {
      const hit = this.#figures[at];
      if (hit === undefined || hit.figure.value > high + slack) break;
      found.push(hit);
    }
    return found;
  }

  /** The figures of a place. */
  figuresAt(at: number): readonly Figure[] {
    return this.#figuresByPlace[at] ?? [];
  }

  /** The concepts of a place and its neighbours: stemmed words, without figures. */
  about(at: number): ReadonlySet<string> {
    const known = this.#about.get(at);
    if (known) return known;
    const window = [at - 1, at, at + 1].map((one) => this.places[one]?.text ?? '').join('\n');
    const set = new Set([...tokens(window), ...this.#outlet].filter((token) => !/^\d/.test(token)));
    this.#about.set(at, set);
    return set;
  }

  /**
   * The place of a lower-case word, or of one that it derives from. The outlet's and the author's names have no
   * place.
   */
  placeOfWord(word: string): number | undefined {
    const spelt = oneSpelling(word);
    const exact = this.#words.get(word) ?? this.#words.get(spelt) ?? this.#spellings.get(spelt);
    if (exact !== undefined) return exact;
    if (this.#prefixes.has(word)) return -1;
    for (let length = word.length - 1; length >= Math.max(LEAST_PREFIX, word.length - 4); length--)
      if (FORMED.test(word.slice(length)) && this.#words.has(word.slice(0, length)))
        return this.#words.get(word.slice(0, length));
    return undefined;
  }

  /** Whether the source has a word that differs by a slip: Merkel for Merkle. */
  almostHas(word: string): boolean {
    for (const other of this.#words.keys())
      if (other.length >= LEAST_MISSPELT && other[0] === word[0] && isSlipOf(other, word)) return true;
    return false;
  }

  /** Whether its address contains this name: Al Jazeera is at aljazeera.com. */
  isAt(name: string): boolean {
    return this.source.domain.split('.').includes(name);
  }

  /** Whether the source writes out a name with these initials. */
  writesOut(initials: string): boolean {
    return this.#initials.has(initials);
  }

  /** The sentence with most of these words, if it has at least `share` of them. */
  closest(words: ReadonlySet<string>, share: number): number | undefined {
    if (!this.#closest.has(words)) this.#closest.set(words, this.#mostOf(words));
    const { at, shared } = this.#closest.get(words) ?? { at: 0, shared: 0 };
    return shared > 0 && shared >= share * words.size ? at : undefined;
  }

  #mostOf(words: ReadonlySet<string>): { readonly at: number; readonly shared: number } {
    this.#tokens ??= this.places.map(({ text }) => new Set(tokens(text)));
    let best = { at: 0, shared: 0 };
    this.#tokens.forEach((there, at) => {
      let shared = 0;
      for (const word of words) if (there.has(word)) shared++;
      if (shared > best.shared) best = { at, shared };
    });
    return best;
  }

  /** Where words stand one after another, whatever marks are between them and in either script of Chinese; the first that `suits`. */
  find(words: string, suits: (passage: Passage) => boolean = () => true): Passage | undefined {
    const wanted = bare(scriptless(words));
    if (wanted === '') return undefined;
    this.#bare ??= [this.source.text, this.source.title].map((text, at) => ({
      title: at === 1,
      text: bareWithOffsets(scriptless(text)),
    }));
    for (const { title, text } of this.#bare) {
      for (let at = text.text.indexOf(wanted); at >= 0; at = text.text.indexOf(wanted, at + wanted.length)) {
        const start = text.offsets[at] ?? 0;
        const last = text.offsets[at + wanted.length - 1] ?? start;
        const whole = title ? this.source.title : this.source.text;
        const end = last + ((whole.codePointAt(last) ?? 0) > 0xffff ? 2 : 1);
        const passage = this.#passage(title, start, end);
        if (suits(passage)) return passage;
      }
    }
    return undefined;
  }

  /** The passage of a hit: its sentence, as far as it can be shown. */
  passageOf({ at }: Hit, start: number, end: number): Passage | undefined {
    const place = this.places[at];
    if (place === undefined) return undefined;
    if (place.text.length <= LONGEST_QUOTE)
      return this.#passage(place.title, place.start, place.start + place.text.length);
    const from = Math.max(0, Math.min(start, place.text.length) - LONGEST_QUOTE / 2);
    const to = Math.min(place.text.length, Math.max(end, from + LONGEST_QUOTE));
    return this.#passage(place.title, place.start + from, place.start + Math.min(to, from + LONGEST_QUOTE));
  }

  /** The very words at offsets into a place's text. */
  wordsAt(at: number, start: number, end: number): Passage | undefined {
    const place = this.places[at];
    return place && this.#passage(place.title, place.start + start, place.start + end);
  }

  #passage(title: boolean, start: number, end: number): Passage {
    const whole = title ? this.source.title : this.source.text;
    const quote = whole.slice(start, Math.max(end, start + 1));
    return { n: this.source.n, ...(title && { title }), offset: start, length: quote.length, quote };
  }

  #firstFrom(value: number): number {
    let [low, high] = [0, this.#figures.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#figures[middle]?.figure.value ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #learnWords(): void {
    const { outlet, domain, byline } = this.source;
    for (const word of bare(scriptless(`${outlet} ${domain} ${byline ?? ''}`)).split(' '))
      this.#words.set(word, -1);
    this.places.forEach(({ text }, at) => {
      for (const word of bare(scriptless(text)).split(' ')) {
        if ((this.#words.get(word) ?? -1) < 0) this.#words.set(word, at);
        const spelt = oneSpelling(word);
        if (spelt !== word && !this.#spellings.has(spelt)) this.#spellings.set(spelt, at);
        for (
          let length = Math.max(LEAST_PREFIX, word.length - 4);
          length < Math.min(word.length, 24);
          length++
        )
          if (FORMED.test(word.slice(length))) this.#prefixes.add(word.slice(0, length));
      }
      for (const { name } of latinNamesIn(text)) if (name.includes(' ')) this.#initials.add(initialsOf(name));
    });
  }
}

/** "National Health Service" is nhs. */
export function initialsOf(name: string): string {
  return [...name.matchAll(/(?<![\p{L}\p{N}])\p{Lu}/gu)].map(([letter]) => letter.toLowerCase()).join('');
}

function placesIn(text: string): { start: number; text: string }[] {
  const found: { start: number; text: string }[] = [];
  let lineStart = 0;
  for (const line of text.split('\n')) {
    for (let from = 0; from < line.length;) {
      const to = cutBefore(line, from + LONGEST_LINE);
      for (const sentence of sentences(line.slice(from, to)))
        found.push({ start: lineStart + from + sentence.start, text: sentence.text });
      from = to;
    }
    lineStart += line.length + 1;
  }
  return found;
}

/** The last white space of the line before `limit`, as far as it is near; else `limit`. */
function cutBefore(line: string, limit: number): number {
  if (line.length <= limit) return line.length;
  const space = line.slice(limit - 200, limit).lastIndexOf(' ');
  return space < 0 ? limit : limit - 200 + space + 1;
}

/** A figure, and its number alone, for a story that leaves out the unit: "six" of six weeks. */
function numbersOf(figure: Figure): Figure[] {
  const { told } = figure;
  if (told === undefined) return [figure];
  return [figure, { ...figure, value: told, low: told, high: told, dimension: 'count' }];
}
