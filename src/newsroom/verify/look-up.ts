/** Looks up a number, date or quotation in one source. */
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

/** The supporting passage; absent when the source as a whole supports it, as its publication date does. */
export interface Found {
  readonly passage?: Passage;
}

/** How many places with the same value are examined. */
const MOST_HITS = 64;
/** Larger counts, and those with three digits, decimals or a unit, rarely match by coincidence. */
const DISTINCTIVE = 1_000;

interface NumberTerms {
  readonly sameScript: boolean;
  /** Only where the same word follows it. */
  readonly sameThings?: boolean;
  /** The story's paragraph. */
  readonly around?: string;
}

/**
 * A figure that supports one reading of a mention, in a place about the same things as the sentence (`about`: its
 * words). Between languages no words can be shared, and a market snapshot has few; there the figure is enough.
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
      // "A fifth" is said of many things, so 20% must be about the same.
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

/**
 * "At 38 km/h, well below the limit of 65", "at mile 24": a figure may take its unit from another in its sentence, or
 * from the word before it.
 */
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

/** The share of common words from which two sentences are about the same. */
const SAME_MATTER = 0.4;

/**
 * Whether the most similar sentence of the source counts the same things and gives another number: three rifles
 * instead of five. For texts of one language, and figures that the source doesn't have.
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

/** What is counted: the word after a figure, or three Chinese characters. */
function thingsIn(rest: string): string {
  const chinese = /^[多餘]?(\p{Script=Han}{3})/u.exec(rest)?.[1];
  if (chinese !== undefined) return chinese;
  const word = /^\s(\p{L}{3,})/u.exec(rest)?.[1]?.toLowerCase() ?? '';
  return isStopWord(word) ? '' : stem(word);
}

/** The source's figures that match by value and unit. */
export function hitsFor(told: Figure, source: SourceIndex): FigureHit[] {
  return wantedFor(told).flatMap(({ low, high, suits }) =>
    source.between(low, high, MOST_HITS).filter(({ figure }) => suits(figure)),
  );
}

/** Prefer exact matches over values that may be rounded to it. */
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

/** How a text states a time. */
export interface TimeContext {
  readonly writtenAtMs: number;
  /** "As of 1.20pm": the source's own time. */
  readonly asOf: boolean;
  /** "Hong Kong time": the source may give the same moment in another zone. */
  readonly zoned: boolean;
}

/** "Since January". */
const START_OF_YEAR = /\b(?:start|beginning) of (?:the|this) year\b|年初|\byear to date\b/iu;

/** The day or time in a source, in any wording, or its publication day. */
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
  const part = yearInName(told, source) ?? datedApart(told, source);
  if (part) return part;
  const newYear = told.kind === 'month' && told.month === 0 && told.year === undefined;
  if (newYear && START_OF_YEAR.test(source.source.text)) return {};
  if (publishedAtMs === undefined) return undefined;
  // A month alone must be named or meant by "this month"; the month of publication doesn't count.
  const published = told.kind !== 'month' && meansPublication(told, publishedAtMs);
  return published || (asOf && isClockOf(told, publishedAtMs)) ? {} : undefined;
}

/** The share of common words from which two sentences say the same. */
const SAME_SENTENCE = 0.7;

/** Whether a source has nearly the same sentence with different weekdays. */
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

/** A year, not "2,019" or 2019人. */
const AS_YEAR = /^\d{4}(?!\d|\s?[人名個宗份間張票元隻架輛萬億多餘])/u;

/** "The 2025-26 season" and 2019世界盃 contain their year as a number. */
function yearInName(told: TimeRead, source: SourceIndex): Found | undefined {
  if (told.kind !== 'year') return undefined;
  const hit = source
    .between(told.year, told.year, MOST_HITS)
    .find(
      ({ at, figure }) =>
        figure.dimension === 'count' && AS_YEAR.test(source.places[at]?.text.slice(figure.start) ?? ''),
    );
  return hit && found(source.passageOf(hit, hit.figure.start, hit.figure.end));
}

/**
 * "In February last year … on the 8th of February": the day or month in one place and its year in another; or a year
 * as a number in the same sentence.
 */
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

/** Verbatim; omissions (…) and insertions ([…]) split the quotation. */
export function lookUpQuotation(quotation: string, source: SourceIndex): Found | undefined {
  const parts = quotation.split(/…+|\.{3,}|\[[^\]]*\]/u).filter((part) => bare(part) !== '');
  const passages = parts.map((part) => source.find(part));
  if (passages.length === 0 || !passages.every((passage) => passage !== undefined)) return undefined;
  return found(passages.toSorted((a, b) => b.length - a.length)[0]);
}

/** Whether a text is Chinese; its claims can only be compared with Chinese sources. */
export function isChinese(text: string): boolean {
  return cjkLength(text) > 0;
}

/** The passage as a field to be spread into a result. */
export function found(passage: Passage | undefined): Found {
  return passage === undefined ? {} : { passage };
}
