import { expect, it } from 'vitest';
import { sayCron } from '../../src/cron/say-cron.ts';
import { saySchedule } from '../../src/cron/say-schedule.ts';
import type { Schedule } from '../../src/cron/schedule.ts';

const cron = (expr: string, tz = 'Europe/London'): Schedule => ({ kind: 'cron', expr, tz });
const every = (everyMs: number): Schedule => ({ kind: 'every', everyMs });
const MINUTE = 60_000;

it.each<[Schedule, string, string]>([
  [cron('0 7,19 * * *'), 'every day at 07:00 and 19:00, London time', '每天 07:00、19:00（英國時間）'],
  [
    cron('30 7 * * 1-5', 'Asia/Hong_Kong'),
    'every weekday at 07:30, Hong Kong time',
    '每個平日 07:30（香港時間）',
  ],
  [
    cron('0 0 9 * * MON,WED'),
    'every Monday and Wednesday at 09:00, London time',
    '逢星期一、星期三 09:00（英國時間）',
  ],
  [cron('0 10 * * 0,6', 'UTC'), 'every weekend at 10:00, UTC', '每個週末 10:00（UTC）'],
  [cron('0 9 * * 7', 'UTC'), 'every Sunday at 09:00, UTC', '逢星期日 09:00（UTC）'],
  [cron('5 9 22 * *'), 'on the 22nd of every month at 09:05, London time', '每月 22 日 09:05（英國時間）'],
  [cron('*/10 * * * *'), 'every 10 minutes', '每 10 分鐘'],
  [
    cron('0 9-17 * * 1-5'),
    'every hour, between 09:00 and 17:00, Monday through Friday, London time',
    '每小時，在 09:00 和 17:00 之間，星期一到星期五（英國時間）',
  ],
  [every(MINUTE), 'every minute', '每分鐘'],
  [every(120 * MINUTE), 'every 2 hours', '每 2 小時'],
  [every(90 * MINUTE), 'every 1 hour 30 minutes', '每 1 小時 30 分鐘'],
  [
    { kind: 'at', atMs: Date.UTC(2026, 10, 20, 7, 30) },
    'once, on Friday 20 November 2026 at 07:30, London time',
    '一次：2026年11月20日星期五 07:30（英國時間）',
  ],
])('says %j as a person would, in both languages', (schedule, en, zh) => {
  expect(saySchedule(schedule, 'Europe/London')).toBe(en);
  expect(saySchedule(schedule, 'Europe/London', 'zh')).toBe(zh);
});

it('gives back what nobody can read', () => {
  expect(saySchedule(cron('99 * * * *', 'Mars/Base'), 'UTC')).toBe('99 * * * *');
});

it.each([
  ['0 7 1 * 1', 'at 07:00, on day 1 of the month, or on Monday', '每月的 1 號，或星期一'],
  ['0 7 1,15 * 1-5', 'at 07:00, on day 1 and 15 of the month, or Monday through Friday', '或星期一到星期五'],
  ['*/5 * 1 6 MON', 'every 5 minutes, on day 1 of the month, or on Monday, only in June', '或星期一'],
] as const)('says that either day will do: %s', (expr, en, zh) => {
  expect(sayCron(expr, 'en')).toBe(en);
  expect(sayCron(expr, 'zh')).toContain(zh);
});
