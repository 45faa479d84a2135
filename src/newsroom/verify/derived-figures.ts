/**
 * Figures that a writer calculates from others: "half a point less than forecast", "a third of those", 合共12人, 八年間.
 * One is accepted only if the wording indicates a calculation, and if a figure of its sentence and another of the
 * same unit in a source yield it.
 */
import type { Figure } from '../../text/figures/figure.ts';
import { figuresIn } from '../../text/figures/figures-in.ts';
import type { NumberClaim } from './claims.ts';
import { lookUpElapsed } from './elapsed.ts';
import { found, hitsFor } from './look-up.ts';
import type { Found } from './look-up.ts';
import { lookUpMinute } from './match-minutes.ts';
import { isSpan, monthOf, monthsIn } from './month-spans.ts';
import { oriented, signOf } from './more-or-less.ts';
import { isLike, isPair, quotientsOf } from './quotients.ts';
import type { Make } from './quotients.ts';
import type { SourceIndex, TimeHit } from './source-index.ts';

interface Wording {
  /** Before the figure, and after it. */
  readonly before?: RegExp;
  readonly after?: RegExp;
}

const APART: Wording = {
  before:
    /(?:\b(?:gap|difference|margin|lead|shortfall|gulf|rise|fall|drop|increase|decrease|cut|net loss|net gain)\s(?:of|was|is)\s(?:\p{L}+\s){0,2}|\bby\s(?:(?:about|almost|nearly|over|just|some|more than)\s){0,2}|\b(?:more|less|higher|lower|above|below)\sthan\s(?:\p{L}+\s){1,4}of\s|\b(?:leaving|remaining|other)\s(?:an?\s)?(?:\p{L}+\s){0,2}|[較比][^，。；,;]{1,20}[多少高低升跌增減](?:加|少|出|了)?[約近逾超過達至]*|(?:[增減升跌降加慢快][加少]?|尚餘|尚欠|餘下|其餘|相差|差距|高出|低於預期|領先|落後|升幅|跌幅|減幅|增幅)[^，。；,;]{0,4})$/iu,
  after:
    /^\s(?:\p{L}+\s){0,2}(?:more|less|above|below|short|ahead|behind|up|down|(?!(?:number|member|after|over|under|ever|other|order|paper|power|water|winter|summer|quarter)\b)\p{L}{3,}er)\b|^(?:之差|的差距)/iu,
};
const TOGETHER: Wording = {
  before:
    /(?:\b(?:total|sum|combined|altogether|together|in all|overall)\b[^,.;]{0,30}|(?:合共|總共|總額|總值|總金額|合計|總計|總數|兩者|加起來|共)[^，。；,;]{0,8})$/iu,
  after:
    /^[^.;]{0,30}\b(?:in total|in all|altogether|combined|together|between them|overall)\b|^[^.;]{0,30},\s(?:of which|including)\b|^[^。；]{0,12}，(?:當中|其中|包括)/iu,
};
const PART: Wording = {
  before: /(?:佔[^，。；,;]{0,6}|[為是][約近逾達超過]*|(?:當中|其中|相當於)[^，。；,;]{0,10}|的[約近逾]?)$/u,
  after:
    /^\s(?:of\s(?:those|these|them|that|the|all|its|their|last|this|what)|as\s(?:many|much|big|large|high)|the)\b|^\sof\b/iu,
};
const LEFT: Wording = { before: /(?:尚餘|餘下|尚欠|\b(?:leaving|remaining)\b)[^.。]*$/iu };
const NEXT: Wording = {
  before:
    /(?:\b(?:seek\w*|bid for|chas\w+|run(?:ning)? for|want\w*|aim\w* for)\s(?:an?|his|her|their|its)\s|(?:爭取|尋求|挑戰|力爭|競逐|謀求))$/iu,
};
const SPAN: Wording = {
  before:
    /(?:\b(?:in|for|over|after|within|of)\s(?:the\s)?(?:past\s|last\s)?(?:\p{L}+\s)?|[近約逾事隔時歷了]|樓齡)$/iu,
  after: /^\s?(?:later|earlier|ago|apart|low|high|since|old)\b|^[之以]?(?:[間來後前低高新的]|樓齡|歷史)/iu,
};

/** "Ten of the twelve", 「82隻藍籌股中，71隻下跌，11隻上升」. */
const OF_ALL: Wording = {
  before:
    /\bof\s(?:the|its|his|her|their|all)\s$|[隻名個間人宗家位輛]\p{Script=Han}{0,6}[中，]{1,2}(?:只?有|僅)?$/iu,
  after: /^\sof\s(?:the|its|his|her|their)\s|^[隻名個間人宗家位輛]?\p{Script=Han}{0,6}中，/iu,
};

/** The tolerance for "half a point less", which can't be finer than the sources' rounding. */
const POINTS_SLACK = 0.011;
const SHARE_SLACK = 1.5;
/** Longer than any sentence of a story; limits the number of pairs to compare. */
const LONGEST_SENTENCE = 600;

/** Whether two figures of a source, one of them in the sentence, yield the stated one; and where. */
export function lookUpDerived(
  { readings }: Pick<NumberClaim, 'readings'>,
  sentence: string,
  source: SourceIndex,
  builtAtMs: number,
): Found | undefined {
  const [first] = readings;
  if (first === undefined || sentence.length > LONGEST_SENTENCE) return undefined;
  const next = figuresOf(sentence).find(({ start }) => start >= first.end);
  // "£5 million to £6 million more".
  const end = /^\s(?:to|or|and)\s$|^[至到–-]$/u.test(sentence.slice(first.end, next?.start))
    ? (next?.end ?? first.end)
    : first.end;
  const says = ({ before, after }: Wording) =>
    (before?.test(sentence.slice(Math.max(0, first.start - 48), first.start)) ?? false) ||
    (after?.test(sentence.slice(end, end + 48)) ?? false);
  const anchors = figuresOf(sentence).filter(({ start }) => start !== first.start);
  for (const told of readings) {
    if (/^(?:months|age)$/u.test(told.dimension) && (told.dimension === 'age' || says(SPAN))) {
      const at = spanOf(told, sentence, anchors, source, builtAtMs);
      if (at) return at;
    }
    const minute = lookUpMinute(told, sentence, source);
    if (minute) return minute;
    const elapsed = lookUpElapsed(told, sentence, source, source.source.publishedAtMs ?? builtAtMs);
    if (elapsed) return elapsed;
    if (told.dimension === 'seconds') {
      const at = clocksOf(told, source);
      if (at) return at;
    }
    const makes = [...makersOf(inPoints(told, sentence), says), ...quotientsOf(told, sentence)];
    const sign = makes.length > 0 && says(APART) && !says(TOGETHER) ? signOf(first, sentence) : 0;
    const at = madeOf(makes, anchors, source, {
      reach:
        says(APART) && (told.dimension === 'money' || told.value >= LEAST_FAR)
          ? source.places.length
          : told.dimension === 'percent'
            ? 0
            : 1,
      ...oriented(first, sentence, sign),
    });
    if (at) return at;
  }
  return nextOf(first, says, source);
}

/** Calculated from two figures of the sentence, or from one and a neighbour in the source. */
function madeOf(
  makes: readonly Make[],
  anchors: readonly Figure[],
  source: SourceIndex,
  {
    reach,
    fits,
  }: { readonly reach: number; readonly fits: (anchor: Figure, one: Figure, other: Figure) => boolean },
): Found | undefined {
  if (makes.length === 0) return undefined;
  const told = anchors.map((anchor) => hitsFor(anchor, source));
  for (const [own, hits] of told.entries())
    for (const { at, figure } of hits) {
      const others = told.flatMap((more, other) => (other === own ? [] : more));
      const beside = around(at, Math.min(reach, FARTHEST)).flatMap((near) =>
        source.figuresAt(near).map((other) => ({ at: near, figure: other })),
      );
      const made = [...beside, ...others].find(
        (other) =>
          other.figure !== figure &&
          makes.some((make) => make(figure, other.figure)) &&
          fits(anchors[own] ?? figure, figure, other.figure),
      );
      if (made) return found(source.passageOf(made, made.figure.start, made.figure.end));
    }
  return undefined;
}

/** A large count or a length is no chance difference of two others. */
const LEAST_FAR = 1000;
/** In sentences. Related sums may be far apart: what was bid, and what was paid. */
const FARTHEST = 40;

function around(at: number, reach: number): number[] {
  return [at, ...Array.from({ length: reach }, (_, far) => [at - far - 1, at + far + 1]).flat()];
}

const figuresBySentence = new Map<string, readonly Figure[]>();

/** Parsed once for all claims of a sentence; only the last is cached. */
function figuresOf(sentence: string): readonly Figure[] {
  const known = figuresBySentence.get(sentence) ?? figuresIn(sentence);
  if (!figuresBySentence.has(sentence)) figuresBySentence.clear();
  figuresBySentence.set(sentence, known);
  return known;
}

/** "1.8 points more than it predicted": percentage points. */
function inPoints(told: Figure, sentence: string): Figure {
  const points = told.dimension === 'count' && /^[-\s]points?\b/iu.test(sentence.slice(told.end));
  return points ? { ...told, dimension: 'points', unit: 'pp' } : told;
}

/** Between two clock times of a source's sentence: 9時14分 to 10時02分 is 48 minutes. */
function clocksOf(told: Figure, source: SourceIndex): Found | undefined {
  const minutes = source.times.flatMap((hit) =>
    hit.read?.kind === 'clock' ? [{ hit, at: hit.at, from: hit.read.minutes, half: hit.read.half }] : [],
  );
  for (const { hit, at, from, half } of minutes)
    for (const other of minutes) {
      const turn = half && other.half ? DAY_MINUTES : DAY_MINUTES / 2;
      const seconds = ((other.from - from + DAY_MINUTES) % turn) * 60;
      if (other.at === at && seconds > 0 && seconds >= told.low && seconds <= told.high)
        return found(source.passageOf(hit, hit.start, hit.end));
    }
  return undefined;
}

const DAY_MINUTES = 1440;

/** The calculations that the wording allows. */
function makersOf(told: Figure, says: (wording: Wording) => boolean): Make[] {
  const within = (value: number, slack: number) => value >= told.low - slack && value <= told.high + slack;
  const makes: Make[] = [];
  if (says(APART)) {
    const unit =
      told.dimension === 'points' || told.dimension === 'rate' ? /^(?:percent|rate|points)$/u : undefined;
    makes.push((one, other) => {
      const fits = unit
        ? unit.test(one.dimension) && unit.test(other.dimension)
        : (isLike(told, one) && isLikeBeside(told, other)) ||
          (isLikeBeside(told, one) && isLike(told, other));
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
  if (says(OF_ALL) && told.dimension === 'count' && told.value > 1)
    makes.push(
      (one, other) =>
        one.dimension === 'count' &&
        other.dimension === 'count' &&
        (within(one.value + other.value, 0) || within(one.value - other.value, 0)),
    );
  if (says(PART) && told.dimension === 'percent')
    makes.push((one, other) => {
      const [part, whole] = [Math.min(one.value, other.value), Math.max(one.value, other.value)];
      const slack = told.inWords ? SHARE_SLACK : 0;
      const share = (part / whole) * 100;
      // 5,020 of 5,610 are done, so one in ten is left.
      return (
        isPair(one, other) &&
        whole > 0 &&
        (within(share, slack) || (says(LEFT) && within(100 - share, slack)))
      );
    });
  return makes;
}

/** "Fell to 141 million pounds from 187 million": the other may leave out its unit. */
function isLikeBeside(told: Figure, other: Figure): boolean {
  const isBare =
    other.dimension === 'count' && other.unit === '' && !other.inWords && other.value >= LEAST_FAR;
  return isLike(told, other) || (told.dimension === 'money' && isBare);
}

/** Whoever seeks a sixth term has had five. */
function nextOf(told: Figure, says: (wording: Wording) => boolean, source: SourceIndex): Found | undefined {
  if (told.dimension !== 'ordinal' || !says(NEXT)) return undefined;
  const hit = source.between(told.value - 1, told.value - 1, 16).find(({ at, figure }) => {
    const rest = source.places[at]?.text.slice(figure.end, figure.end + 8) ?? '';
    return figure.dimension === 'ordinal' || /^[屆度次任]|^[-\s](?:term|time|title)/u.test(rest);
  });
  return hit && found(source.passageOf(hit, hit.figure.start, hit.figure.end));
}

/** 八年間: from a year in the sentence to another, or to the source's publication. */
function spanOf(
  told: Figure,
  sentence: string,
  anchors: readonly Figure[],
  source: SourceIndex,
  builtAtMs: number,
): Found | undefined {
  const ends = monthsIn(sentence);
  const beside = new Set(anchors.flatMap((anchor) => hitsFor(anchor, source).map(({ at }) => at)));
  const now = monthOf(new Date(source.source.publishedAtMs ?? builtAtMs));
  for (const hit of source.times) {
    const [from] = monthsIn(hit.said);
    if (from === undefined) continue;
    const named = ends.some((end) => end.year === from.year && (end.month ?? from.month) === from.month);
    if (!named && !isSince(hit, source) && !(told.dimension === 'months' && beside.has(hit.at))) continue;
    if ([now, ...ends].some((to) => isSpan(told, from, to)))
      return found(source.passageOf(hit, hit.start, hit.end));
  }
  return undefined;
}

const BEGUN =
  /\b(?:since|(?:built|opened|completed|founded|installed|established|launched)\s(?:in|on))\s(?:\d{1,2}\s)?$/iu;
const BEGUN_CHINESE = /^(?:以來|落成|建成|啟用|入伙|安裝|成立|創立|創辦|通車|開幕)/u;

/** 2012年6月以來, "completed in 1978": a span from then on, which needs no other end. */
function isSince({ at, start, end }: TimeHit, source: SourceIndex): boolean {
  const text = source.places[at]?.text ?? '';
  return BEGUN.test(text.slice(0, start)) || BEGUN_CHINESE.test(text.slice(end));
}
