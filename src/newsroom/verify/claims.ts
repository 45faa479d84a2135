/**
 * The claims of a sentence: its numbers, dates, names and quotations, as far as rules honestly find them, in English and
 * Chinese. What is left out: the writer's own small counts ("the two men"), names in headings (every word may have a
 * capital there), single quoted words, and Chinese names without a sign that they are ones.
 */
import { amountsIn } from '../../text/amounts.ts';
import type { Amount } from '../../text/amounts.ts';
import { cjkLength, wordCount } from '../../text/cjk.ts';
import { readTime } from '../../text/dates.ts';
import type { TimeRead } from '../../text/dates.ts';
import { quotationsIn } from '../../text/quotations.ts';
import { timesIn } from '../../text/times.ts';
import { nameClaims } from './name-claims.ts';
import type { NameClaim } from './name-claims.ts';

export type RawClaim =
  | { readonly kind: 'number'; readonly text: string; readonly amount: Amount }
  /** `time` is a clock time. */
  | { readonly kind: 'date' | 'time'; readonly text: string; readonly read: TimeRead }
  | NameClaim
  | { readonly kind: 'quotation'; readonly text: string };

/** A count in words so small is often the writer's own: "the two men". */
const OWN_COUNT = 3;
/** Less than this is a word that is marked, not something said. */
const LEAST_QUOTED = { words: 2, cjk: 4 };
const LONGEST_HEADING = 200;
/** The claims of a sentence without its citations, in the order number, date, name, quotation. */
export function claimsIn(sentence: string, { heading = false } = {}): RawClaim[] {
  return [
    ...numberClaims(sentence),
    ...dateClaims(sentence),
    ...(heading ? [] : nameClaims(sentence)),
    ...quotationClaims(sentence),
  ];
}

/** A line that stands over text: marked as one, or short and without an end mark. */
export function isHeading(line: string): boolean {
  if (line.length > LONGEST_HEADING) return false;
  const text = line.trim();
  if (/^(?:【[^】\n]*】|#{1,6}\s.*|\*\*[^*\n]+\*\*:?)$/u.test(text)) return true;
  return (
    text !== '' && !/[.!?…。！？；;"”’」』)）\]]$/u.test(text) && wordCount(text) + cjkLength(text) <= 14
  );
}

/** Said loosely as often as not; it bears out a told 50%, but is no claim itself. */
const HALF = /^(?:half|半數|一半)$/iu;

function numberClaims(sentence: string): RawClaim[] {
  return amountsIn(sentence)
    .filter(({ text }) => !HALF.test(text))
    .filter(({ text, value, unit }) => /\p{Nd}|^[⁰¹²³⁴-⁹]/u.test(text) || unit !== '' || value > OWN_COUNT)
    .map((amount) => ({ kind: 'number', text: amount.text, amount }));
}

function dateClaims(sentence: string): RawClaim[] {
  return timesIn(sentence).flatMap(({ text }): RawClaim[] => {
    const read = readTime(text);
    if (read === undefined) return [];
    return [{ kind: read.kind === 'clock' ? 'time' : 'date', text: text.trim(), read }];
  });
}

function quotationClaims(sentence: string): RawClaim[] {
  return quotationsIn(sentence)
    .filter(({ text }) =>
      cjkLength(text) > 0 ? cjkLength(text) >= LEAST_QUOTED.cjk : wordCount(text) >= LEAST_QUOTED.words,
    )
    .map(({ text }) => ({ kind: 'quotation', text }));
}
