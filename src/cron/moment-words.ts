/** One-off moments in people's words: "in 20m", "at 2026-11-21 07:30", "tomorrow 9am", 明天下午三點, 20分鐘後. */
import { Cron } from 'croner';
import type { Schedule } from './schedule.ts';
import { spanOf } from './span-words.ts';
import { takeTimes } from './time-words.ts';

const DAY_MS = 24 * 3_600_000;

/** @returns undefined where the words are no single moment. */
export function parseMoment(words: string, nowMs: number, zone: string): Schedule | undefined {
  const atMs = afterSpan(words, nowMs) ?? stamped(words, zone) ?? nearDay(words, nowMs, zone);
  return atMs === undefined ? undefined : { kind: 'at', atMs };
}

function afterSpan(words: string, nowMs: number): number | undefined {
  const [, english, chinese] = /^(?:in (.+)|(.+?)\s*[之以]?[後后])$/.exec(words) ?? [];
  const span = spanOf((english ?? chinese ?? '').trim());
  return span === undefined ? undefined : nowMs + span;
}

/** A date with its time; an offset or Z in it wins over the zone. */
function stamped(words: string, zone: string): number | undefined {
  const form =
    /^(?:at |on |once )*(\d{4})[-/年](\d{1,2})[-/月](\d{1,2})日?[ t]?(?:at )?\s*(.+?)\s*(z|[+-]\d{2}:?\d{2})?$/;
  const [, year, month, day, time, offset] = form.exec(words) ?? [];
  if (year === undefined || month === undefined || day === undefined || time === undefined) return undefined;
  const { times, rest } = takeTimes(time);
  const [clock] = times;
  if (!clock || times.length > 1 || rest !== '') return undefined;
  const date = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  if (!isDate(date)) return undefined;
  const wall = `${date}T${two(clock.hour)}:${two(clock.minute)}:00`;
  return offset === undefined ? wallTime(wall, zone) : Date.parse(`${wall}${offset.toUpperCase()}`);
}

function nearDay(words: string, nowMs: number, zone: string): number | undefined {
  const { times, rest } = takeTimes(words);
  const [clock] = times;
  if (!clock || times.length > 1) return undefined;
  const which = rest.replace(/\b(?:at|on|once)\b/g, '').trim();
  const ahead = [
    /^(?:today|今天|今日)$/,
    /^(?:tomorrow|明天|明日)$/,
    /^(?:day after tomorrow|後天|后天)$/,
  ].findIndex((form) => form.test(which));
  if (ahead < 0) return undefined;
  const date = dateIn(nowMs + ahead * DAY_MS, zone);
  return wallTime(`${date}T${two(clock.hour)}:${two(clock.minute)}:00`, zone);
}

/** The moment at which the clocks of a zone show `wall`; in a gap of daylight saving time, its end. */
function wallTime(wall: string, zone: string): number | undefined {
  return new Cron(wall, { timezone: zone, paused: true }).nextRun(new Date(0))?.getTime();
}

/** The date that a zone's calendars show: "2026-11-21". */
function dateIn(ms: number, zone: string): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(ms);
}

function isDate(date: string): boolean {
  const ms = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date);
}

const two = (value: number): string => String(value).padStart(2, '0');
