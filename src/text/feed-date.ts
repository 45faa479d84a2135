/**
 * Parses dates as feeds write them, to UTC milliseconds. `Date.parse` reads two thirds of them and assumes the
 * machine's zone for the rest; nothing here depends on the machine.
 */

import { monthOf } from './month-names.ts';

/** Hours east of UTC. North American names without a season mean standard time. */
const ZONES: ReadonlyMap<string, number> = new Map(Object.entries({
  ut: 0, utc: 0, gmt: 0, z: 0, wet: 0, west: 1, bst: 1, ist: 5.5, cet: 1, met: 1, mez: 1, cest: 2, mest: 2, mesz: 2,
  eet: 2, eest: 3, msk: 3, hkt: 8, sgt: 8, awst: 8, jst: 9, kst: 9, aest: 10, aedt: 11, nzst: 12, nzdt: 13,
  ast: -4, adt: -3, at: -4, est: -5, edt: -4, et: -5, cst: -6, cdt: -5, ct: -6, mst: -7, mdt: -6, mt: -7,
  pst: -8, pdt: -7, pt: -8, akst: -9, akdt: -8, hst: -10,
})); // prettier-ignore

/**
 * Undefined for anything that is not a plausible date of a feed. A missing zone means UTC, a missing time midnight.
 */
export function parseFeedDate(written: string): number | undefined {
  const text = written.trim();
  if (text === '') return undefined;
  return (
    sixDigits(text) ?? iso(text) ?? inWords(text) ?? slashed(text) ?? eastAsian(text) ?? sinceEpoch(text)
  );
}

const CLOCK = String.raw`(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d+))?)?(?:\s*([ap]\.?m\b\.?))?`;
const ZONE = String.raw`\s*(etc\/gmt[+-]\d{1,2}|(?:etc\/)?[a-z]+(?![a-z\d/+-])|(?:gmt|utc)?[+-]\d{1,2}:?\d{2}|(?:gmt|utc)?[+-]\d{1,2})?`;
const TIME = `${CLOCK}${ZONE}`;

/** A two-digit year only before a dash. */
const ISO = new RegExp(
  `^(\\d{4}|-\\d{2}|\\d{2}(?=-))(?:-?(0?\\d{2})(?:-?(\\d{2})(?:[t\\s]+${TIME})?)?)?$`,
  'i',
);
const ORDINAL = new RegExp(`^(\\d{4})-?(\\d{3})(?:t${TIME})?$`, 'i');

/** "031231": year, month and day by two digits each; "202312" is a year and a month. */
function sixDigits(text: string): number | undefined {
  const parts = /^(\d{2})(\d{2})(\d{2})$/.exec(text);
  if (!parts || /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])$/.test(text)) return undefined;
  return moment([fullYear(parts[1]), parts[2], parts[3]], []);
}

function iso(text: string): number | undefined {
  const ordinal = ORDINAL.exec(text);
  if (ordinal) return moment([ordinal[1], '1', ordinal[2]], ordinal.slice(3), 366);
  const parts = ISO.exec(text);
  const year = fullYear(parts?.[1]?.replace('-', ''));
  return parts ? moment([year, parts[2] ?? '1', parts[3] ?? '1'], parts.slice(4)) : undefined;
}

const WEEKDAY = String.raw`(?:\p{L}+\.?(?:,\s*|\s+))?`;
const MONTH = String.raw`(\p{L}[\p{L}\p{M}]{2,})\.?`;
const DAY_FIRST = new RegExp(
  `^${WEEKDAY}(\\d{1,2})\\.?[\\s-]+(?:de\\s+)?${MONTH},?[\\s-]+(?:de\\s+)?(\\d{2,4})(?:,?\\s+${TIME})?`,
  'iu',
);
const MONTH_FIRST = new RegExp(
  `^${WEEKDAY}${MONTH}\\s+(\\d{1,2}),?\\s+(\\d{4})(?:,?\\s+(?:at\\s+)?${TIME})?`,
  'iu',
);
const YEAR_FIRST = new RegExp(`^(\\d{4})[.\\s-]+${MONTH}[\\s-]+(\\d{1,2})\\.?(?:[t\\s]+${TIME})?`, 'iu');
/** The format of the C library: the year comes last. */
const YEAR_LAST = new RegExp(`^${WEEKDAY}${MONTH}\\s+(\\d{1,2})\\s+${CLOCK}${ZONE}\\s+(\\d{4})$`, 'iu');

function inWords(text: string): number | undefined {
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst && ends(text, dayFirst))
    return moment([fullYear(dayFirst[3]), monthOf(dayFirst[2]), dayFirst[1]], dayFirst.slice(4));
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst && ends(text, monthFirst))
    return moment([monthFirst[3], monthOf(monthFirst[1]), monthFirst[2]], monthFirst.slice(4));
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst && ends(text, yearFirst))
    return moment([yearFirst[1], monthOf(yearFirst[2]), yearFirst[3]], yearFirst.slice(4));
  const last = YEAR_LAST.exec(text);
  return last ? moment([last[9], monthOf(last[1]), last[2]], last.slice(3, 9)) : undefined;
}

/** Only the zone's name in brackets may follow. */
function ends(text: string, match: RegExpExecArray): boolean {
  return /^\s*(?:\([^)]*\))?$/.test(text.slice(match[0].length));
}

const SLASHED = new RegExp(`^(?:[a-z]+,?\\s+)?(\\d{4})[/.](\\d{1,2})[/.](\\d{1,2})(?:\\s+${TIME})?$`, 'i');

function slashed(text: string): number | undefined {
  const parts = SLASHED.exec(text);
  return parts ? moment(parts.slice(1, 4), parts.slice(4)) : undefined;
}

/** Parts of the day, for twelve-hour times. */
const HALF = '(上午|早上|凌晨|清晨|中午|下午|傍晚|晚上|晚間|晚间|深夜|午前|午後|오전|오후)?';
/** A year of Taiwan's calendar (Republic of China): 114 is 2025. Three digits before 年, or with the name. */
const YEAR = String.raw`(\d{4}|民國\s?\d{2,3}|民国\s?\d{2,3}|1\d{2}(?=\s?年))`;
const EAST_ASIAN = new RegExp(
  String.raw`^${YEAR}\s?(?:[年년]\s*|[-/.])(\d{1,2})\s?(?:[月월]\s*|[-/.])(\d{1,2})\s?[日일]?(?:[\s(（\p{Script=Han}\p{Script=Hangul})）]*?\s*${HALF}\s*(\d{1,2})[:時时시]\s*(\d{1,2})(?:[:分분]\s*(\d{1,2}))?[分분秒초]?)?$`,
  'u',
);

/** Its year 1 is 1912. */
const REPUBLIC = 1911;

/** A Chinese, Japanese or Korean date without a zone is in the local time of its readers. */
function eastAsian(text: string): number | undefined {
  const parts = EAST_ASIAN.exec(text);
  if (!parts) return undefined;
  const [, written = '', month, day, half, hour, minute, second] = parts;
  const digits = Number(written.replace(/\D+/g, ''));
  const year = String(digits < 1_000 ? digits + REPUBLIC : digits);
  const zone = /\p{Script=Hangul}/u.test(text) ? 'kst' : 'hkt';
  return moment([year, month, day], [hourOf(hour, half), minute, second, undefined, undefined, hour && zone]);
}

function hourOf(hour: string | undefined, half: string | undefined): string | undefined {
  if (hour === undefined || half === undefined || Number(hour) > 12) return hour;
  if (half === '中午') return String(Number(hour) + (Number(hour) < 11 ? 12 : 0));
  // Twelve at night is the end of the day.
  const evening = ['晚上', '晚間', '晚间', '深夜'].includes(half);
  if (evening && Number(hour) === 12) return '24';
  const afternoon = evening || ['下午', '傍晚', '午後', '오후'].includes(half) ? 12 : 0;
  return String((Number(hour) % 12) + afternoon);
}

/** Seconds or milliseconds since the epoch, as some programs write. */
function sinceEpoch(text: string): number | undefined {
  if (/^\d{10}$/.test(text)) return Number(text) * 1_000;
  return /^\d{13}$/.test(text) ? Number(text) : undefined;
}

type Written = readonly (string | undefined)[];

/**
 * Build a moment from `[year, month, day]` and `[hour, minute, second, fraction, "am" or "pm", zone]`; undefined when a
 * value is out of range.
 */
function moment(
  [year, month, day]: Written,
  [hour, minute, second, fraction, half, zone]: Written,
  mostDays = 31,
): number | undefined {
  const offset = offsetMinutes(zone);
  const fields = [
    Number(year),
    Number(month),
    Number(day),
    ofDay(Number(hour ?? 0), half),
    Number(minute ?? 0),
    Number(second ?? 0),
  ];
  const most = [9999, 12, mostDays, 24, 59, 60];
  const least = [0, 1, 1, 0, 0, 0];
  if (offset === undefined || fields.some((n, at) => !(n >= least[at]! && n <= most[at]!))) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(fields[0]!, fields[1]! - 1, fields[2]!);
  const dayIsReal = mostDays > 31 || date.getUTCDate() === fields[2];
  if (!dayIsReal) return undefined;
  const ms = Math.floor(Number(`0.${fraction ?? 0}`) * 1_000);
  return date.getTime() + ((fields[3]! * 60 + fields[4]! - offset) * 60 + fields[5]!) * 1_000 + ms;
}

/** The hour of the day. Some programs write "15:00 PM". */
function ofDay(hour: number, half: string | undefined): number {
  if (half === undefined || hour > 12) return hour;
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0);
}

function offsetMinutes(zone: string | undefined): number | undefined {
  if (zone === undefined) return 0;
  // In the zone database, Etc/GMT offsets count westwards.
  const west = /^etc\/gmt([+-])(\d{1,2})$/i.exec(zone);
  if (west) return (west[1] === '-' ? 1 : -1) * Number(west[2]) * 60;
  const parts = /^(?:gmt|utc)?([+-])(\d{1,2}):?(\d{2})?$/i.exec(zone);
  if (parts) return (parts[1] === '-' ? -1 : 1) * (Number(parts[2]) * 60 + Number(parts[3] ?? 0));
  const hours = ZONES.get(zone.toLowerCase().replace(/^etc\//, ''));
  return hours === undefined ? undefined : hours * 60;
}

function fullYear(year: string | undefined): string | undefined {
  if (year?.length !== 2) return year;
  return String(Number(year) + (Number(year) < 70 ? 2000 : 1900));
}
