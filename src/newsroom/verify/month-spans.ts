/** Spans between months or years: 八年間, "a 41-year-old mill". */
import { readTime } from '../../text/dates/read-time.ts';
import type { Figure } from '../../text/figures/figure.ts';
import { timesIn } from '../../text/times.ts';

export const MONTHS_A_YEAR = 12;

interface Month {
  readonly year: number;
  readonly month?: number | undefined;
}

/** The months and years named in a text; a year alone has no month. */
export function monthsIn(text: string): Month[] {
  return timesIn(text).flatMap(({ text: said }) => {
    const read = readTime(said);
    if (read === undefined || !('year' in read) || read.year === undefined) return [];
    return [{ year: read.year, month: 'month' in read ? read.month : undefined }];
  });
}

/** In UTC; months count from 0. */
export function monthOf(day: Date): Month {
  return { year: day.getUTCFullYear(), month: day.getUTCMonth() };
}

/** For years alone, whole years; for months, to half a year. */
export function isSpan(told: Figure, from: Month, to: Month): boolean {
  const [low, high] = [told.low, told.high].map(
    (value) => value * (told.dimension === 'age' ? MONTHS_A_YEAR : 1),
  );
  if (low === undefined || high === undefined) return false;
  const years = (to.year - from.year) * MONTHS_A_YEAR;
  const slack = 0.01;
  if (from.month === undefined || to.month === undefined)
    return years >= low - slack && years <= high + slack;
  const months = years + to.month - from.month;
  return months >= low - MONTHS_A_YEAR / 2 && months <= high + MONTHS_A_YEAR / 2;
}
