/**
 * Checks loosely stated figures that occur in no source as stated: 過半, "fewer than half", doubled. They are not
 * claims of their own, because a source may say the same in any words. But if the matching passage has a single share
 * or multiple, that must be on the same side, or close.
 */
import { figuresIn } from '../../text/figures/figures-in.ts';
import type { Figure } from '../../text/figures/figure.ts';
import type { Passages, RankedSpot } from './passages.ts';
import type { SourceIndex } from './source-index.ts';

export interface LooseVerdict {
  readonly text: string;
  readonly verdict: 'supported' | 'doubted';
  readonly spot: RankedSpot;
}

interface Loose {
  readonly text: string;
  readonly start: number;
  /** Whether a figure is comparable, and whether it matches. */
  readonly isLike: (figure: Figure) => boolean;
  readonly fits: (figure: Figure) => boolean;
}

const OVER_HALF =
  /\b(?:more than|over|above)\s(?:a\s|one\s)?half\b|[過逾]半數?|(?:超過|多於|逾)(?:一半|半數)/giu;
const UNDER_HALF =
  /\b(?:less than|fewer than|under|below)\s(?:a\s|one\s)?half\b|(?:不足|不到|少於|未過|未及)(?:一半|半數)/giu;
/** About a duration or distance: "over half an hour". */
const OF_ONE = /^\s?(?:an?\b|個?(?:世紀|小時|鐘頭?|月|年|天|日|分|公里|米|生|路|場|山|空))/iu;
const NEGATED = /\b(?:not|no|n[o']t|never|nobody|none)\b|n['’]t\b|[不沒無未非]/iu;

/** The share of the sentence's weight that the passage must have. */
const LEAST_SHARE = 0.4;

/** @param cited the sources that the sentence cites */
export function checkLoosely(
  sentence: string,
  { passages, cited }: { readonly passages: Passages; readonly cited: readonly SourceIndex[] },
): LooseVerdict[] {
  return [...halves(sentence), ...multiples(sentence)].flatMap((told): LooseVerdict[] => {
    const rest = `${sentence.slice(0, told.start)} ${sentence.slice(told.start + told.text.length)}`;
    if (NEGATED.test(rest)) return [];
    const [spot] = passages.ranked(rest, cited, 1);
    if (spot === undefined || spot.share < LEAST_SHARE) return [];
    const like = oneAtEach(spot.source.figuresAt(spot.at)).filter(told.isLike);
    const { text } = told;
    if (like.some(told.fits)) return [{ text, verdict: 'supported', spot }];
    return like.length === 1 ? [{ text, verdict: 'doubted', spot }] : [];
  });
}

function halves(sentence: string): Loose[] {
  const isLike = ({ dimension, unit, value }: Figure) =>
    dimension === 'percent' && unit === '%' && value < 100;
  return [
    { pattern: OVER_HALF, fits: ({ high }: Figure) => high >= 50 },
    { pattern: UNDER_HALF, fits: ({ low }: Figure) => low <= 50 },
  ].flatMap(({ pattern, fits }) =>
    [...sentence.matchAll(pattern)]
      .filter(({ index, 0: text }) => !OF_ONE.test(sentence.slice(index + text.length)))
      .map(({ index, 0: text }) => ({ text, start: index, isLike, fits })),
  );
}

/** "Doubled" may stand for 85% more, or 120%. */
const [LEAST, MOST] = [0.9, 1.3];

function multiples(sentence: string): Loose[] {
  return figuresIn(sentence)
    .filter(({ loose, dimension }) => loose && dimension === 'ratio')
    .map(({ text, start, value }) => ({
      text,
      start,
      isLike: ({ dimension }: Figure) => dimension === 'ratio',
      fits: (other: Figure) => other.value >= value * LEAST && other.value <= value * MOST,
    }));
}

function oneAtEach(figures: readonly Figure[]): Figure[] {
  return figures.filter(({ start }, at) => figures.findIndex((one) => one.start === start) === at);
}
