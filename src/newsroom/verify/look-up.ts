/** Where sources bear out a number, a date or a quotation. Each look-up takes one source. */
import { cjkLength } from '../../text/cjk.ts';
import { bare } from '../../text/bare.ts';
import { stem } from '../../text/stem.ts';
import { isStopWord } from '../../text/stop-words.ts';
import { scriptless } from '../../text/chinese/scripts.ts';
import { isClockElsewhere, isClockOf } from '../../text/dates/clocks.ts';
import { meansPublication } from '../../text/dates/days-meant.ts';
import { sameTime } from '../../text/dates/same-time.ts';
import type { TimeRead } from '../../text/dates/time-read.ts';
import { wantedFor } from '../../text/figures/compare.ts';
import type { Figure } from '../../text/figures/figure.ts';
import type { Passage } from '../model/claim.ts';
import type { NumberClaim } from './claims.ts';
import type { FigureHit, SourceIndex } from './source-index.ts';
import { canBePaidIn } from './whose-money.ts';

/** A passage; without one the source bears it out as a whole, as its day of publication does. */
export interface Found {
  readonly passage?: Passage;
}

/** So many places with the same value are looked at. */
const MOST_HITS = 64;
/** Counts from here on, those with three told digits, decimals and units are seldom there by chance. */
const DISTINCTIVE = 1_000;

interface NumberTerms {
  readonly sameScript: boolean;
  /** Only where the same word stands behind it. */
  readonly sameThings?: boolean;
  /** The paragraph of the story. */
  readonly around?: string;
}

/**
 * A figure that bears out one reading of a mention, where the source speaks of what the sentence does (`about`: its words).
 * Between languages no words can be shared, and a market snapshot has few: there the figure is enough.
 */
export function lookUpNumber(
  { readings, counted }: Pick<NumberClaim, 'readings' | 'counted'>,
  about: ReadonlySet<string>,
  source: SourceIndex,
  { sameScript, sameThings = false, around = '' }: NumberTerms,
): Found | undefined {
  const needsWords = sameScript && about.size > 0 && source.source.kind !== 'market';
  let best: { hit: FigureHit; shared: number; distinct: boolean } | undefined;
  for (const told of readings) {
    for (const hit of hitsFor(told, source)) {
      if (!canBePaidIn(told, hit, source, around)) continue;
      if (sameThings && thingsBehind(hit, source) !== thingsIn(counted)) continue;
      const there = source.about(hit.at);
      let shared = 0;
      for (const word of about) if (there.has(word)) shared++;
      // "A fifth" is said of many things; 20% has to be of the same.
      const distinct = isDistinctive(told) && !(hit.figure.dimension === 'percent' && hit.figure.inWords);
      if (best === undefined || shared > best.shared) best = { hit, shared, distinct };
    }
  }
  best ??= bareAmongItsLike(readings, source);
  if (best === undefined || (needsWords && best.shared === 0 && !best.distinct)) return undefined;
  const { start, end } = best.hit.figure;
  return found(source.passageOf(best.hit, start, end));
}

const MEASURED = /^(?:length|area|weight|speed|power|energy|volume|rate|points)$/u;

/** "At 38 km/h, well below the limit of 65", "at mile 24": a figure takes its unit from another of its sentence, or the word before it. */
function bareAmongItsLike(readings: readonly Figure[], source: SourceIndex) {
  for (const told of readings) {
    if (!MEASURED.test(told.dimension)) continue;
    const number = told.told ?? told.value;
    for (const hit of source.between(number, number, MOST_HITS)) {
      const { dimension, unit } = hit.figure;
      const alike = source
        .figuresAt(hit.at)
        .some((figure) => figure.dimension === told.dimension && figure.unit.startsWith(told.unit));
      const before = source.places[hit.at]?.text.slice(0, hit.figure.start) ?? '';
      const isNamed = told.unit !== '' && before.toLowerCase().endsWith(`${told.unit} `);
      if (dimension === 'count' && unit === '' && hit.figure.told === undefined && (alike || isNamed))
        return { hit, shared: 0, distinct: true };
    }
  }
  return undefined;
}

/** So much of a sentence in one of a source's means that both tell of the same. */
const SAME_MATTER = 0.4;

/**
 * Whether the source's sentence that says most of what is told (`about`) counts the same things, and not as the story does:
 * three rifles for five. For texts of one language, and figures that the source doesn't have.
 */
export function countsOtherwise(
  { readings, counted }: Pick<NumberClaim, 'readings' | 'counted'>,
  about: ReadonlySet<string>,
  source: SourceIndex,
): boolean {
  const [told] = readings;
  const things = thingsIn(counted);
  if (told?.dimension !== 'count' || isDistinctive(told) || things === '') return false;
  const at = source.closest(about, SAME_MATTER);
  if (at === undefined) return false;
  return source
    .figuresAt(at)
    .some((figure) => figure.dimension === 'count' && thingsBehind({ at, figure }, source) === things);
}

function thingsBehind({ at, figure }: FigureHit, source: SourceIndex): string {
  return thingsIn(source.places[at]?.text.slice(figure.end) ?? '');
}

/** What is counted: the word behind a figure, or three characters of Chinese. */
function thingsIn(rest: string): string {
  const chinese = /^[多餘]?(\p{Script=Han}{3})/u.exec(rest)?.[1];
  if (chinese !== undefined) return chinese;
  const word = /^\s(\p{L}{3,})/u.exec(rest)?.[1]?.toLowerCase() ?? '';
  return isStopWord(word) ? '' : stem(word);
}

/** The source's figures that bear out a told one, by value and unit. */
export function hitsFor(told: Figure, source: SourceIndex): FigureHit[] {
  return wantedFor(told).flatMap(({ low, high, suits }) =>
    source.between(low, high, MOST_HITS).filter(({ figure }) => suits(figure)),
  );
}

/** Where the very figure stands, what may be rounded to it is another. */
export function exactHitsFor(told: Figure, source: SourceIndex): FigureHit[] {
  const hits = hitsFor(told, source);
  const exact = hits.filter(({ figure }) => figure.value === told.value);
  return exact.length > 0 ? exact : hits;
}

function isDistinctive({ value, dimension, inWords }: Figure): boolean {
  if (dimension === 'count')
    return value >= DISTINCTIVE || !Number.isInteger(value) || (!inWords && value > 100 && value % 10 !== 0);
  return !/^(?:seconds|months|age|ordinal|quarter|half-year)$/u.test(dimension);
}

/** How a text tells a time. */
export interface TimeContext {
  readonly writtenAtMs: number;
  /** "As of 1.20pm": the source's own time. */
  readonly asOf: boolean;
  /** "Hong Kong time": the source may tell the same moment by another clock. */
  readonly zoned: boolean;
}

/** "Since January". */
const START_OF_YEAR = /\b(?:start|beginning) of (?:the|this) year\b|年初|\byear to date\b/iu;

/** The day or time that a source names, in whatever words, or that it was published on. */
export function lookUpDate(
  said: string,
  told: TimeRead,
  source: SourceIndex,
  { writtenAtMs, asOf, zoned }: TimeContext,
): Found | undefined {
  const { publishedAtMs } = source.source;
  const plain = bare(scriptless(said));
  for (const hit of source.times) {
    const same =
      hit.read !== undefined &&
      (sameTime(told, hit.read, publishedAtMs) ||
        (zoned && isClockElsewhere(told, hit.read, publishedAtMs ?? writtenAtMs)));
    const literal = bare(scriptless(hit.said)) === plain;
    if (same || literal) return found(source.passageOf(hit, hit.start, hit.end));
  }
  const part = partOfDate(told, source) ?? datedApart(told, source);
  if (part) return part;
  const newYear = told.kind === 'month' && told.month === 0 && told.year === undefined;
  if (newYear && START_OF_YEAR.test(source.source.text)) return {};
  if (publishedAtMs === undefined) return undefined;
  // A month alone is named, or meant by "this month"; that a source came out in it says nothing.
  const published = told.kind !== 'month' && meansPublication(told, publishedAtMs);
  return published || (asOf && isClockOf(told, publishedAtMs)) ? {} : undefined;
}

/** So much of a sentence in one of a source's means that both tell the same. */
const SAME_SENTENCE = 0.7;

/** Whether a source says almost the same sentence with other weekdays only. */
export function saysOtherDay(
  told: TimeRead,
  about: ReadonlySet<string>,
  sources: readonly SourceIndex[],
): boolean {
  if (told.kind !== 'weekday') return false;
  return sources.some((source) => {
    const at = source.closest(about, SAME_SENTENCE);
    const there = source.times.filter((hit) => hit.at === at && hit.read?.kind === 'weekday');
    return there.length > 0 && !there.some(({ read }) => read && sameTime(told, read));
  });
}

/** "12–14 March" has its twelfth, and "the 2025-26 season" its year, as numbers. */
function partOfDate(told: TimeRead, source: SourceIndex): Found | undefined {
  const value = told.kind === 'year' ? told.year : told.kind === 'day' ? told.day : undefined;
  if (value === undefined || (told.kind === 'day' && told.month === undefined)) return undefined;
  for (const hit of source.between(value, value, MOST_HITS)) {
    if (hit.figure.dimension !== 'count') continue;
    if (
      told.kind === 'day' &&
      !source.times.some(({ at, read }) => at === hit.at && monthOf(read) === told.month)
    )
      continue;
    return found(source.passageOf(hit, hit.figure.start, hit.figure.end));
  }
  return undefined;
}

/** "In February last year … on the 8th of February": the day or month, and its year elsewhere; a year by its number in the same sentence. */
function datedApart(told: TimeRead, source: SourceIndex): Found | undefined {
  if (told.kind !== 'day' && told.kind !== 'month') return undefined;
  if (told.yearBy === undefined) return told.year === undefined ? undefined : yearApart(told, source);
  const { year, yearBy, ...rest } = told;
  const { publishedAtMs } = source.source;
  const whole: TimeRead = { kind: 'year', year: year ?? 0 };
  const hit = source.times.find(
    ({ read }) => read && !('year' in read) && !('yearBy' in read) && sameTime(rest, read),
  );
  const inYear = source.times.some(({ read }) => read && sameTime(whole, read, publishedAtMs));
  return hit && yearBy !== 0 && inYear ? found(source.passageOf(hit, hit.start, hit.end)) : undefined;
}

/** 「下屆2023年舉行，為9月8日至10月21日」. */
function yearApart(
  { year, ...rest }: Extract<TimeRead, { kind: 'day' | 'month' }>,
  source: SourceIndex,
): Found | undefined {
  const whole: TimeRead = { kind: 'year', year: year ?? 0 };
  const hit = source.times.find(
    ({ at, read }) =>
      read &&
      (read.kind === 'day' || read.kind === 'month') &&
      read.year === undefined &&
      sameTime(rest, read) &&
      source.times.some((other) => other.at === at && other.read && sameTime(whole, other.read)),
  );
  return hit && found(source.passageOf(hit, hit.start, hit.end));
}

function monthOf(read: TimeRead | undefined): number | undefined {
  return read?.kind === 'day' || read?.kind === 'month' ? read.month : undefined;
}

/** Word for word; what is left out (…) or put in by the writer ([…]) parts it. */
export function lookUpQuotation(quotation: string, source: SourceIndex): Found | undefined {
  const parts = quotation.split(/…+|\.{3,}|\[[^\]]*\]/u).filter((part) => bare(part) !== '');
  const passages = parts.map((part) => source.find(part));
  if (passages.length === 0 || !passages.every((passage) => passage !== undefined)) return undefined;
  return found(passages.toSorted((a, b) => b.length - a.length)[0]);
}

/** Whether words are Chinese: their claims can be compared with Chinese sources only. */
export function isChinese(text: string): boolean {
  return cjkLength(text) > 0;
}

export function found(passage: Passage | undefined): Found {
  return passage === undefined ? {} : { passage };
}
