/** Where sources bear out a number, a date or a quotation. Each look-up takes one source. */
import { cjkLength } from '../../text/cjk.ts';
import { bare } from '../../text/bare.ts';
import { scriptless } from '../../text/chinese/scripts.ts';
import { meansPublication, sameTime } from '../../text/dates.ts';
import type { TimeRead } from '../../text/dates.ts';
import type { Amount } from '../../text/amounts.ts';
import { sameUnit } from '../../text/same-number.ts';
import type { Passage } from '../claim.ts';
import type { AmountHit, SourceIndex } from './source-index.ts';

/** A passage; without one the source bears it out as a whole, as its day of publication does. */
export interface Found {
  readonly passage?: Passage;
}

/** So many places with the same value are looked at. */
const MOST_HITS = 64;
/** Counts from here on, decimals and units are seldom there by chance. */
const DISTINCTIVE = 1_000;

/**
 * The same value in a compatible unit, where the source speaks of what the sentence does (`about`: its words). Between
 * languages no words can be shared, and a market snapshot has few: there the value is enough.
 */
export function lookUpNumber(
  amount: Amount,
  about: ReadonlySet<string>,
  source: SourceIndex,
  { sameScript }: { readonly sameScript: boolean },
): Found | undefined {
  const needsWords = sameScript && about.size > 0 && source.source.kind !== 'market';
  let best: { hit: AmountHit; shared: number } | undefined;
  for (const hit of source.near(amount, MOST_HITS)) {
    if (!comparable(amount, hit.amount)) continue;
    const there = source.about(hit.at);
    let shared = 0;
    for (const word of about) if (there.has(word)) shared++;
    if (best === undefined || shared > best.shared) best = { hit, shared };
  }
  // "A fifth" is said of many things; 20% has to be of the same.
  const distinct = isDistinctive(amount) && best?.hit.amount.kind !== 'share';
  if (best === undefined || (needsWords && best.shared === 0 && !distinct)) return undefined;
  const { start, end } = best.hit.amount;
  return found(source.passageOf(best.hit, start, end));
}

/** Whether two amounts are in compatible units, and may be one. */
export function comparable(told: Amount, other: Amount): boolean {
  if (told.measure !== undefined && other.measure !== undefined && told.measure !== other.measure)
    return false;
  if (told.kind === 'count' && other.kind === 'ordinal') return false;
  // Rounding is for what is told roundly; "12" and "12%" are no roundings of each other.
  return (
    told.unit === other.unit ||
    (told.unit !== '' && other.unit !== '' && sameUnit(told.unit, other.unit)) ||
    (unitless(told, other) && Math.abs(told.value - other.value) < Number.EPSILON * Math.abs(told.value) * 4)
  );
}

/** One of two leaves out its currency: "5 billion" for "HK$5 billion". Never its per cent. */
function unitless(a: Amount, b: Amount): boolean {
  return (a.unit === '' || b.unit === '') && a.unit !== '%' && b.unit !== '%';
}

function isDistinctive({ value, unit, kind }: Amount): boolean {
  return kind === 'count' && (unit !== '' || value >= DISTINCTIVE || !Number.isInteger(value));
}

/** The day or time that a source names, in whatever words, or that it was published on. */
export function lookUpDate(said: string, told: TimeRead, source: SourceIndex): Found | undefined {
  const { publishedAtMs } = source.source;
  const plain = bare(scriptless(said));
  for (const hit of source.times) {
    const same = hit.read !== undefined && sameTime(told, hit.read, publishedAtMs);
    if (same || bare(scriptless(hit.said)) === plain) return found(source.passageOf(hit, hit.start, hit.end));
  }
  const part = partOfDate(told, source);
  if (part) return part;
  return publishedAtMs !== undefined && meansPublication(told, publishedAtMs) ? {} : undefined;
}

/** So much of a sentence in one of a source's means that both tell the same. */
const SAME_SENTENCE = 0.7;

/** Whether a source says almost the same sentence with other weekdays only. */
export function saysOtherDay(
  told: TimeRead,
  about: ReadonlySet<string>,
  sources: readonly SourceIndex[],
): boolean {
  if (told.kind !== 'weekday') return false;
  return sources.some((source) => {
    const at = source.closest(about, SAME_SENTENCE);
    const there = source.times.filter((hit) => hit.at === at && hit.read?.kind === 'weekday');
    return there.length > 0 && !there.some(({ read }) => read && sameTime(told, read));
  });
}

/** "12–14 March" has its twelfth, and "the 2025-26 season" its year, as numbers. */
function partOfDate(told: TimeRead, source: SourceIndex): Found | undefined {
  const value = told.kind === 'year' ? told.year : told.kind === 'day' ? told.day : undefined;
  if (value === undefined) return undefined;
  for (const hit of source.near({ value, within: 0 }, MOST_HITS)) {
    if (hit.amount.unit !== '') continue;
    if (
      told.kind === 'day' &&
      !source.times.some(({ at, read }) => at === hit.at && monthOf(read) === told.month)
    )
      continue;
    return found(source.passageOf(hit, hit.amount.start, hit.amount.end));
  }
  return undefined;
}

function monthOf(read: TimeRead | undefined): number | undefined {
  return read?.kind === 'day' || read?.kind === 'month' ? read.month : undefined;
}

/** Word for word; what is left out (…) or put in by the writer ([…]) parts it. */
export function lookUpQuotation(quotation: string, source: SourceIndex): Found | undefined {
  const parts = quotation.split(/…+|\.{3,}|\[[^\]]*\]/u).filter((part) => bare(part) !== '');
  const passages = parts.map((part) => source.find(part));
  if (passages.length === 0 || !passages.every((passage) => passage !== undefined)) return undefined;
  return found(passages.toSorted((a, b) => b.length - a.length)[0]);
}

/** Whether words are Chinese: their claims can be compared with Chinese sources only. */
export function isChinese(text: string): boolean {
  return cjkLength(text) > 0;
}

function found(passage: Passage | undefined): Found {
  return passage === undefined ? {} : { passage };
}
