import { expect, it } from 'vitest';
import { previewSchedule } from '../../src/cron/preview-schedule.ts';

/** Friday, 10:00 in London. */
const NOW = Date.UTC(2026, 10, 20, 10);
const terms = { nowMs: NOW, zone: 'Europe/London', minIntervalMs: 10_000, locale: 'en' as const };
const times = (schedule: string, tz?: string) =>
  previewSchedule({ schedule, tz }, terms).nextRunsMs.map((ms) => new Date(ms).toISOString().slice(0, 16));

it('reads words, intervals, expressions and moments, each with its next times', () => {
  expect(times('every weekday at 7:30')).toEqual([
    '2026-11-23T07:30',
    '2026-11-24T07:30',
    '2026-11-25T07:30',
    '2026-11-26T07:30',
    '2026-11-27T07:30',
  ]);
  expect(times('every 90m').slice(0, 2)).toEqual(['2026-11-20T11:30', '2026-11-20T13:00']);
  expect(times('0 9 1 * *').slice(0, 2)).toEqual(['2026-12-01T09:00', '2027-01-01T09:00']);
  expect(times('in 20m')).toEqual(['2026-11-20T10:20']);
  expect(times('every day at 9:00 until sunday')).toEqual(['2026-11-21T09:00', '2026-11-22T09:00']);
  expect(times('每2小時，直到今晚')[0]).toBe('2026-11-20T12:00');
});

it('reads it by the clocks of the zone that is given, and says so', () => {
  expect(times('every day at 9:00', 'Asia/Hong_Kong')[0]).toBe('2026-11-21T01:00');
  const { words } = previewSchedule(
    { schedule: '每日九點', tz: 'Asia/Hong_Kong' },
    { ...terms, locale: 'zh' },
  );
  expect(words).toBe('每天 09:00（香港時間）');
});

it.each([
  ['whenever', 'I can\'t read "whenever" as a schedule'],
  ['* * * * * *', 'is too short; allowed: 10 s and more'],
  ['0 25 * * *', 'cron expression "0 25 * * *"'],
  ['2020-01-01 09:00', 'has passed'],
  ['0 0 31 2 *', 'never comes due'],
  ['every day at 9:00 until whenever', 'schedule.until: "until whenever" is no end of a schedule'],
  // It counts from now: the first time would come at 12:00.
  ['every 2h until today 11:30', 'is before the next run, Friday 20 November 2026 at 12:00'],
])('refuses "%s" and says why', (schedule, because) => {
  expect(() => previewSchedule({ schedule }, terms)).toThrow(because);
});

it('refuses a zone that nobody knows', () => {
  expect(() => previewSchedule({ schedule: 'every 2h', tz: 'Nowhere' }, terms)).toThrow('no time zone');
});
