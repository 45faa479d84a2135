/** Cron expressions in words: simple ones as people say them, others by cronstrue. */
import cronstrue from 'cronstrue';
import 'cronstrue/locales/zh_TW.js'; // of its forty languages one beside English
import type { Locale } from '../time/locale.ts';

const DAYS = {
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  zh: ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'],
} as const;
const NAMES = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** A cron expression in words, "every weekday at 7:30" when it is that simple. */
export function sayCron(expr: string, locale: Locale): string {
  return plain(expr, locale) ?? verbose(expr, locale);
}

/** Fixed times on every day, on some days of the week, or on one day of the month. */
function plain(expr: string, locale: Locale): string | undefined {
  const fields = expr.trim().split(/\s+/);
  const [minute, hour, day, month, weekday] = fields.length === 6 ? fields.slice(1) : fields;
  if (fields.length === 6 && !/^0+$/.test(fields[0]!)) return undefined;
  if (!minute || !hour || !day || !weekday || month !== '*') return undefined;
  const times = timesOf(minute, hour);
  if (!times) return undefined;
  const at = listed(times, locale);
  const days = daysOf(weekday, locale);
  if (/^[*?]$/.test(day)) return days && (locale === 'en' ? `${days} at ${at}` : `${days} ${at}`);
  if (!/^\d{1,2}$/.test(day) || !/^[*?]$/.test(weekday)) return undefined;
  return locale === 'en' ? `on the ${ordinal(Number(day))} of every month at ${at}` : `每月 ${day} 日 ${at}`;
}

function timesOf(minute: string, hour: string): string[] | undefined {
  if (!/^\d{1,2}$/.test(minute) || !/^\d{1,2}(?:,\d{1,2})*$/.test(hour)) return undefined;
  const two = (value: string): string => value.padStart(2, '0');
  return hour.split(',').map((one) => `${two(one)}:${two(minute)}`);
}

function daysOf(field: string, locale: Locale): string | undefined {
  if (/^[*?]$/.test(field)) return locale === 'en' ? 'every day' : '每天';
  if (/^(?:1-5|mon-fri)$/i.test(field)) return locale === 'en' ? 'every weekday' : '每個平日';
  if (/^(?:0,6|6,0|6,7|sat,sun|sun,sat)$/i.test(field)) return locale === 'en' ? 'every weekend' : '每個週末';
  const numbers = field.split(',').map(dayNumber);
  if (numbers.some((one) => one === undefined)) return undefined;
  const days = numbers.map((one) => DAYS[locale][one!]!);
  return locale === 'en' ? `every ${listed(days, locale)}` : `逢${listed(days, locale)}`;
}

function dayNumber(day: string): number | undefined {
  if (/^[0-7]$/.test(day)) return Number(day) % 7;
  const found = NAMES.indexOf(day.toUpperCase());
  return found < 0 ? undefined : found;
}

/** "07:00, 12:00 and 19:00" */
function listed(words: readonly string[], locale: Locale): string {
  if (locale === 'zh') return words.join('、');
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function ordinal(day: number): string {
  const ending = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' };
  return `${day}${ending[new Intl.PluralRules('en', { type: 'ordinal' }).select(day)]}`;
}

/** Chinese punctuation, and one space around numbers: 每 10 分鐘. */
function tidy(words: string): string {
  return words
    .replace(/\s*,\s*/g, '，')
    .replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '')
    .replace(/(?<=\p{Script=Han})(?=\d)|(?<=\d)(?=\p{Script=Han})/gu, ' ');
}

function cronstrueOf(expr: string, locale: Locale): string {
  return cronstrue.toString(expr, {
    use24HourTimeFormat: true,
    locale: locale === 'en' ? 'en' : 'zh_TW',
  });
}

/** With both a day of the month and a weekday, either matches. */
function eitherDay(expr: string, locale: Locale): string | undefined {
  const fields = expr.trim().split(/\s+/);
  const [day, weekday] = [fields.length - 3, fields.length - 1];
  if (fields.length < 5 || [day, weekday].some((at) => /^[*?]$/.test(fields[at]!))) return undefined;
  const without = (at: number) => cronstrueOf(fields.with(at, '*').join(' '), locale).split(/\s*,\s*/);
  const [ofMonth, ofWeek] = [without(weekday), without(day)];
  const months = ofMonth.filter((part) => !ofWeek.includes(part));
  const weeks = ofWeek.filter((part) => !ofMonth.includes(part));
  if (months.length === 0 || weeks.length === 0) return undefined;
  const at = ofMonth.indexOf(months[0]!);
  const either = weeks.join(', ').replace(/^(?:only |僅在?於?\s*)/, '');
  const rest = ofMonth.slice(at).filter((part) => !months.includes(part));
  const or = locale === 'en' ? 'or' : '或';
  return [...ofMonth.slice(0, at), ...months, `${or} ${either}`, ...rest].join(', ');
}

function verbose(expr: string, locale: Locale): string {
  try {
    const said = eitherDay(expr, locale) ?? cronstrueOf(expr, locale);
    const words = said.charAt(0).toLowerCase() + said.slice(1).replace(/\s+/g, ' ').trim();
    return locale === 'en' ? words : tidy(words);
  } catch {
    return expr; // croner accepts forms that cronstrue doesn't
  }
}
