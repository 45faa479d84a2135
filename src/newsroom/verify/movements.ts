/**
 * The direction of figures when a text gives both ends: "to 49.7% from 46.9%", 由4,000萬元增至5,200萬元, 「29.1億元，去年同期31億元」.
 * Such a pair outweighs any word.
 */
import { directionsIn } from '../../text/directions.ts';
import type { Direction } from '../../text/directions.ts';
import type { Figure } from '../../text/figures/figure.ts';
import { sameCurrency } from '../../text/figures/units.ts';

/** The text between the current and the earlier value. */
const WAS =
  /^(?:\s(?:this|last|next)\s(?:year|quarter|month))?,?\s(?:up\s|down\s)?(?:from|compared\s(?:with|to)|against|versus)\s(?:an?\s|the\s)?(?:\p{L}+\s){0,3}$|^[^，。；]{0,4}[，（]?(?:去年|上年|上季|上月|上次|此前|原先|原本)(?:同期|同月|同季|底)?(?:為|是|則為|的|：)?$/iu;
const TO = /^(?:\s[^,;.]{1,24})?\sto\s(?:an?\s)?$|^[^，。；]{0,6}[至到]$/u;
const FROM = /(?:\bfrom\s(?:an?\s)?|[由從])$/iu;
/** A currency rises when a dollar buys less of it, and a cycle that slows gets longer. */
const INVERSE = /slow|strength|weak|firm|強|弱|值|慢/iu;
const EXCHANGE = /兌|匯|\b(?:a|per|to the|each) (?:US )?(?:dollar|euro|pound)\b|\bexchange rate/iu;

/** The direction of a figure from its neighbour; 0 when the text doesn't say. */
export function movementOf({ start }: Figure, figures: readonly Figure[], text: string): -1 | 0 | 1 {
  if (EXCHANGE.test(text)) return 0;
  const at = figures.findIndex((figure) => figure.start === start);
  const own = figures[at];
  const after = figures[at + 1];
  if (own && after && isLike(own, after) && WAS.test(text.slice(own.end, after.start)))
    return signOf(own, after);
  if (own === undefined) return 0;
  const pair = movementsIn(figures, text).find(({ ends }) => ends.includes(own));
  return pair?.sign ?? 0;
}

/** Whether a sentence's own figures contradict its word: "fell from 3% to 5%", 由10.7%跌至15%. */
export function gainsaid(direction: Direction, figures: readonly Figure[], text: string): boolean {
  if (direction.axis === 'pace') return paceGainsaid(direction, figures, text);
  if (!/^(?:change|length)$/u.test(direction.axis) || INVERSE.test(direction.text)) return false;
  if (WAS_WORD.test(direction.text)) return wasOtherwise(direction, figures, text);
  return movementsIn(figures, text).some(
    ({ from, end, sign }) =>
      sign === -direction.sign &&
      direction.start >= from &&
      direction.end <= end &&
      // In "trimmed its growth forecast" and 增長預測下調 the verb gives the direction.
      !directionsIn(text).some(
        (one) => one.axis === 'change' && one.sign === sign && one.start >= from && one.end <= end,
      ),
  );
}

/** The two figures of a movement, if the word describes it correctly. */
export function endsOf(direction: Direction, figures: readonly Figure[], text: string): readonly Figure[] {
  if (direction.axis !== 'change' || INVERSE.test(direction.text)) return [];
  const pair = movementsIn(figures, text).find(
    ({ from, end, sign }) => sign === direction.sign && direction.start >= from && direction.end <= end,
  );
  return pair?.ends ?? [];
}

const WAS_WORD = /^(?:up|down)$/iu;

/** "£1.12bn, down from £965m". */
function wasOtherwise({ start, end, sign }: Direction, figures: readonly Figure[], text: string): boolean {
  if (EXCHANGE.test(text)) return false;
  const then = figures.find((figure) => figure.start >= end);
  const now = figures.findLast((figure) => figure.end <= start && then !== undefined && isLike(figure, then));
  if (now === undefined || then === undefined || then.inWords) return false;
  const isPair =
    /^,?\s(?:which (?:is|was)\s)?$/u.test(text.slice(now.end, start)) &&
    /^\sfrom\s(?:an?\s|the\s)?$/u.test(text.slice(end, then.start));
  return isPair && signOf(now, then) === -sign;
}

/** 下跌7.8%，跌幅較去年同期的3.1%收窄. */
function paceGainsaid({ start, sign }: Direction, figures: readonly Figure[], text: string): boolean {
  const at = figures.findLastIndex((figure) => figure.end <= start);
  const [now, then] = [figures[at - 1], figures[at]];
  if (now === undefined || then === undefined || !isLike(now, then)) return false;
  const isPair = /^[^。；]{0,8}幅[較比][^，。；]{0,10}$/u.test(text.slice(now.end, then.start));
  return isPair && text.slice(then.end, start).length <= 4 && signOf(now, then) === -sign;
}

/**
 * From this value on two figures of a sentence are compared: "71.3 billion, and missed the forecast of 66.8 billion".
 */
const LEAST_COMPARED = 1000;
const REACH = 60;

/** Whether a comparison names a figure that lies on the wrong side. */
export function misses(
  { axis, sign, start, end }: Direction,
  figures: readonly Figure[],
  text: string,
): boolean {
  if (axis !== 'comparison') return false;
  const other = figures.find((figure) => figure.start >= end && figure.start - end <= REACH);
  if (other === undefined) return false;
  const near = figures.findLast(({ end: ends }) => ends <= start);
  // 「61.8%，高於上屆的59.9%」.
  const isApposed = near?.dimension === 'percent' && other.dimension === 'percent' && start - near.end <= 3;
  if (isApposed) return signOf(near, other) === -sign;
  if (other.dimension !== 'money' && !(other.dimension === 'count' && other.value >= LEAST_COMPARED))
    return false;
  if (/[，；。,;]\s?/u.test(text.slice(end, other.start).replace(/,(?=\d)/gu, ''))) return false;
  const own = figures.findLast(
    (figure) => figure.end <= start && figure.dimension === other.dimension && figure.unit === other.unit,
  );
  return (
    own !== undefined &&
    own.value >= other.value / 4 &&
    own.value <= other.value * 4 &&
    signOf(own, other) === -sign
  );
}

interface Movement {
  readonly ends: readonly [Figure, Figure];
  readonly sign: -1 | 0 | 1;
  /** The range of text that may contain the direction. */
  readonly from: number;
  readonly end: number;
}

/** Of the sentence that was asked about last: each of its directions asks. */
let last:
  | { readonly figures: readonly Figure[]; readonly text: string; readonly found: readonly Movement[] }
  | undefined;

/** Pairs of start and end values. */
function movementsIn(figures: readonly Figure[], text: string): readonly Movement[] {
  if (last?.figures !== figures || last.text !== text)
    last = { figures, text, found: EXCHANGE.test(text) ? [] : readMovements(figures, text) };
  return last.found;
}

/** The longest that stands between a preposition's first letter and its figure. */
const LEAD = 10;

function readMovements(figures: readonly Figure[], text: string): Movement[] {
  return figures.flatMap((figure, at) => {
    const next = figures.find((other, place) => place > at && isLike(figure, other));
    if (next === undefined) return [];
    const lead = text.slice(Math.max(0, figure.start - LEAD), figure.start);
    const between = text.slice(figure.end, next.start);
    const isOn = FROM.test(lead) && TO.test(between);
    const isBack = /\bto\s$|至$/u.test(lead) && /^\sfrom\s$/u.test(between);
    if (!isOn && !isBack) return [];
    const sign = isOn ? signOf(next, figure) : signOf(figure, next);
    return [
      { ends: [figure, next], sign, from: afterPunctuation(text.slice(0, figure.start)), end: next.end },
    ];
  });
}

/** Where what follows the last punctuation begins. */
function afterPunctuation(head: string): number {
  return Math.max(
    0,
    ...[...head.matchAll(/[，。；、]|[,;]\s|\b(?:and|but|while)\s/gu)].map(({ index }) => index),
  );
}

function isLike(one: Figure, other: Figure): boolean {
  if (one.dimension !== other.dimension || one.loose || other.loose) return false;
  return one.dimension === 'money' ? sameCurrency(one.unit, other.unit) : one.dimension !== 'ordinal';
}

function signOf(now: Figure, then: Figure): -1 | 0 | 1 {
  return now.value > then.value ? 1 : now.value < then.value ? -1 : 0;
}
