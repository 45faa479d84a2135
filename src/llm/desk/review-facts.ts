/** Whether a source has a number, a date or a quotation that a story tells; however it is written, in either language. */
import { bare } from '../../text/bare.ts';
import { cjkLength } from '../../text/cjk.ts';
import { numbersIn } from '../../text/numbers.ts';
import type { NumberMention } from '../../text/numbers.ts';
import { sameUnit, stepOf } from '../../text/same-number.ts';
import type { ReviewSource } from './review-shapes.ts';

/** "1.2 million" may stand for 1,234,567: half a step of the last digit that is told, and a little. */
const ROUNDING = 0.51;
const DAY_MS = 86_400_000;
/** Such dates mean the day of writing, which no source has to spell out. */
const RELATIVE =
  /^(?:today|tonight|yesterday|tomorrow|this \w+|(?:last|next) \w+|今日|今天|昨日|昨天|明日|明天|今早|今晨|今晚|昨晚|去年|今年|明年|本月|上月|下月|本週|下週|上週)$/iu;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const WEEKDAYS = 'sun mon tue wed thu fri sat'.split(' ');

export function hasNumber(
  { text, title }: ReviewSource,
  { value, unit, text: said }: NumberMention,
): boolean {
  const step = stepOf(said, value);
  return numbersIn(`${title}\n${text}`).some(
    (other) =>
      (unit === '' || other.unit === '' || sameUnit(unit, other.unit)) &&
      Math.abs(other.value - value) <= Math.max(step * ROUNDING, Number.EPSILON),
  );
}

/** Undefined for a time that needn't stand in a source: relative ones, and words that are no date. */
export function hasDate({ text, title, publishedAtMs }: ReviewSource, said: string): boolean | undefined {
  const date = dateOf(said);
  if (date === undefined) return undefined;
  const all = `${title}\n${text}`;
  if (plain(all).includes(plain(said))) return true;
  const published =
    publishedAtMs == null ? [] : [-1, 0, 1].map((days) => new Date(publishedAtMs + days * DAY_MS));
  switch (date.kind) {
    case 'weekday':
      return (
        new RegExp(
          `\\b${WEEKDAYS[date.weekday] ?? ''}|[期拜週周]${'日一二三四五六'[date.weekday] ?? ''}`,
          'iu',
        ).test(all) ||
        published.some((day) => day.getUTCDay() === date.weekday) ||
        published.length === 0
      );
    case 'year':
      return all.includes(String(date.year)) || published.some((day) => day.getUTCFullYear() === date.year);
    case 'clock':
      return clockForms(date).some((form) => plain(all).includes(form));
    case 'day':
      return (
        dayForms(date).some((form) => plain(all).includes(form)) ||
        published.some((day) => day.getUTCMonth() === date.month && day.getUTCDate() === date.day)
      );
  }
}

type DateSaid =
  | { readonly kind: 'weekday'; readonly weekday: number }
  | { readonly kind: 'year'; readonly year: number }
  | { readonly kind: 'day'; readonly month: number; readonly day: number }
  | { readonly kind: 'clock'; readonly hour: number; readonly minute: number };

function dateOf(said: string): DateSaid | undefined {
  const text = said.trim();
  if (RELATIVE.test(text)) return undefined;
  const han = /(\d{1,2})月(\d{1,2})[日號号]/u.exec(text);
  if (han) return { kind: 'day', month: Number(han[1]) - 1, day: Number(han[2]) };
  const month = MONTHS.findIndex((name) => new RegExp(`\\b${name}`, 'i').test(text));
  const day = /\b(\d{1,2})(?:st|nd|rd|th)?\b(?!:)/.exec(text)?.[1];
  if (month >= 0) return day === undefined ? undefined : { kind: 'day', month, day: Number(day) };
  const clock = /^(\d{1,2})(?:[:.](\d\d))?\s?(?:([ap])\.?m\.?)?$/i.exec(text);
  if (clock && (clock[2] !== undefined || clock[3] !== undefined)) {
    const half = clock[3]?.toLowerCase();
    const hour = half === undefined ? Number(clock[1]) : (Number(clock[1]) % 12) + (half === 'p' ? 12 : 0);
    return { kind: 'clock', hour, minute: Number(clock[2] ?? 0) };
  }
  const year = /(?:19|20)\d\d/.exec(text)?.[0];
  if (year !== undefined) return { kind: 'year', year: Number(year) };
  const weekday = WEEKDAYS.findIndex((name) => new RegExp(`\\b${name}`, 'i').test(text));
  const hanDay = '日一二三四五六'.indexOf(/[期拜週周]([日一二三四五六])/u.exec(text)?.[1] ?? '?');
  const which = Math.max(weekday, hanDay);
  return which < 0 ? undefined : { kind: 'weekday', weekday: which };
}

function dayForms({ month, day }: { month: number; day: number }): string[] {
  const long = new Date(Date.UTC(2000, month, 1)).toLocaleString('en-GB', { month: 'long' }).toLowerCase();
  const names = [long, MONTHS[month] ?? long];
  const days = [`${day}`, `${day}st`, `${day}nd`, `${day}rd`, `${day}th`];
  const english = names.flatMap((name) =>
    days.flatMap((one) => [`${one} ${name}`, `${one} of ${name}`, `${name} ${one}`, `${name}. ${one}`]),
  );
  const two = (value: number) => String(value).padStart(2, '0');
  return [
    ...english,
    ...['日', '號'].map((sign) => `${month + 1}月${day}${sign}`),
    `-${two(month + 1)}-${two(day)}`,
  ];
}

function clockForms({ hour, minute }: { hour: number; minute: number }): string[] {
  const minutes = String(minute).padStart(2, '0');
  const half = hour < 12 ? 'am' : 'pm';
  const twelve = hour % 12 || 12;
  const hours = [`${hour}`, String(hour).padStart(2, '0')];
  const digital = hours.flatMap((one) => [`${one}:${minutes}`, `${one}.${minutes}`]);
  const english = [
    `${twelve}:${minutes}${half}`,
    `${twelve}.${minutes}${half}`,
    `${twelve}:${minutes} ${half}`,
  ];
  const whole =
    minute === 0 ? [`${twelve}${half}`, `${twelve} ${half}`, `${hour}時`, `${twelve}時`, `${twelve}點`] : [];
  const han = [
    `${hour}時${minute}分`,
    `${twelve}時${minute}分`,
    `${twelve}點${minute === 30 ? '半' : minutes}`,
  ];
  return [...digital, ...english, ...whole, ...han];
}

/** `undefined`: no source is in the quotation's language, so it can only be a translation. */
export function hasQuotation(sources: readonly ReviewSource[], quotation: string): boolean | undefined {
  const chinese = cjkLength(quotation) > 0;
  const own = sources.filter(({ text }) => cjkLength(text) > 20 === chinese);
  if (own.length === 0) return undefined;
  const parts = quotation
    .split(/…+|\.{3,}|\[[^\]]*\]/u)
    .map(bare)
    .filter((part) => part !== '');
  return own.some(({ text, title }) => {
    const all = bare(`${title} ${text}`);
    return parts.every((part) => all.includes(part));
  });
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/a\.m\.?/g, 'am')
    .replace(/p\.m\.?/g, 'pm')
    .replace(/\s+/gu, ' ');
}
