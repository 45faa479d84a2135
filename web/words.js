/**
 * Times and schedules in words, and the language of a text. Pure; `now` is always passed in.
 *
 * @import { Schedule } from './shapes.js'
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/**
 * "in 4 min 10 s", "in 3 h 20 min", "2 days ago".
 * @param {number} atMs
 * @param {number} now
 */
export function relative(atMs, now) {
  const gap = Math.abs(atMs - now);
  if (gap < 1000) return 'now';
  const words = span(gap);
  return atMs > now ? `in ${words}` : `${words} ago`;
}

/**
 * A time that goes on being shown: `since` names the time gone by, `until` never says that it is overdue.
 * @param {number} atMs
 * @param {number} now
 * @param {string | null} kind
 */
export function ticked(atMs, now, kind) {
  if (kind === 'until' && atMs <= now) return 'now';
  return kind === 'since' ? span(Math.max(0, now - atMs)) : relative(atMs, now);
}

/**
 * The two largest units that matter.
 * @param {number} ms
 */
export function span(ms) {
  const seconds = Math.floor(ms / 1000);
  const minutes = Math.floor(ms / MINUTE);
  const hours = Math.floor(ms / HOUR);
  const days = Math.floor(ms / DAY);
  if (minutes < 1) return `${seconds} s`;
  if (minutes < 10) return joined(minutes, 'min', seconds % 60, 's');
  if (hours < 1) return `${minutes} min`;
  if (days < 1) return joined(hours, 'h', minutes % 60, 'min');
  if (days < 3) return joined(days, days === 1 ? 'day' : 'days', hours % 24, 'h');
  return `${days} days`;
}

/** @type {(big: number, bigUnit: string, small: number, smallUnit: string) => string} */
const joined = (big, bigUnit, small, smallUnit) =>
  small ? `${big} ${bigUnit} ${small} ${smallUnit}` : `${big} ${bigUnit}`;

/** @param {number} ms */
export const clockTime = (ms) =>
  new Date(ms).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** @param {number} ms */
export const fullTime = (ms) =>
  new Date(ms).toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'short' });

/**
 * "09:00" today, "Tue 09:00" this week, "3 Mar 09:00" beyond.
 * @param {number} ms
 * @param {number} now
 */
export function shortMoment(ms, now) {
  if (dayOf(ms) === dayOf(now)) return clockTime(ms);
  const near = Math.abs(ms - now) < 6 * DAY;
  const day = new Date(ms).toLocaleDateString(
    undefined,
    near ? { weekday: 'short' } : { day: 'numeric', month: 'short' },
  );
  return `${day} ${clockTime(ms)}`;
}

/** @param {number} ms */
export const dayOf = (ms) => new Date(ms).toDateString();

/**
 * "Today", "Yesterday", "Monday, 5 January 2026".
 * @param {number} ms
 * @param {number} now
 */
export function dayName(ms, now) {
  if (dayOf(ms) === dayOf(now)) return 'Today';
  if (dayOf(ms) === dayOf(now - DAY)) return 'Yesterday';
  return new Date(ms).toLocaleDateString(undefined, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
}

/**
 * @param {Schedule} schedule
 * @param {number} now
 */
export function scheduleWords(schedule, now) {
  switch (schedule.kind) {
    case 'at':
      return `Once, ${shortMoment(schedule.atMs, now)}`;
    case 'every':
      return everyWords(schedule.everyMs);
    case 'cron':
      return cronWords(schedule.expr) ?? `Cron ${schedule.expr}`;
    default:
      return 'On a schedule';
  }
}

/** @param {number} ms */
function everyWords(ms) {
  for (const [unit, length] of /** @type {[string, number][]} */ ([
    ['day', DAY],
    ['hour', HOUR],
    ['minute', MINUTE],
  ])) {
    const count = ms / length;
    if (Number.isInteger(count)) return count === 1 ? `Every ${unit}` : `Every ${count} ${unit}s`;
  }
  return `Every ${span(ms)}`;
}

/**
 * The common shapes of five-field expressions; anything else is undefined and shown as it is written.
 * @param {string} expr
 */
function cronWords(expr) {
  const [minute = '', hour = '', date = '', month = '', weekday = '', extra] = expr.trim().split(/\s+/);
  if (extra !== undefined || month !== '*') return undefined;
  const everyMinutes = /^\*\/(\d+)$/.exec(minute);
  if (everyMinutes && hour === '*' && date === '*' && weekday === '*')
    return `Every ${everyMinutes[1]} minutes`;
  if (!/^\d+$/.test(minute)) return undefined;
  const past = minute.padStart(2, '0');
  const everyHours = /^\*\/(\d+)$/.exec(hour);
  if (date === '*' && weekday === '*') {
    if (hour === '*') return past === '00' ? 'Every hour' : `Every hour at :${past}`;
    if (everyHours) return `Every ${everyHours[1]} hours at :${past}`;
  }
  if (!/^\d+(,\d+)*$/.test(hour)) return undefined;
  const times = hour
    .split(',')
    .map((h) => `${h.padStart(2, '0')}:${past}`)
    .join(', ');
  if (date !== '*')
    return weekday === '*' && /^\d+$/.test(date) ? `Monthly on day ${date} at ${times}` : undefined;
  if (weekday === '*') return `Every day at ${times}`;
  if (weekday === '1-5') return `Weekdays at ${times}`;
  if (/^[0-7](,[0-7])*$/.test(weekday)) {
    return `${weekday
      .split(',')
      .map((day) => DAYS[Number(day)])
      .join(', ')} at ${times}`;
  }
  return undefined;
}

const SIMPLIFIED = /[这们说为时对会来产发经进国现实学报专业东两严义乌习书买乱争亚]/g;

/**
 * The language to declare for a text, so that the page picks the right glyphs; undefined when it has no CJK.
 * @param {string} text
 */
export function languageOf(text) {
  const sample = text.slice(0, 2000);
  if (/[\u3040-\u30ff]/.test(sample)) return 'ja';
  if (/[\uac00-\ud7af]/.test(sample)) return 'ko';
  const han = sample.match(/[\u3400-\u9fff]/g)?.length ?? 0;
  if (han === 0) return undefined;
  const simplified = sample.match(SIMPLIFIED)?.length ?? 0;
  return simplified / han > 0.04 ? 'zh-Hans' : 'zh-Hant';
}
