/**
 * A schedule as a sentence, in English and Traditional Chinese: "every weekday at 07:30, London time",
 * 每個平日 07:30（英國時間）, "every hour until Friday 4 December 2026, London time".
 */
import { sayCron } from './say-cron.ts';
import { sayDay, sayEnd, sayZone } from './say-zone.ts';
import type { Schedule } from './schedule.ts';
import type { Locale } from '../time/locale.ts';

/** @param zone for schedules without one */
export function saySchedule(schedule: Schedule, zone: string, locale: Locale = 'en'): string {
  switch (schedule.kind) {
    case 'at': {
      const day = sayDay(schedule.atMs, zone, locale);
      return locale === 'en'
        ? `once, on ${day}, ${sayZone(zone, locale)}`
        : `一次：${day}（${sayZone(zone, locale)}）`;
    }
    case 'every': {
      const words = locale === 'en' ? `every ${span(schedule.everyMs)}` : `每${span(schedule.everyMs, 'zh')}`;
      return schedule.untilMs === undefined ? words : inZone(words, schedule.untilMs, zone, locale);
    }
    case 'cron': {
      const { expr, tz = zone, untilMs } = schedule;
      const words = sayCron(expr, locale);
      // Intervals without an end don't depend on a time zone.
      const isInterval = !/\d:\d\d|day|month|星期|每天|月|日/.test(words);
      return isInterval && untilMs === undefined ? words : inZone(words, untilMs, tz, locale);
    }
  }
}

function inZone(times: string, untilMs: number | undefined, zone: string, locale: Locale): string {
  const [end, where] = [untilMs === undefined ? '' : sayEnd(untilMs, zone, locale), sayZone(zone, locale)];
  if (locale === 'en') return `${times}${end && ` until ${end}`}, ${where}`;
  return `${times}${end && `，至 ${end} 止`}（${where}）`;
}

const UNITS = [
  [604_800_000, 'week', '週'],
  [86_400_000, 'day', '天'],
  [3_600_000, 'hour', '小時'],
  [60_000, 'minute', '分鐘'],
  [1_000, 'second', '秒'],
] as const;

/** "2 hours", "hour", "1 hour 30 minutes": whole units, largest first. */
function span(ms: number, locale: Locale = 'en'): string {
  const parts: { amount: number; en: string; zh: string }[] = [];
  let left = Math.max(1_000, ms);
  for (const [size, en, zh] of UNITS) {
    const amount = Math.floor(left / size);
    if (amount > 0) parts.push({ amount, en, zh });
    left -= amount * size;
  }
  const [first] = parts;
  if (first && parts.length === 1 && first.amount === 1) return first[locale];
  if (locale === 'zh') return ` ${parts.map(({ amount, zh }) => `${amount} ${zh}`).join(' ')}`;
  return parts.map(({ amount, en }) => `${amount} ${en}${amount === 1 ? '' : 's'}`).join(' ');
}
