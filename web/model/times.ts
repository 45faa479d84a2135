/** Times and schedules in words. `now` is always passed in, and so are the words. */
import type { Words } from '../words/en.ts';
import type { Schedule } from './shapes.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "in 4 min 10 s", "in 3 h 20 min", "2 days ago". */
export function relative(atMs: number, now: number, { time }: Words): string {
  const gap = Math.abs(atMs - now);
  if (gap < 1000) return time.now;
  const words = span(gap, time);
  return atMs > now ? time.in(words) : time.ago(words);
}

/** A time that goes on being shown: `since` names the time gone by, `until` never says that it is overdue. */
export type Ticking = 'since' | 'until' | 'around';

export function ticked(atMs: number, now: number, kind: Ticking, words: Words): string {
  if (kind === 'until' && atMs <= now) return words.time.now;
  return kind === 'since' ? span(Math.max(0, now - atMs), words.time) : relative(atMs, now, words);
}

/** "2 min 5 s". */
export const spanOf = (ms: number, { time }: Words): string => span(ms, time);

/** The two largest units that matter. */
function span(ms: number, time: Words['time']): string {
  const seconds = Math.floor(ms / 1000);
  const minutes = Math.floor(ms / MINUTE);
  const hours = Math.floor(ms / HOUR);
  const days = Math.floor(ms / DAY);
  if (minutes < 1) return time.seconds(seconds);
  if (minutes < 10) return joined(time.minutes(minutes), seconds % 60, time.seconds);
  if (hours < 1) return time.minutes(minutes);
  if (days < 1) return joined(time.hours(hours), minutes % 60, time.minutes);
  if (days < 3) return joined(time.days(days), hours % 24, time.hours);
  return time.days(days);
}

const joined = (big: string, small: number, unit: (count: number) => string) =>
  small ? `${big} ${unit(small)}` : big;

const FORMATS = {
  clock: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  full: { dateStyle: 'full', timeStyle: 'short' },
  weekday: { weekday: 'short' },
  date: { day: 'numeric', month: 'short' },
  dayAndTime: {
    ...{ weekday: 'short', day: 'numeric', month: 'short' },
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  },
  day: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const made = new Map<string, Intl.DateTimeFormat>();

/** In the reader's zone. A format is made once: a long conversation has hundreds of times, and each takes as long to make. */
function formatted(ms: number, name: keyof typeof FORMATS, { dates }: Words): string {
  // The reader may travel while the page is open.
  const key = `${name} ${dates} ${new Date(ms).getTimezoneOffset()}`;
  let format = made.get(key);
  if (!format) made.set(key, (format = new Intl.DateTimeFormat(dates, FORMATS[name])));
  return format.format(ms);
}

export const clockTime = (ms: number, words: Words): string => formatted(ms, 'clock', words);

export const fullTime = (ms: number, words: Words): string => formatted(ms, 'full', words);

/** "09:00" today, "Tue 09:00" this week, "3 Mar 09:00" beyond. */
export function shortMoment(ms: number, now: number, words: Words): string {
  if (dayOf(ms) === dayOf(now)) return clockTime(ms, words);
  const near = Math.abs(ms - now) < 6 * DAY;
  return `${formatted(ms, near ? 'weekday' : 'date', words)} ${clockTime(ms, words)}`;
}

/** "Tue 3 Mar, 09:00", in the reader's zone. */
export const dayAndTime = (ms: number, words: Words): string => formatted(ms, 'dayAndTime', words);

/** The reader's own zone: "Asia/Hong Kong". */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone.replace(/_/g, ' ');

export const dayOf = (ms: number): string => new Date(ms).toDateString();

/** "Today", "Yesterday", "Monday, 5 January 2026". */
export function dayName(ms: number, now: number, words: Words): string {
  const { time } = words;
  if (dayOf(ms) === dayOf(now)) return time.today;
  // Days have 23 and 25 hours, too.
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  if (dayOf(ms) === yesterday.toDateString()) return time.yesterday;
  return formatted(ms, 'day', words);
}

export function scheduleWords(schedule: Schedule, now: number, words: Words): string {
  const times = timesWords(schedule, now, words);
  const untilMs = schedule.kind === 'at' ? undefined : schedule.untilMs;
  return untilMs === undefined ? times : words.schedule.until(times, dayAndTime(untilMs, words));
}

function timesWords(schedule: Schedule, now: number, words: Words): string {
  switch (schedule.kind) {
    case 'at':
      return words.schedule.once(shortMoment(schedule.atMs, now, words));
    case 'every':
      return everyWords(schedule.everyMs, words);
    case 'cron':
      return cronWords(schedule.expr, words.schedule) ?? words.schedule.cron(schedule.expr);
    default:
      return words.schedule.other;
  }
}

function everyWords(ms: number, { schedule, time }: Words): string {
  if (ms % DAY === 0) return schedule.everyDays(ms / DAY);
  if (ms % HOUR === 0) return schedule.everyHours(ms / HOUR);
  if (ms % MINUTE === 0) return schedule.everyMinutes(ms / MINUTE);
  return schedule.everySpan(span(ms, time));
}

/** The common shapes of five-field expressions; anything else is undefined and shown as it is written. */
function cronWords(expr: string, words: Words['schedule']): string | undefined {
  const [minute = '', hour = '', date = '', month = '', weekday = '', extra] = expr.trim().split(/\s+/);
  if (extra !== undefined || month !== '*') return undefined;
  const everyMinutes = /^\*\/(\d+)$/.exec(minute);
  if (everyMinutes && hour === '*' && date === '*' && weekday === '*')
    return words.everyMinutes(Number(everyMinutes[1]));
  if (!/^\d+$/.test(minute)) return undefined;
  const past = minute.padStart(2, '0');
  const everyHours = /^\*\/(\d+)$/.exec(hour);
  if (date === '*' && weekday === '*') {
    if (hour === '*') return past === '00' ? words.everyHours(1) : words.hourlyAt(past);
    if (everyHours) return words.everyHoursAt(Number(everyHours[1]), past);
  }
  if (!/^\d+(,\d+)*$/.test(hour)) return undefined;
  const times = hour
    .split(',')
    .map((h) => `${h.padStart(2, '0')}:${past}`)
    .join(words.separator);
  if (date !== '*') return weekday === '*' && /^\d+$/.test(date) ? words.monthlyAt(date, times) : undefined;
  if (weekday === '*') return words.dailyAt(times);
  if (weekday === '1-5') return words.weekdaysAt(times);
  if (!/^[0-7](,[0-7])*$/.test(weekday)) return undefined;
  const days = weekday.split(',').map((day) => words.weekdays[Number(day) % 7]);
  return words.daysAt(days.join(words.separator), times);
}
