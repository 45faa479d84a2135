/**
 * Compares two titles and the texts behind them: by names and figures, by shared words, and by how much of each title
 * occurs in the other's texts.
 *
 * - `yes` only when each figure and most names of one are found in the other, and the words agree.
 * - `doubtful` is for a reader who understands more than words. Without one it counts as different: repeating news
 *   does less harm than never reporting it.
 * - Headlines that contradict each other (announced and called off, a school and a hospital) are different.
 */
import { hasHan } from '../../text/chinese/has-han.ts';
import { isCjkWord } from '../../text/cjk.ts';
import type { Figure } from '../../text/figures/figure.ts';
import { figuresIn } from '../../text/figures/figures-in.ts';
import { chineseNumber } from '../../text/number-words.ts';
import { memoized } from '../../text/memoized.ts';
import { tokens } from '../../text/tokens.ts';
import { aliasesIn } from '../intake/cluster/aliases.ts';
import { claimsOf, contradict } from '../intake/cluster/claims.ts';
import type { Claims } from '../intake/cluster/claims.ts';
import { bigramKinds } from '../intake/cluster/name-likeness.ts';
import { bundledGlossary } from '../../text/glossary/glossary.ts';
import type { Mention } from '../../text/glossary/glossary.ts';
import { withoutSections } from '../../text/headline.ts';
import { isExpected, stepsOf, turnsOf } from './steps.ts';

/** Titles in any language, and the texts behind them. */
export interface Telling {
  readonly titles: readonly string[];
  /** The texts of its pages, or its feeds' descriptions; may be empty. */
  readonly text: string;
}

/** What made two alike besides words: figures, names alone, or the texts. */
export type TellingMark = 'figures' | 'names' | 'texts';

export interface TellingLikeness {
  readonly answer: 'yes' | 'doubtful' | 'no';
  readonly by?: TellingMark;
  /** The shared figures and names. */
  readonly shared?: readonly string[];
}

/** The share of the shorter title's words that the other must have. */
const SAME_WORDS = 0.6;
const ALIKE_WORDS = 0.34;
/** The share of each title's words that must occur in the other's texts. */
const SAME_IN_TEXT = 0.8;
const ALIKE_IN_TEXT = 0.6;
/** Where both titles share so much, a word that turns one round is the difference. */
const NEARLY_ALL_WORDS = 0.85;
const WEIGHTS = { figure: 2, name: 2, word: 1 };
/** A figure of at least a hundred, or with a fraction, counts as much as two names. */
const TELLING = /^=-?(?:\d{3}|\d+\.\d)/;
/** This many equal figures are never a coincidence. */
const ENOUGH_FIGURES = 3;
/** Nor are this many with three or more digits or a fraction. */
const ENOUGH_EXACT = 2;
const EXACT = /^=-?(?:\d{2,}[1-9]|\d*\.\d)/;
/** The share of names that must match; Chinese names are guesses. */
const MOST_NAMES = 0.5;
/** Longer texts repeat themselves, or have several subjects. */
const TEXT_CHARACTERS = 6_000;

/** Parsed once, compared often. */
export interface ReadTelling {
  readonly titles: readonly TitleWords[];
  readonly all: ReadonlySet<string>;
}

interface TitleWords {
  readonly claims: Claims;
  readonly steps: number;
  readonly isExpected: boolean;
  readonly turns: string;
  readonly isChinese: boolean;
  /** The people and places it names, as the glossary calls them. */
  readonly known: ReadonlySet<string>;
  readonly places: ReadonlySet<string>;
  readonly words: ReadonlyMap<string, number>;
  readonly names: ReadonlySet<string>;
  readonly figures: ReadonlySet<string>;
}

/** Parse titles and text, to be compared many times. */
export function readTelling({ titles, text }: Telling): ReadTelling {
  const read = [...new Set(titles.map(withoutSections))].map(wordsOf);
  const all = new Set(read.flatMap(({ words }) => [...words.keys()]));
  for (const word of wordsBehind(text.slice(0, TEXT_CHARACTERS))) all.add(word);
  for (const title of read) for (const word of [...title.known, ...title.figures]) all.add(word);
  return { titles: read, all };
}

/** A story's texts are looked at before it is posted, and again in its turn to be posted. */
const wordsBehind = memoized(
  (text) => [
    ...new Set([
      ...tokens(text),
      ...aliasesIn(text),
      ...marksOf(figuresIn(text), text),
      ...bundledGlossary().mentionsIn(text).map(knownAs),
    ]),
  ],
  8,
);

/** The most similar pair of titles decides. */
export function compareTellings(a: ReadTelling, b: ReadTelling): TellingLikeness {
  let best: TellingLikeness = DIFFERENT;
  if (!a.titles.some((title) => hasMark(title, b.all))) return best;
  for (const one of a.titles)
    for (const other of b.titles) {
      const found = likenessOf(one, other, a.all, b.all);
      if (found.answer === 'yes') return found;
      if (best.answer === 'no') best = found;
    }
  return best;
}

/** Without a common name or figure two titles are different, in whichever languages. */
function hasMark({ names, figures, known }: TitleWords, other: ReadonlySet<string>): boolean {
  for (const marks of [names, figures, known]) for (const mark of marks) if (other.has(mark)) return true;
  return false;
}

const DIFFERENT: TellingLikeness = { answer: 'no' };

function likenessOf(
  a: TitleWords,
  b: TitleWords,
  ofA: ReadonlySet<string>,
  ofB: ReadonlySet<string>,
): TellingLikeness {
  if (contradict(a.claims, b.claims)) return DIFFERENT;
  if (a.steps !== 0 && b.steps !== 0 && (a.steps & b.steps) === 0) return DIFFERENT;
  if (a.isChinese !== b.isChinese) return acrossLanguages(a, b, ofA, ofB);
  const inTitle = weightOf(a.words, b.words) / Math.max(1, Math.min(weightOf(a.words), weightOf(b.words)));
  const inText = Math.min(
    weightOf(a.words, ofB) / weightOf(a.words),
    weightOf(b.words, ofA) / weightOf(b.words),
  );
  const shared = [...a.figures, ...a.names].filter((mark) => ofB.has(mark));
  const marks = shared.reduce((sum, mark) => sum + (TELLING.test(mark) ? 2 : 1), 0);
  if (marks === 0 || (inTitle < ALIKE_WORDS && inText < ALIKE_IN_TEXT)) return DIFFERENT;
  const figures = [...a.figures].filter((figure) => b.figures.has(figure)).length;
  const exact = [...a.figures].filter((figure) => b.figures.has(figure) && EXACT.test(figure)).length;
  const namesAgree = isContained(a.names, ofB, MOST_NAMES) && isContained(b.names, ofA, MOST_NAMES);
  const agree =
    isContained(a.figures, ofB, 1) &&
    isContained(b.figures, ofA, 1) &&
    (figures >= ENOUGH_FIGURES ||
      exact >= ENOUGH_EXACT ||
      (namesAgree && (hasFirst(a.names, ofB) || hasFirst(b.names, ofA))));
  const isSame =
    inTitle >= (exact >= ENOUGH_EXACT ? ALIKE_WORDS : SAME_WORDS) ||
    (inText >= SAME_IN_TEXT && inTitle >= ALIKE_WORDS / 2);
  const by = inTitle < SAME_WORDS ? 'texts' : figures > 0 ? 'figures' : 'names';
  const longer = Math.max(weightOf(a.words), weightOf(b.words));
  const isTurned = a.turns !== b.turns && weightOf(a.words, b.words) >= NEARLY_ALL_WORDS * longer;
  const isYes =
    agree &&
    isSame &&
    marks >= 2 &&
    !isTurned &&
    a.isExpected === b.isExpected &&
    placesAgree(a, b, ofA, ofB);
  return { answer: isYes ? 'yes' : 'doubtful', by, shared: shared.map(asSaid) };
}

/** Marks that are the same in both languages: figures, and glossary names. */
function acrossLanguages(
  a: TitleWords,
  b: TitleWords,
  ofA: ReadonlySet<string>,
  ofB: ReadonlySet<string>,
): TellingLikeness {
  const [figures, known] = [inBoth(a.figures, b.figures), inBoth(a.known, b.known)];
  if (figures.length === 0 && known.length < 2) return DIFFERENT;
  const agree =
    isContained(a.figures, ofB, 1) &&
    isContained(b.figures, ofA, 1) &&
    isContained(a.known, ofB, MOST_NAMES) &&
    isContained(b.known, ofA, MOST_NAMES);
  const isYes = agree && known.length > 0 && figures.some((figure) => TELLING.test(figure));
  return {
    answer: isYes && a.isExpected === b.isExpected ? 'yes' : 'doubtful',
    by: figures.length > 0 ? 'figures' : 'names',
    shared: [...figures, ...known].map(asSaid),
  };
}

/** Different places mean different happenings, unless one of the texts mentions both. */
function placesAgree(
  a: TitleWords,
  b: TitleWords,
  ofA: ReadonlySet<string>,
  ofB: ReadonlySet<string>,
): boolean {
  if (a.places.size === 0 || b.places.size === 0) return true;
  return [...a.places].some((place) => ofB.has(place)) || [...b.places].some((place) => ofA.has(place));
}

function inBoth(a: ReadonlySet<string>, b: ReadonlySet<string>): string[] {
  return [...a].filter((one) => b.has(one));
}

/** The first name in a headline is its subject. */
function hasFirst(names: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [first] = names;
  return first === undefined || other.has(first);
}

/** Whether this share of the marks occurs in the other. */
function isContained(marks: ReadonlySet<string>, other: ReadonlySet<string>, share: number): boolean {
  const told = [...marks].filter((mark) => other.has(mark)).length;
  return told >= marks.size * share;
}

function weightOf(words: ReadonlyMap<string, number>, also?: { has(word: string): boolean }): number {
  let sum = 0;
  for (const [word, weight] of words) if (also === undefined || also.has(word)) sum += weight;
  return sum;
}

const CAPITAL = /^\p{Lu}/u;
const MOSTLY_CAPITALS = 0.7;
function wordsOf(title: string): TitleWords {
  const kinds = hasHan(title) ? bigramKinds(title) : undefined;
  const capitals = capitalised(title);
  const words = new Map<string, number>();
  const names = new Set<string>();
  const found = figuresIn(title);
  const figures = new Set(marksOf(found, title));
  for (const word of tokens(without(found, title))) {
    const isName = isCjkWord(word)
      ? word.length > 1 && kinds?.isNameLike(word) && kinds.weightOf(word) >= 1
      : capitals.has(word);
    if (isName) names.add(word);
    words.set(word, kinds?.weightOf(word) ?? (isName ? WEIGHTS.name : WEIGHTS.word));
  }
  for (const figure of figures) words.set(figure, WEIGHTS.figure);
  for (const alias of aliasesIn(title)) words.set(alias, WEIGHTS.word);
  const mentions = bundledGlossary().mentionsIn(title);
  return {
    ...{ claims: claimsOf(title), steps: stepsOf(title), isExpected: isExpected(title) },
    turns: turnsOf(title),
    ...{ isChinese: kinds !== undefined, words, names, figures },
    known: new Set(mentions.map(knownAs)),
    places: new Set(mentions.filter(({ known }) => known.kind === 'place').map(knownAs)),
  };
}

/** Storm signals, which are too short for the grammar of prose: 十號風球, 10號颶風. */
const SIGNAL = /(\d{1,2}|[一二兩三四五六七八九十]{1,3})(?=號[風颶烈波])/gu;

/** Every company has quarterly and half-year results, so periods don't identify a happening. */
const PERIOD = /^(?:quarter|half-year|months (?:half\b|半))/iu;

/** Figures by value, so that $57bn and "57 billion", 2萬 and 20,000 give the same mark: "=57000000000". */
function marksOf(found: readonly Figure[], text: string): string[] {
  const signals = [...text.matchAll(SIGNAL)].map(([, said = '']) => Number(said) || chineseNumber(said));
  const figures = found.filter(
    ({ loose, dimension, text: said }) => !loose && !PERIOD.test(`${dimension} ${said}`),
  );
  return [...figures.map(({ value }) => value), ...signals].map(
    (value) => `=${Number(value.toPrecision(12))}`,
  );
}

function without(found: readonly Figure[], title: string): string {
  let rest = '';
  let from = 0;
  for (const { start, end } of found) {
    if (start < from) continue;
    rest += `${title.slice(from, start)} `;
    from = end;
  }
  return rest + title.slice(from);
}

/** A mark without the sign of its kind. */
function asSaid(mark: string): string {
  return mark.replace(/^[=@]/, '');
}

function knownAs({ known }: Mention): string {
  return `@${known.forms[0]}`;
}

/** Words capitalised within the sentence; none when most words are capitalised. */
function capitalised(title: string): ReadonlySet<string> {
  const words = title.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? [];
  const latin = words.filter((word) => word.length > 3 && /\p{Script=Latin}/u.test(word));
  const isTitleCase = latin.filter((word) => CAPITAL.test(word)).length > latin.length * MOSTLY_CAPITALS;
  const found = words.filter((word, at) => CAPITAL.test(word) && (at > 0 || /^\p{Lu}{2,}$/u.test(word)));
  return isTitleCase && latin.length > 4 ? new Set() : new Set(found.flatMap((word) => tokens(word)));
}
