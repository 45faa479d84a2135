/**
 * Figures that a writer works out from others: "half a point less than forecast", "a third of those", 合共12人, 八年間.
 * One counts only where the wording says that it is worked out, and where a figure of its own sentence stands in a source
 * beside another of the same unit, so that the two make it.
 */
import { readTime } from '../../text/dates.ts';
import type { Figure } from '../../text/figures/figure.ts';
import { figuresIn } from '../../text/figures/figures-in.ts';
import { sameCurrency } from '../../text/figures/units.ts';
import { timesIn } from '../../text/times.ts';
import type { NumberClaim } from './claims.ts';
import { found, hitsFor } from './look-up.ts';
import type { Found } from './look-up.ts';
import type { SourceIndex, TimeHit } from './source-index.ts';

interface Wording {
  /** Up to the figure, and from its end on. */
  readonly before?: RegExp;
  readonly after?: RegExp;
}

const APART: Wording = {
  before:
    /(?:\b(?:gap|difference|margin|lead|shortfall|gulf|rise|fall|drop|increase|decrease|cut)\s(?:of|was|is)\s(?:\p{L}+\s){0,2}|[較比][^，。；,;]{1,20}[多少高低升跌增減](?:加|少|出|了)?[約近逾超過達至]*|(?:相差|差距|高出|低於預期|領先|落後|升幅|跌幅|減幅|增幅)[^，。；,;]{0,4})$/iu,
  after:
    /^\s(?:\p{L}+\s){0,2}(?:more|less|fewer|higher|lower|above|below|short|better|worse|ahead|behind|up|down|larger|smaller|bigger)\b|^(?:之差|的差距)/iu,
};
const TOGETHER: Wording = {
  before:
    /(?:\b(?:total|sum|combined|altogether|together|in all|overall)\b[^,.;]{0,30}|(?:合共|總共|合計|總計|總數|兩者|加起來|共)[^，。；,;]{0,8})$/iu,
  after: /^[^.;]{0,30}\b(?:in total|in all|altogether|combined|together|between them|overall)\b/iu,
};
const PART: Wording = {
  before: /(?:[佔為是][約近逾達超過]*|(?:當中|其中|相當於)[^，。；,;]{0,10}|的[約近逾]?)$/u,
  after:
    /^\s(?:of\s(?:those|these|them|that|the|all|its|their|last|this|what)|as\s(?:many|much|big|large|high)|the)\b|^\sof\b/iu,
};
const NEXT: Wording = {
  before:
    /(?:\b(?:seek\w*|bid for|chas\w+|run(?:ning)? for|want\w*|aim\w* for)\s(?:an?|his|her|their|its)\s|(?:爭取|尋求|挑戰|力爭|競逐|謀求))$/iu,
};
const SPAN: Wording = {
  before:
    /(?:\b(?:in|for|over|after|within|of)\s(?:the\s)?(?:past\s|last\s)?(?:\p{L}+\s)?|[近約逾事隔時歷])$/iu,
  after: /^\s?(?:later|earlier|ago|apart|low|high|since)\b|^[之以]?[間來後前低高新]/iu,
};

/** "Half a point less" is worked out from nothing finer than what the sources round to. */
const POINTS_SLACK = 0.011;
const SHARE_SLACK = 1.5;
const YEAR = 12;

/** Whether two figures of a source, one of them told in the sentence, make a told one; and where. */
export function lookUpDerived(
  { readings }: Pick<NumberClaim, 'readings'>,
  sentence: string,
  source: SourceIndex,
  builtAtMs: number,
): Found | undefined {
  const [first] = readings;
  if (first === undefined) return undefined;
  const says = ({ before, after }: Wording) =>
    (before?.test(sentence.slice(Math.max(0, first.start - 48), first.start)) ?? false) ||
    (after?.test(sentence.slice(first.end, first.end + 48)) ?? false);
  const anchors = figuresIn(sentence).filter(({ start }) => start !== first.start);
  for (const told of readings) {
    if (told.dimension === 'months' && says(SPAN)) {
      const at = spanOf(told, sentence, source, builtAtMs);
      if (at) return at;
    }
    const makes = makersOf(told, says);
    if (makes.length === 0) continue;
    for (const anchor of anchors)
      for (const { at, figure } of hitsFor(anchor, source))
        for (const other of source.figuresAt(at))
          if (other.start !== figure.start && makes.some((make) => make(figure, other)))
            return found(source.passageOf({ at }, other.start, other.end));
  }
  return nextOf(first, says, source);
}

type Make = (one: Figure, other: Figure) => boolean;

/** The sums that the wording allows. */
function makersOf(told: Figure, says: (wording: Wording) => boolean): Make[] {
  const within = (value: number, slack: number) => value >= told.low - slack && value <= told.high + slack;
  const makes: Make[] = [];
  if (says(APART)) {
    const unit =
      told.dimension === 'points' || told.dimension === 'rate' ? /^(?:percent|rate|points)$/u : undefined;
    makes.push((one, other) => {
      const fits = unit
        ? unit.test(one.dimension) && unit.test(other.dimension)
        : isLike(told, one) && isLike(told, other);
      return fits && within(Math.abs(one.value - other.value), unit ? POINTS_SLACK : 0);
    });
    // 12% less than 100 is 88.
    if (told.dimension === 'percent')
      makes.push(
        (one, other) =>
          isPair(one, other) && other.value > 0 && within(Math.abs(one.value / other.value - 1) * 100, 0.1),
      );
  }
  if (says(TOGETHER))
    makes.push(
      (one, other) => isLike(told, one) && isLike(told, other) && within(one.value + other.value, 0),
    );
  if (says(PART) && told.dimension === 'percent')
    makes.push((one, other) => {
      const [part, whole] = [Math.min(one.value, other.value), Math.max(one.value, other.value)];
      return isPair(one, other) && whole > 0 && within((part / whole) * 100, told.inWords ? SHARE_SLACK : 0);
    });
  return makes;
}

/** Two figures of one kind that a share or a change can be worked out from. */
function isPair(one: Figure, other: Figure): boolean {
  return (
    !/^(?:percent|points|rate|ratio|ordinal|code|quarter|half-year)$/u.test(one.dimension) &&
    isLike(one, other)
  );
}

function isLike(one: Figure, other: Figure): boolean {
  if (one.dimension !== other.dimension) return false;
  if (one.dimension === 'money') return sameCurrency(one.unit, other.unit);
  return one.dimension !== 'count' || one.unit === '' || other.unit === '' || one.unit === other.unit;
}

/** A sixth term is sought by who has had five. */
function nextOf(told: Figure, says: (wording: Wording) => boolean, source: SourceIndex): Found | undefined {
  if (told.dimension !== 'ordinal' || !says(NEXT)) return undefined;
  const hit = source.between(told.value - 1, told.value - 1, 16).find(({ at, figure }) => {
    const rest = source.places[at]?.text.slice(figure.end, figure.end + 8) ?? '';
    return figure.dimension === 'ordinal' || /^[屆度次任]|^[-\s](?:term|time|title)/u.test(rest);
  });
  return hit && found(source.passageOf(hit, hit.figure.start, hit.figure.end));
}

/** 八年間: from a year that the sentence tells to another of it, or to when the source came out. */
function spanOf(told: Figure, sentence: string, source: SourceIndex, builtAtMs: number): Found | undefined {
  const ends = monthsIn(sentence);
  const now = monthOf(new Date(source.source.publishedAtMs ?? builtAtMs));
  for (const hit of source.times) {
    const [from] = monthsIn(hit.said);
    if (from === undefined) continue;
    const named = ends.some((end) => end.year === from.year && (end.month ?? from.month) === from.month);
    if (!named && !isSince(hit, source)) continue;
    if ([now, ...ends].some((to) => isSpan(told, from, to)))
      return found(source.passageOf(hit, hit.start, hit.end));
  }
  return undefined;
}

/** 2012年6月以來: a span from then on, which needs no other end. */
function isSince({ at, start, end }: TimeHit, source: SourceIndex): boolean {
  const text = source.places[at]?.text ?? '';
  return /\bsince\s$/iu.test(text.slice(0, start)) || /^以來/u.test(text.slice(end));
}

interface Month {
  readonly year: number;
  readonly month?: number | undefined;
}

function monthsIn(text: string): Month[] {
  return timesIn(text).flatMap(({ text: said }) => {
    const read = readTime(said);
    if (read === undefined || !('year' in read) || read.year === undefined) return [];
    return [{ year: read.year, month: 'month' in read ? read.month : undefined }];
  });
}

function monthOf(day: Date): Month {
  return { year: day.getUTCFullYear(), month: day.getUTCMonth() };
}

/** Of years alone, whole years; of months, to half a year. */
function isSpan({ low, high }: Figure, from: Month, to: Month): boolean {
  const years = (to.year - from.year) * YEAR;
  const slack = 0.01;
  if (from.month === undefined || to.month === undefined)
    return years >= low - slack && years <= high + slack;
  const months = years + to.month - from.month;
  return months >= low - YEAR / 2 && months <= high + YEAR / 2;
}
