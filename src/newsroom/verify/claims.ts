/**
 * Finds the claims of a sentence: numbers, dates, names and quotations, in English and Chinese. Left out are the
 * writer's own small counts ("the two men"), names in headings (where any word may be capitalised), single quoted
 * words, and Chinese names without a sign that identifies them.
 */
import { cjkLength, wordCount } from '../../text/cjk.ts';
import { datesIn } from '../../text/dates/dates-in.ts';
import type { TimeRead } from '../../text/dates/time-read.ts';
import { asInHeading } from '../../text/figures/bounds.ts';
import type { Figure } from '../../text/figures/figure.ts';
import { figuresIn } from '../../text/figures/figures-in.ts';
import { quotationsIn } from '../../text/quotations.ts';
import { nameClaims } from './name-claims.ts';
import type { NameClaim } from './name-claims.ts';

export interface NumberClaim {
  readonly kind: 'number';
  readonly text: string;
  /** UTF-16 offset into the sentence. */
  readonly start: number;
  /** Any of them supports it. */
  readonly readings: readonly Figure[];
  /** The text after it in the sentence. */
  readonly counted: string;
  /** The date or clock time that it may be instead: 14日, 10點. */
  readonly read?: TimeRead;
}

export type RawClaim =
  | NumberClaim
  /** `time` is a clock time. */
  | DateClaim
  | NameClaim
  | { readonly kind: 'quotation'; readonly text: string };

/** Small counts in words are often the writer's own: "the two men". */
const OWN_COUNT = 3;
const OWN_DAYS = 7;
const APART = /^\s?(?:earlier|later|before|after|ago|[之以]?[前後])/u;
/** Shorter quotations are marked words rather than statements. */
const LEAST_QUOTED = { words: 2, cjk: 4 };
const LONGEST_HEADING = 200;
/** The claims of a sentence without citations, in the order number, date, name, quotation. */
export function claimsIn(sentence: string, { heading = false } = {}): RawClaim[] {
  const times = dateClaims(sentence);
  const exact = numberClaims(sentence, times);
  const numbers = heading
    ? exact.map((claim) => ({ ...claim, readings: claim.readings.map(asInHeading) }))
    : exact;
  const either = new Set(numbers.map(({ read }) => read));
  return [
    ...numbers,
    ...times.filter(({ read }) => !either.has(read)),
    ...(heading ? [] : nameClaims(sentence).filter((name) => !times.some(({ text }) => text === name.text))),
    ...quotationClaims(sentence),
  ];
}

/** A line above text: marked as a heading, or short and without an end mark. */
export function isHeading(line: string): boolean {
  if (line.length > LONGEST_HEADING) return false;
  const text = line.trim();
  if (/^(?:【[^】\n]*】|#{1,6}\s.*|\*\*[^*\n]+\*\*:?)$/u.test(text)) return true;
  return (
    text !== '' && !/[.!?…。！？；;"”’」』)）\]]$/u.test(text) && wordCount(text) + cjkLength(text) <= 14
  );
}

/** The figures of a sentence, without the writer's own small counts. */
function numberClaims(sentence: string, times: readonly DateClaim[]): NumberClaim[] {
  const mentions = new Map<number, Figure[]>();
  for (const figure of figuresIn(sentence)) {
    mentions.set(figure.start, [...(mentions.get(figure.start) ?? []), figure]);
  }
  return [...mentions.values()].flatMap((readings): NumberClaim[] => {
    const [first] = readings;
    if (first === undefined || first.loose || isOwn(first, sentence)) return [];
    const time = times.find(({ start, end }) => start < first.end && first.start < end);
    const counted = sentence.slice(first.end, first.end + 24);
    return [
      {
        kind: 'number',
        text: first.text,
        start: first.start,
        readings,
        counted,
        ...(time && { read: time.read }),
      },
    ];
  });
}

/** "The two men", and "two days earlier", which the writer derives from dates. */
function isOwn({ inWords, dimension, value, start, end }: Figure, sentence: string): boolean {
  // The nil of 3-0 stands in no source that has it in words; whoever compares scores reads both sides.
  if (value === 0 && /\d[-–]$/u.test(sentence.slice(0, start))) return true;
  if (!inWords) return false;
  // A team that has had a player sent off.
  if (value === 10 && /^\s(?:men|women)\b/u.test(sentence.slice(end))) return true;
  if (dimension === 'count') return value <= OWN_COUNT;
  return dimension === 'seconds' && value <= OWN_DAYS * 86_400 && APART.test(sentence.slice(end, end + 12));
}

interface DateClaim {
  readonly kind: 'date' | 'time';
  readonly text: string;
  readonly read: TimeRead;
  readonly start: number;
  readonly end: number;
}

function dateClaims(sentence: string): DateClaim[] {
  return datesIn(sentence).flatMap(({ text, start, end, read }): DateClaim[] => {
    // 一日之間 is not the first of a month.
    if (read === undefined || text === '一日') return [];
    const kind = read.kind === 'clock' ? 'time' : 'date';
    return [{ kind, text: text.trim(), read: roughly(read, sentence, { start, end }), start, end }];
  });
}

/** The tolerance of "shortly before noon" and 三時許, in minutes. */
const SHORTLY = 30;
const ABOUT = 15;

/** A clock time with its tolerance. */
function roughly(read: TimeRead, sentence: string, { start, end }: { start: number; end: number }): TimeRead {
  if (read.kind !== 'clock') return read;
  const before = sentence.slice(Math.max(0, start - 24), start);
  const after = sentence.slice(end, end + 2);
  if (/\b(?:shortly|just|soon|a little) before\s$/iu.test(before)) return { ...read, within: [SHORTLY, 0] };
  if (/\b(?:shortly|just|soon|a little) after\s$/iu.test(before) || after.startsWith('許'))
    return { ...read, within: [0, SHORTLY] };
  const about = /\b(?:about|around|nearly|almost|close to|towards)\s$|[約近]$/iu.test(before);
  return about || /^(?:左右|前後)/u.test(after) ? { ...read, within: [ABOUT, ABOUT] } : read;
}

function quotationClaims(sentence: string): RawClaim[] {
  return quotationsIn(sentence)
    .filter(({ text }) =>
      cjkLength(text) > 0 ? cjkLength(text) >= LEAST_QUOTED.cjk : wordCount(text) >= LEAST_QUOTED.words,
    )
    .map(({ text }) => ({ kind: 'quotation', text }));
}
