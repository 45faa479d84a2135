/** Whether a difference between two figures is stated as more or less, and whether that is right. */
import type { Figure } from '../../text/figures/figure.ts';

const MORE = /^\s(?:\p{L}+\s){0,2}(?:more|above|ahead|up|higher|greater|larger|longer)\b/iu;
const LESS = /^\s(?:\p{L}+\s){0,2}(?:less|below|short|behind|down|lower|fewer|smaller|shorter|cheaper)\b/iu;
const MORE_CHINESE = /[較比][^，。；,;]{1,20}[多高升增](?:加|出|了)?[約近逾超過達至]*$/u;
const LESS_CHINESE = /[較比][^，。；,;]{1,20}[少低跌減降](?:少|了)?[約近逾超過達至]*$/u;

/** 1 for more, -1 for less, 0 when the words don't say. */
export function signOf({ start, end }: Figure, sentence: string): -1 | 0 | 1 {
  const [before, after] = [sentence.slice(Math.max(0, start - 48), start), sentence.slice(end, end + 48)];
  if (MORE.test(after) || MORE_CHINESE.test(before)) return 1;
  return LESS.test(after) || LESS_CHINESE.test(before) ? -1 : 0;
}

/** Checks that the figure named first is indeed more, or less, than the other. */
export function oriented({ start }: Figure, sentence: string, sign: -1 | 0 | 1) {
  return {
    fits: (anchor: Figure, one: Figure, other: Figure) => {
      if (sign === 0 || anchor.start > start) return true;
      const isBase = /(?:\bthan|\bfrom|[較比由從])[^，。；,;]{0,20}$/u.test(sentence.slice(0, anchor.start));
      return Math.sign(one.value - other.value) === (isBase ? -sign : sign);
    },
  };
}
