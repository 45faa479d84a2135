/**
 * Whether a rounded figure is given as "above" where its source says "below": 不足九成 for "more than 90 per cent", "over
 * £10,000" for "below the £10,000 limit". Applies to figures that have a bound wherever they occur.
 */
import type { Figure } from '../../text/figures/figure.ts';
import { figuresIn } from '../../text/figures/figures-in.ts';
import { exactHitsFor } from './look-up.ts';
import type { SourceIndex } from './source-index.ts';

export interface BoundVerdict {
  /** The bound with its figure, as in the sentence. */
  readonly text: string;
  readonly verdict: 'doubted';
  readonly spot: { readonly source: SourceIndex; readonly at: number };
}

/** Before a figure, apart from a currency sign. */
const OVER =
  /(?:\b(?:more than|over|above|exceed(?:s|ed|ing)?|in excess of|at least|topp(?:ed|ing))\s(?:the\s|an?\s)?|(?:超過|超逾|多於|高於|突破|升穿|升破|衝破|逾|過)[^，。；\d一二三四五六七八九十兩]{0,2})(?:HK\$|US\$|[£€$])?$/iu;
const UNDER =
  /(?:\b(?:less than|fewer than|under|below|short of|at most|up to)\s(?:the\s|an?\s)?|(?:不足|不到|少於|低於|未滿|不多於|跌穿|跌破|失守)[^，。；\d一二三四五六七八九十兩]{0,2})(?:HK\$|US\$|[£€$])?$/iu;
const OVER_AFTER = /^(?:多(?!於)|餘|以上|\sor more\b)/iu;

/** @param cited the sources that the sentence cites */
export function checkBounds(sentence: string, cited: readonly SourceIndex[]): BoundVerdict[] {
  const seen = new Set<number>();
  return figuresIn(sentence).flatMap((figure): BoundVerdict[] => {
    const told = boundOf(figure, sentence);
    if (told === 0 || figure.loose || seen.has(figure.start)) return [];
    const hits = cited.flatMap((source) => exactHitsFor(figure, source).map((hit) => ({ source, ...hit })));
    const there = hits.map((hit) => boundOf(hit.figure, hit.source.places[hit.at]?.text ?? ''));
    const [first] = hits;
    if (first === undefined || !there.every((bound) => bound === -told)) return [];
    seen.add(figure.start);
    const start = Math.max(0, figure.start - LONGEST_BOUND);
    return [
      {
        text: `${sentence.slice(start, figure.start).match(/\S{0,12}\s?\S{0,12}\s?$/u)?.[0] ?? ''}${figure.text}`.trim(),
        verdict: 'doubted',
        spot: { source: first.source, at: first.at },
      },
    ];
  });
}

const LONGEST_BOUND = 24;

/** 1 for more than the figure, -1 for less, 0 for neither. */
function boundOf({ start, end }: Figure, text: string): -1 | 0 | 1 {
  const before = text.slice(Math.max(0, start - LONGEST_BOUND), start);
  if (UNDER.test(before)) return -1;
  return OVER.test(before) || OVER_AFTER.test(text.slice(end, end + 8)) ? 1 : 0;
}
