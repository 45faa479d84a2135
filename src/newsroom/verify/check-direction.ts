/**
 * Whether a sentence gives the same direction as its sources. With a figure: compared with the directions near the
 * same figure there. Without one: compared with the passage that matches the clause. Only what the sources always
 * give the other way round is doubted.
 */
import { hasHan } from '../../text/chinese/has-han.ts';
import { directionsIn } from '../../text/directions.ts';
import type { Axis, Direction } from '../../text/directions.ts';
import type { Figure } from '../../text/figures/figure.ts';
import { figuresIn } from '../../text/figures/figures-in.ts';
import { betweenEnds } from './between-ends.ts';
import { exactHitsFor } from './look-up.ts';
import { gainsaid, misses, movementOf } from './movements.ts';
import { objectOf, sameObject } from './named-object.ts';
import type { NameTerms } from './named-object.ts';
import type { Passages, Spot } from './passages.ts';
import type { FigureHit, SourceIndex } from './source-index.ts';

export interface DirectionVerdict {
  /** The word with its figure, as in the sentence. */
  readonly text: string;
  readonly verdict: 'supported' | 'doubted' | 'not_checkable';
  readonly spot?: Spot;
}

interface DirectionTerms extends NameTerms {
  readonly passages: Passages;
  /** The sources that the sentence cites. */
  readonly cited: readonly SourceIndex[];
}

/** The largest distance between a direction and its figure, in UTF-16 units. */
const NEAR = { latin: 60, han: 22 };
/** For a direction without a figure: what the passage must share with the clause and its sentence. */
const LEAST_SHARE = 0.4;
const LEAST_SHARED = 3;
/** Axes whose two ends are given with figures. */
const WITH_FIGURES: ReadonlySet<Axis> = new Set([
  'change',
  'comparison',
  'pace',
  'approval',
  'profit',
  'extreme',
  'trade',
  'balance',
  'quality',
  'flow',
  'length',
]);
/** Axes where one sentence often has both ends, or where the words may refer to other things in the passage. */
const NEEDS_FIGURE: ReadonlySet<Axis> = new Set([
  'comparison',
  'pace',
  'profit',
  'trade',
  'extreme',
  'balance',
  'flow',
]);

/** Behind a direction: "growth forecast", 增長預測. A forecast for growth may be cut. */
const IS_FORECAST = /^(?: (?:forecast|outlook|projection|estimate|target)s?\b|預測|預期|目標|前景|展望)/u;

/** Check every direction in a sentence. */
export function checkDirections(sentence: string, terms: DirectionTerms): DirectionVerdict[] {
  const directions = directionsIn(sentence).filter(({ end }) => !IS_FORECAST.test(sentence.slice(end)));
  if (directions.length === 0) return [];
  const all = figuresIn(sentence).filter(({ dimension, loose }) => dimension !== 'ordinal' && !loose);
  return directions.flatMap((direction): DirectionVerdict[] => {
    if (gainsaid(direction, all, sentence)) return [{ text: direction.text, verdict: 'doubted' }];
    const moved = betweenEnds(direction, all, sentence, terms.cited);
    if (moved) return [{ text: direction.text, verdict: 'supported', spot: moved }];
    if (direction.axis === 'result') return withObject(direction, sentence, terms);
    const figures = WITH_FIGURES.has(direction.axis)
      ? figuresOf(direction, all, { text: sentence, directions })
      : [];
    const told = figures.length > 0 ? withFigures(direction, figures, sentence, terms) : undefined;
    if (told?.verdict !== 'supported' && misses(direction, all, sentence))
      return [{ text: direction.text, verdict: 'doubted' }];
    if (told && (told.verdict !== 'not_checkable' || NEEDS_FIGURE.has(direction.axis))) return [told];
    return NEEDS_FIGURE.has(direction.axis) ? [] : withoutFigure(direction, sentence, terms);
  });
}

/**
 * The figures that a direction refers to: the nearest one in its clause and the end value ("rose 6 per cent to
 * £1.2bn"); for a comparison, figures after it. Each figure belongs to the nearest direction on an axis.
 */
function figuresOf(
  direction: Direction,
  figures: readonly Figure[],
  { text, directions }: { readonly text: string; readonly directions: readonly Direction[] },
): Figure[] {
  const near = figures
    .map((figure) => ({ figure, far: distance(direction, figure, text) }))
    .filter(({ far }) => far <= 1)
    .sort((a, b) => a.far - b.far);
  const [first] = near;
  if (first === undefined) return [];
  const rivals = directions.filter((one) => one !== direction && one.axis === direction.axis);
  if (rivals.some((one) => distance(one, first.figure, text) < first.far)) return [];
  // A count may precede the value of a comparison: "short of what the nine analysts forecast, £4bn".
  if (direction.axis === 'comparison') return near.map(({ figure }) => figure);
  const chain = [first.figure];
  for (const figure of figures) {
    const last = chain.at(-1);
    if (last && figure.start >= last.end && LEADS_TO.test(text.slice(last.end, figure.start)))
      chain.push(figure);
  }
  return chain;
}

/** The text between two figures of one movement. */
const LEADS_TO =
  /^[，,]?\s?(?:[至到達報]|(?:(?:from (?:the|a|an|its|their|last|previous)(?: \p{L}+){1,3} )?to|at|or|reaching|to reach|to stand at)\s|即)?\s?(?:[£€$¥]|HK\$|US\$)?$/u;

/** As a share of the largest distance; increased when a clause ends in between. */
function distance(direction: Direction, figure: Figure, text: string): number {
  const behind = figure.start >= direction.end;
  if (!behind && (direction.axis === 'comparison' || figure.end > direction.start)) return Infinity;
  const between = behind ? text.slice(direction.end, figure.start) : text.slice(figure.end, direction.start);
  const limit = hasHan(direction.text) ? NEAR.han : NEAR.latin;
  if (between.length > limit) return Infinity;
  if (/[，,;；。：:]\s|[，；。：]|\b(?:and|but|while|whereas|compared|from|against)\b/u.test(between))
    return Infinity;
  // "up 5%" and 「升5%」 precede their figure more often than they follow it.
  return (between.length + (behind ? 0 : 2)) / limit;
}

function withFigures(
  direction: Direction,
  figures: readonly Figure[],
  sentence: string,
  { cited }: DirectionTerms,
): DirectionVerdict {
  const text = between(sentence, direction, figures[0] ?? direction);
  let opposite: Spot | undefined;
  for (const figure of figures) {
    for (const source of cited) {
      for (const hit of exactHitsFor(figure, source)) {
        const signs = signsAt(hit, source, direction.axis);
        if (signs.has(direction.sign)) return { text, verdict: 'supported', spot: { source, at: hit.at } };
        if (signs.size > 0) opposite ??= { source, at: hit.at };
      }
    }
  }
  return opposite ? { text, verdict: 'doubted', spot: opposite } : { text, verdict: 'not_checkable' };
}

/** The ends of the axis that a source gives with that figure. */
function signsAt({ at, figure }: FigureHit, source: SourceIndex, axis: Axis): Set<number> {
  const text = source.places[at]?.text ?? '';
  const figures = figuresIn(text).filter(({ dimension }) => dimension !== 'ordinal');
  const directions = directionsIn(text).filter((one) => one.axis === axis);
  const there = directions.filter((one) =>
    figuresOf(one, figures, { text, directions }).some(({ start }) => start === figure.start),
  );
  const signs = new Set<number>(there.map(({ sign }) => sign));
  const moved = axis === 'change' && signs.size === 0 ? movementOf(figure, figures, text) : 0;
  if (moved !== 0) signs.add(moved);
  // 「遜預期，該行原先預測2.25億元」: the one comparison of its sentence is with what it names.
  if (axis === 'comparison' && signs.size === 0) for (const { sign } of directions) signs.add(sign);
  return signs;
}

function between(sentence: string, direction: Direction, figure: Pick<Figure, 'start' | 'end'>): string {
  return sentence.slice(Math.min(direction.start, figure.start), Math.max(direction.end, figure.end));
}

function withoutFigure(
  direction: Direction,
  sentence: string,
  { passages, cited }: DirectionTerms,
): DirectionVerdict[] {
  const clauses = clausesAround(sentence, direction, /^(?:change|charge)$/u.test(direction.axis)).map(
    (clause) => ({
      clause,
      ranked: passages.ranked(clause, cited, 8),
    }),
  );
  const told = clauses.find(
    ({ ranked: [first] }) => first && first.share >= LEAST_SHARE && first.shared >= LEAST_SHARED,
  );
  const { clause = '', ranked: [best, next] = [] } = told ?? {};
  if (!best) return [];
  const same = [best, ...(next && next.share >= 0.8 * best.share ? [next] : [])];
  const there = same.map((spot) => ({
    spot,
    signs: signsOf(clause, spot, { told: direction, passages }),
  }));
  const supports = there.find(({ signs }) => signs.has(direction.sign));
  if (supports) return [{ text: direction.text, verdict: 'supported', spot: supports.spot }];
  const opposes =
    there[0]?.signs.size === 1 && !mayTellSo(clause, best, { told: direction, passages }) ? best : undefined;
  return opposes ? [{ text: direction.text, verdict: 'doubted', spot: opposes }] : [];
}

/** The ends of the axis in a passage; of several directions, those near the clause's concepts. */
function signsOf(
  clause: string,
  { source, at }: Spot,
  { told, passages }: { readonly told: Direction; readonly passages: Passages },
): Set<number> {
  const text = source.places[at]?.text ?? '';
  const there = directionsIn(text)
    .filter(({ axis }) => axis === told.axis)
    .map(({ sign, start, end, text: word }) => ({
      sign,
      isSameWord: word.toLowerCase() === told.text.toLowerCase(),
      shared: passages.shared(
        clause,
        `${text.slice(Math.max(0, start - AROUND), start)} ${text.slice(end, end + AROUND)}`,
      ),
    }));
  const most = Math.max(0, ...there.map(({ shared }) => shared));
  return new Set(
    there
      .filter((one) => most < LEAST_SHARED_AROUND || one.shared === most || one.isSameWord)
      .map(({ sign }) => sign),
  );
}

/** Whether the passage also has the stated direction near any of the clause's concepts. */
function mayTellSo(
  clause: string,
  { source, at }: Spot,
  { told, passages }: { readonly told: Direction; readonly passages: Passages },
): boolean {
  const text = source.places[at]?.text ?? '';
  return directionsIn(text).some(
    ({ axis, sign, start, end }) =>
      axis === told.axis &&
      sign === told.sign &&
      passages.shared(
        clause,
        `${text.slice(Math.max(0, start - AROUND), start)} ${text.slice(end, end + AROUND)}`,
      ) > 0,
  );
}

/** The context of a direction, in UTF-16 units on either side. */
const AROUND = 45;
const LEAST_SHARED_AROUND = 2;

/** Who was beaten by, or beat, the other: both ends describe it, with the other side's name after the verb. */
function withObject(direction: Direction, sentence: string, terms: DirectionTerms): DirectionVerdict[] {
  const object = objectOf(direction, sentence, terms);
  if (object === undefined) return [];
  const text = sentence.slice(direction.start, object.end);
  let opposite: Spot | undefined;
  for (const source of terms.cited) {
    for (const [at, { text: place }] of source.places.entries()) {
      const told = directionsIn(place).filter(({ axis }) => axis === 'result');
      if (told.length === 0) continue;
      const same = told.filter((one) => sameObject(objectOf(one, place, terms), object));
      if (same.some(({ sign }) => sign === direction.sign))
        return [{ text, verdict: 'supported', spot: { source, at } }];
      if (same.length > 0) opposite ??= { source, at };
    }
  }
  return opposite ? [{ text, verdict: 'doubted', spot: opposite }] : [];
}

/** From the last comma to the next; if that is too short, with the clause before or after it. */
function clausesAround(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  more: boolean,
): string[] {
  const border = /[，；。：]|[,;:]\s/gu;
  const before = [...text.slice(0, start).matchAll(border)].map(({ index }) => index + 1).reverse();
  const after = [...text.slice(end).matchAll(border)].map(({ index }) => end + index);
  const [from = 0, earlier = 0] = before;
  const [to = text.length, later = text.length] = after;
  const own = text.slice(from, to);
  return more && own.length <= SHORT_CLAUSE ? [own, text.slice(earlier, to), text.slice(from, later)] : [own];
}

/** In UTF-16 units: 「較前一日轉弱」. */
const SHORT_CLAUSE = 12;
