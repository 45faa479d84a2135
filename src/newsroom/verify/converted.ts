/**
 * Accepts a sum in a second currency, 500萬美元（約3,900萬港元）, at an exchange rate in the market snapshot. Other rates are
 * not accepted, because they come from a writer's memory.
 */
import type { Figure } from '../../text/figures/figure.ts';
import { figuresIn } from '../../text/figures/figures-in.ts';
import { sameCurrency } from '../../text/figures/units.ts';
import type { MarketSnapshot } from '../model/market-snapshot.ts';
import type { NumberClaim } from './claims.ts';
import { found } from './look-up.ts';
import type { Found } from './look-up.ts';
import type { SourceIndex } from './source-index.ts';

/** `usdhkd`, `GBP-USD`: the price of one of the first in the second. */
const PAIR = /^([A-Z]{3})[-/]?([A-Z]{3})(?:=X)?$/iu;
/** Conversions are rounded, in addition to the rounding of the figures. */
const SLACK = 0.02;

/** A sum that results from another one in the sentence at one of the snapshot's exchange rates. */
export function lookUpConverted(
  { readings, start }: NumberClaim,
  sentence: string,
  { quotes }: MarketSnapshot,
  source: SourceIndex,
): Found | undefined {
  const sums = figuresIn(sentence).filter((figure) => figure.dimension === 'money' && figure.start !== start);
  const told = readings.filter(({ dimension }) => dimension === 'money');
  for (const { symbol, last } of quotes) {
    const [, from = '', to = ''] = PAIR.exec(symbol)?.map((code) => code.toUpperCase()) ?? [];
    const isRate = to !== '' && last > 0;
    const isMade = (one: Figure) =>
      sums.some(
        (sum) => isAt(sum, one, { from, to, rate: last }) || isAt(one, sum, { from, to, rate: last }),
      );
    if (!isRate || !told.some(isMade)) continue;
    const at = source.places.findIndex(({ text }) => text.includes(`(${symbol})`));
    return found(at < 0 ? undefined : source.passageOf({ at }, 0, source.places[at]?.text.length ?? 0));
  }
  return undefined;
}

interface Rate {
  readonly from: string;
  readonly to: string;
  readonly rate: number;
}

function isAt(sum: Figure, other: Figure, { from, to, rate }: Rate): boolean {
  if (!sameCurrency(sum.unit, from) || !sameCurrency(other.unit, to)) return false;
  return sum.high * rate >= other.low * (1 - SLACK) && sum.low * rate <= other.high * (1 + SLACK);
}
