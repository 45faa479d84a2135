/**
 * Whether money whose currency one text leaves open can be that of the other. A bare 元 is no US dollar where nobody near it
 * speaks of America; and a story that writes T$ elsewhere means no Taiwan dollar by a bare $.
 */
import { sameCurrency } from '../../text/figures/units.ts';
import type { Figure } from '../../text/figures/figure.ts';
import type { FigureHit, SourceIndex } from './source-index.ts';

/** What names a currency, or the country of it. */
const NAMED: Readonly<Record<string, RegExp>> = {
  HKD: /HK\$|HKD|港元|港幣|Hong Kong|香港|本港|\.hk\b/iu,
  USD: /US\$|USD|美元|美金|American dollar|US dollar|United States|\bU\.?S\.?\b|美國|美股|紐約|華爾街/u,
  CNY: /RMB|CNY|yuan|renminbi|人民幣|內地|中國|China|Chinese/iu,
  TWD: /N?T\$|TWD|台幣|臺幣|台灣|臺灣|Taiwan/u,
  AUD: /A\$|AUD|澳元|澳洲|Austral/u,
  CAD: /C\$|CA\$|CAD|加元|加拿大|Canad/u,
  SGD: /S\$|SGD|坡元|星加坡|新加坡|Singapore/u,
  NZD: /NZ\$|NZD|紐元|紐西蘭|新西蘭|New Zealand/u,
  JPY: /JPY|yen\b|日圓|日元|日本|Japan/iu,
};
/** The sign of a currency, where bare dollars mean another. */
const SIGNS: Readonly<Record<string, RegExp>> = {
  HKD: /HK\$/u,
  TWD: /(?<![\p{L}])N?T\$/u,
  AUD: /(?<![\p{L}])AU?\$/u,
  CAD: /(?<![\p{L}])CA?\$/u,
  SGD: /(?<![\p{L}])SG?\$/u,
  NZD: /NZ\$/u,
};
const OPEN = /^[$元¥]$/u;
/** What 元 is taken for wherever it stands alone. */
const OWN_YUAN = /^(?:HKD|CNY|TWD)$/u;

/** @param around what the story tells before the figure and beside it: its paragraph. */
export function canBePaidIn(
  told: Figure,
  { at, figure }: FigureHit,
  source: SourceIndex,
  around: string,
): boolean {
  if (told.dimension !== 'money') return true;
  // A headline's 24.6億 is what its outlet pays in.
  if (figure.dimension === 'count')
    return OPEN.test(told.unit) || !source.isWrittenIn('zh') || isSpokenOf(told.unit, source);
  if (figure.dimension !== 'money' || told.unit === figure.unit) return true;
  if (!sameCurrency(told.unit, figure.unit)) return false;
  if (OPEN.test(figure.unit)) {
    if (!OPEN.test(told.unit)) return isNamedNear(told.unit, figure.unit, at, source);
    const own = figure.unit === '元' ? spokenOf(source) : [];
    return !(told.unit === '$' && own.length > 0 && own.every((one) => SIGNS[one]?.test(around)));
  }
  // The story leaves it open: 元 is what they are called where it is the source's, else what the paragraph speaks of.
  if (told.unit === '元') return OWN_YUAN.test(figure.unit) || (NAMED[figure.unit]?.test(around) ?? true);
  return told.unit !== '$' || !(SIGNS[figure.unit]?.test(around) ?? false);
}

function isNamedNear(currency: string, open: string, at: number, source: SourceIndex): boolean {
  const named = NAMED[currency];
  if (named === undefined) return true;
  // 仙 are Hong Kong's where Chinese is written.
  if (open === '$' && (currency === 'USD' || (currency === 'HKD' && source.isWrittenIn('zh')))) return true;
  if (open === '$') return named.test(`${source.source.title}\n${source.source.text}`);
  if (open === '元' && OWN_YUAN.test(currency)) return isOwnYuan(currency, source);
  return named.test([at - 1, at].map((one) => source.places[one]?.text ?? '').join('\n'));
}

function isSpokenOf(currency: string, source: SourceIndex): boolean {
  const named = NAMED[currency];
  if (named === undefined || OWN_YUAN.test(currency))
    return named === undefined || isOwnYuan(currency, source);
  return named.test(`${source.source.title}\n${source.source.text}`);
}

/** Of Hong Kong, Taiwan and the mainland, one that the source speaks of, or any where it speaks of none. */
function isOwnYuan(currency: string, source: SourceIndex): boolean {
  const spoken = spokenOf(source);
  return spoken.length === 0 || spoken.includes(currency) || currency === 'HKD';
}

function spokenOf({ source }: SourceIndex): string[] {
  const whole = `${source.title}\n${source.text}\n${source.domain}`;
  return ['HKD', 'CNY', 'TWD'].filter((one) => NAMED[one]?.test(whole));
}
