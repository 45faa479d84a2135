/**
 * Figures that a writer divides or multiplies, if the wording says so: "an average of £49,000 each", 即每月 560元, "that
 * means about 202,000 voted", 升逾三倍.
 */
import type { Figure } from '../../text/figures/figure.ts';
import { sameCurrency } from '../../text/figures/units.ts';
import { MONTHS_A_YEAR } from './month-spans.ts';

/** Whether two figures yield the stated one. */
export type Make = (one: Figure, other: Figure) => boolean;

/** The tolerance for division, in addition to the figures' own rounding. */
const SLACK = 0.01;
const AVERAGE = /(?:\baverag(?:e|ing)\b[^,.;]{0,24}|平均[^，。；]{0,8})$/iu;
const EACH =
  /^\s(?:each|apiece|a (?:head|piece|game|match|day|week|month|year)|per \p{L}+)\b|^[一每](?=[人名宗個間場年月日天])/iu;
const MEANS =
  /(?:\b(?:means?|meaning|equals?|equivalent to|equal to|or|that is|which is)\s(?:that\s)?(?:(?:about|some|around|roughly|nearly|almost|just over|more than)\s)?(?:US\$|HK\$|[£€$])?|\b(?:half|thirds?|quarters?|fifths?|tenths?|per cent)(?:\sof\s(?:the|them|those|its|their)(?:\s\p{L}+)?)?,\s(?:or\s)?|(?:即|相當於|等於|亦即|也就是)[^，。；]{0,3})$/iu;

/** The calculations that the words around a figure allow. */
export function quotientsOf(told: Figure, sentence: string): Make[] {
  const before = sentence.slice(Math.max(0, told.start - 40), told.start);
  const after = sentence.slice(told.end, told.end + 16);
  const near = (value: number) => value >= told.low * (1 - SLACK) && value <= told.high * (1 + SLACK);
  const either =
    (make: Make): Make =>
    (one, other) =>
      make(one, other) || make(other, one);
  const makes: Make[] = [];
  if (AVERAGE.test(before) || EACH.test(after))
    makes.push(
      either(
        (all, parts) => isLike(told, all) && parts.dimension === 'count' && near(all.value / parts.value),
      ),
    );
  if (MEANS.test(before) && !/^(?:percent|points|rate|ratio)$/u.test(told.dimension))
    makes.push(
      either(
        (all, share) =>
          isLike(told, all) && share.dimension === 'percent' && near((all.value * share.value) / 100),
      ),
    );
  if (told.dimension === 'ratio')
    makes.push(either((more, less) => isPair(more, less) && less.value > 0 && near(more.value / less.value)));
  if (told.dimension === 'money' && /\ba month\b|每月/iu.test(sentence))
    makes.push(
      (one) => isLike(told, one) && near(one.value / MONTHS_A_YEAR) && /\ba year\b|[一每]年/iu.test(sentence),
      (one) => isLike(told, one) && near(one.value * MONTHS_A_YEAR) && /\ba year\b|[一每]年/iu.test(sentence),
    );
  return makes;
}

/** Two figures of one kind, from which a share or a change can be calculated. */
export function isPair(one: Figure, other: Figure): boolean {
  return (
    !/^(?:percent|points|rate|ratio|ordinal|code|quarter|half-year)$/u.test(one.dimension) &&
    isLike(one, other)
  );
}

/** Whether two figures can be divided by each other: same dimension, currency, or thing counted. */
export function isLike(one: Figure, other: Figure): boolean {
  if (one.dimension !== other.dimension) return false;
  if (one.dimension === 'money') return sameCurrency(one.unit, other.unit);
  return one.dimension !== 'count' || one.unit === '' || other.unit === '' || one.unit === other.unit;
}
