/**
 * Numbers of a source in a language that the rules don't read, such as German, Spanish or Japanese. Its words say no
 * unit, so the digits alone are compared: in either convention (1.047 is a thousand or one, 50,8 is 50.8), and with
 * whatever scale its words may give them (38 Millionen). Names of months and weekdays are known; what else it may have in
 * words is not comparable.
 */
import { dayAt } from '../../text/dates/calendar.ts';
import type { TimeRead } from '../../text/dates/time-read.ts';
import type { Figure } from '../../text/figures/figure.ts';
import { monthOf, weekdayOf } from '../../text/month-names.ts';
import type { RawClaim } from './claims.ts';
import { found } from './look-up.ts';
import type { Found } from './look-up.ts';
import type { SourceIndex } from './source-index.ts';

interface ForeignNumber {
  readonly value: number;
  /** Its index among the source's places. */
  readonly at: number;
}

/** Many outlets write numbers up to twenty in words. */
const MOST_IN_WORDS = 20;
const NUMBER = /\d+(?:[.,' \u00a0\u202f’]\d+)*/gu;
/** Thousands and millions, and the ten thousands of East Asia. */
const SCALES = [1, 1e3, 1e4, 1e6, 1e8, 1e9, 1e12];
const SLACK = 1e-9;

interface Named {
  readonly months: Map<number, number>;
  readonly weekdays: Map<number, number>;
}

type LookedUp = Exclude<RawClaim, { kind: 'name' | 'quotation' }>;

const names = new WeakMap<SourceIndex, Named>();
const known = new WeakMap<SourceIndex, readonly ForeignNumber[]>();

/** Where the source has the digits of a number, date or time, and the month or weekday by a name that it has elsewhere. */
export function lookUpForeign(raw: LookedUp, source: SourceIndex): Found | undefined {
  const day = raw.kind === 'number' ? undefined : namedIn(raw.read, source);
  if (day === 'otherwise') return undefined;
  const numbers = numbersOf(source);
  const hits = wantedOf(raw).map((suits) => numbers.find(({ value }) => suits(value)));
  const [hit = day] = hits;
  if (hit === undefined || hits.includes(undefined)) return undefined;
  return found(source.passageOf(hit, 0, 0));
}

/** Whether the source may have it in words, or by another name: no doubt can be said of it. */
export function mayBeInWords(raw: LookedUp, source: SourceIndex): boolean {
  if (raw.kind === 'number') return raw.readings.some((figure) => figure.inWords || isSmall(toldOf(figure)));
  return namedIn(raw.read, source) !== 'otherwise' && digitsOf(raw.text).every(isSmall);
}

/** What each of its numbers has to be. */
function wantedOf(raw: LookedUp): ((value: number) => boolean)[] {
  if (raw.kind === 'number') return [(value) => raw.readings.some((figure) => isTold(figure, value))];
  return digitsOf(raw.text).map((digits) => (value) => value === digits);
}

/** Where the source names the month or weekday; `otherwise` when it names only others, none of them near. */
function namedIn(read: TimeRead, source: SourceIndex): { readonly at: number } | 'otherwise' | undefined {
  const { publishedAtMs } = source.source;
  const { months, weekdays } = namesOf(source);
  const named = read.kind === 'weekday' ? weekdays : months;
  const told = read.kind === 'weekday' ? read.weekday : 'month' in read ? read.month : undefined;
  if (told === undefined || named.size === 0) return undefined;
  const at = named.get(told);
  if (at !== undefined) return { at };
  if (read.kind !== 'weekday' || publishedAtMs === undefined) return 'otherwise';
  // "Gestern" and "demain" name the day before and after as well.
  const apart = (told - dayAt(publishedAtMs).weekday + 7) % 7;
  return apart <= 1 || apart === 6 ? undefined : 'otherwise';
}

function isTold(figure: Figure, number: number): boolean {
  const factor = figure.value / toldOf(figure) || 1;
  const scales = /^(?:percent|points|rate|age|ordinal)$/u.test(figure.dimension) ? [1] : SCALES;
  return scales.some((scale) =>
    // In its own unit, and in the base unit: 12 km is 7.5 miles.
    [factor, 1].some(
      (unit) =>
        number * scale * unit >= figure.low * (1 - SLACK) &&
        number * scale * unit <= figure.high * (1 + SLACK),
    ),
  );
}

function toldOf({ told, value }: Figure): number {
  return told ?? value;
}

function digitsOf(text: string): number[] {
  return (text.match(/\d+/gu) ?? []).map(Number);
}

function isSmall(number: number): boolean {
  return Number.isInteger(number) && number <= MOST_IN_WORDS;
}

function numbersOf(source: SourceIndex): readonly ForeignNumber[] {
  const numbers =
    known.get(source) ??
    source.places.flatMap(({ text }, at) =>
      [...text.normalize('NFKC').matchAll(NUMBER)].flatMap(([digits]) =>
        valuesOf(digits).map((value) => ({ value, at })),
      ),
    );
  known.set(source, numbers);
  return numbers;
}

/** Short words mean something else in other languages, except behind a day. */
const NAMED = /(?<=\d\.?\s(?:de\s)?)\p{L}{3,}|(?<!\p{L})\p{L}{4,}/gu;

/** The months and weekdays that the source names, each with its first place. */
function namesOf(source: SourceIndex): Named {
  const own = names.get(source) ?? { months: new Map<number, number>(), weekdays: new Map<number, number>() };
  if (!names.has(source))
    source.places.forEach(({ text }, at) => {
      for (const [word] of text.matchAll(NAMED)) {
        const [month, weekday] = [monthOf(word), weekdayOf(word)];
        if (month !== undefined && !own.months.has(Number(month) - 1)) own.months.set(Number(month) - 1, at);
        if (weekday !== undefined && !own.weekdays.has(weekday)) own.weekdays.set(weekday, at);
      }
    });
  names.set(source, own);
  return own;
}

/** 1.047 is 1047 and 1.047; 420 000 is 420000, 420 and 0. */
function valuesOf(digits: string): number[] {
  const parts = digits.split(/\D/u);
  const last = parts.at(-1) ?? '';
  const whole = parts.slice(1).every((part) => part.length === 3) ? [Number(parts.join(''))] : [];
  const decimal =
    parts.length > 1 && /[.,]\d+$/u.test(digits) ? [Number(`${parts.slice(0, -1).join('')}.${last}`)] : [];
  const apart = /\s/u.test(digits) || decimal.length === 0 ? parts.map(Number) : [];
  return [...new Set([...whole, ...decimal, ...apart])];
}
