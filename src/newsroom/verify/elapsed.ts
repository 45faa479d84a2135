/** Spans that a writer counts from a day in a source: "eleven years ago", 上任僅半年, 首五個月. */
import type { TimeRead } from '../../text/dates/time-read.ts';
import type { Figure } from '../../text/figures/figure.ts';
import { found } from './look-up.ts';
import type { Found } from './look-up.ts';
import { isSpan, monthOf, MONTHS_A_YEAR } from './month-spans.ts';
import type { SourceIndex } from './source-index.ts';

/** Wording of a span that lasts until the present. */
const UNTIL_NOW = {
  before:
    /(?:\b(?:for|in|over|after|lasted|just|only)\s(?:(?:just|only|the|past|last|about|nearly|almost|over)\s){0,2}|[僅只]有?|至今|[任職位][約近逾已]?|事隔|相隔|時隔)$/iu,
  after: /^\s?(?:ago|earlier|since|later)\b|^[-\s]old\b|^[之以]?[前來]|^至今|^[^，。；]{0,6}以來/iu,
};
const FIRST = /(?:\bfirst\s|[首頭])$/iu;

/** @param nowMs the source's publication */
export function lookUpElapsed(
  told: Figure,
  sentence: string,
  source: SourceIndex,
  nowMs: number,
): Found | undefined {
  if (told.dimension === 'quarter') return quarterBefore(told, source);
  if (told.dimension !== 'months') return undefined;
  const before = sentence.slice(Math.max(0, told.start - 32), told.start);
  if (FIRST.test(before)) return firstMonths(told, source);
  if (told.unit === 'year' && FROM_NOW.test(sentence.slice(told.end, told.end + 16)))
    return yearsAhead(told, source, nowMs);
  if (!UNTIL_NOW.before.test(before) && !UNTIL_NOW.after.test(sentence.slice(told.end, told.end + 16)))
    return undefined;
  const now = monthOf(new Date(nowMs));
  const hit = source.times.find(({ read }) => {
    const from = read && monthBefore(read, now);
    if (from === undefined) return false;
    if (told.unit === 'year' && told.value >= MONTHS_A_YEAR) return isSpan(told, from, now);
    const months = (now.year - from.year) * MONTHS_A_YEAR + (now.month ?? 0) - (from.month ?? Infinity);
    return months >= told.low - 1 && months <= told.high + 1;
  });
  return hit && found(source.passageOf(hit, hit.start, hit.end));
}

const LAST_QUARTER = /上一?季|\b(?:previous|prior|last|preceding) quarter\b/iu;

/** The first quarter precedes the second. */
function quarterBefore({ value }: Figure, source: SourceIndex): Found | undefined {
  if (!LAST_QUARTER.test(source.source.text)) return undefined;
  const [hit] = source
    .between((value % 4) + 1, (value % 4) + 1, 64)
    .filter(({ figure }) => figure.dimension === 'quarter');
  return hit && found(source.passageOf(hit, hit.figure.start, hit.figure.end));
}

const FROM_NOW = /^[之以]?後|^\s(?:from now|later)\b|^['’]\stime\b/iu;

/** What is due in 2024 is four years away in 2020. */
function yearsAhead(told: Figure, source: SourceIndex, nowMs: number): Found | undefined {
  const now = monthOf(new Date(nowMs));
  const hit = source.times.find(
    ({ read }) => read?.kind === 'year' && read.year > now.year && isSpan(told, now, { year: read.year }),
  );
  return hit && found(source.passageOf(hit, hit.start, hit.end));
}

/** "The first five months" of a source that tells of May. */
function firstMonths({ value }: Figure, source: SourceIndex): Found | undefined {
  const hit = source.times.find(
    ({ read }) => (read?.kind === 'month' || read?.kind === 'day') && read.month === value - 1,
  );
  return hit && found(source.passageOf(hit, hit.start, hit.end));
}

type Month = ReturnType<typeof monthOf>;

/** The named month or year; without a year, the latest one of that name. */
function monthBefore(read: TimeRead, now: Month): Month | undefined {
  if (read.kind === 'year') return { year: read.year };
  if ((read.kind !== 'month' && read.kind !== 'day') || read.month === undefined) return undefined;
  const year = read.year ?? now.year + (read.yearBy ?? (read.month > (now.month ?? 0) ? -1 : 0));
  return { year, month: read.month };
}
