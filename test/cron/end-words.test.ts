/** Ends of schedules in words. A day means its end in the zone that is meant. */
import { describe, expect, it } from 'vitest';
import { readEnd } from '../../src/cron/end-words.ts';
import { asPatch, scheduleOf } from '../../src/cron/given-schedule.ts';
import { saySchedule } from '../../src/cron/say-schedule.ts';
import type { Schedule } from '../../src/cron/schedule.ts';

const ZONE = 'Asia/Hong_Kong';
/** Friday 20 November 2026, 18:00 in Hong Kong. */
const NOW = Date.UTC(2026, 10, 20, 10, 0);
const endOf = (...[year, month, day]: [number, number, number]) => Date.UTC(year, month - 1, day, 16) - 1;
const at = (...[month, day, hour]: [number, number, number]) => Date.UTC(2026, month - 1, day, hour - 8);
const HOUR = 3_600_000;

describe('the end of a schedule', () => {
  it.each([
    ['until friday', endOf(2026, 11, 27)],
    ['this friday', endOf(2026, 11, 20)],
    ['till next monday', endOf(2026, 11, 23)],
    ['up to and including sunday', endOf(2026, 11, 22)],
    ['until 5 December', endOf(2026, 12, 5)],
    ['ending on the 5th of December', endOf(2026, 12, 5)],
    ['until 20 november', endOf(2026, 11, 20)],
    ['until 5 January 2027', endOf(2027, 1, 5)],
    ['2026-12-05', endOf(2026, 12, 5)],
    ['today', endOf(2026, 11, 20)],
    ['tomorrow', endOf(2026, 11, 21)],
    ['until the end of the week', endOf(2026, 11, 22)],
    ['until the end of the month', endOf(2026, 11, 30)],
    ['until the end of the year', endOf(2026, 12, 31)],
    ['直到星期五', endOf(2026, 11, 27)],
    ['到十二月五號為止', endOf(2026, 12, 5)],
    ['至12月5日', endOf(2026, 12, 5)],
    ['直到下星期五', endOf(2026, 11, 27)],
    ['直到聽日', endOf(2026, 11, 21)],
    ['直到月底', endOf(2026, 11, 30)],
    ['直到年底', endOf(2026, 12, 31)],
  ])('"%s" is the end of a day', (words, untilMs) => expect(readEnd(words, NOW, ZONE)).toBe(untilMs));

  it.each([
    ['until friday at 6pm', at(11, 27, 18)],
    ['until friday 19:00', at(11, 20, 19)],
    ['until tomorrow noon', at(11, 21, 12)],
    ['2026-12-05 18:00', at(12, 5, 18)],
    ['2026-12-05T10:00:00Z', at(12, 5, 18)],
    [String(at(12, 5, 18)), at(12, 5, 18)],
    ['直到星期六下午三點', at(11, 21, 15)],
    ['for the next three days', NOW + 72 * HOUR],
    ['for a week', NOW + 168 * HOUR],
    ['3d', NOW + 72 * HOUR],
    ['未來三日', NOW + 72 * HOUR],
    ['連續兩個鐘頭', NOW + 2 * HOUR],
  ])('"%s" is a moment', (words, untilMs) => expect(readEnd(words, NOW, ZONE)).toBe(untilMs));

  it.each(['until 18:00', 'until noon', 'until the election', 'until next week', '直到選舉', '到六點為止'])(
    '"%s" is refused, with what is allowed',
    (words) =>
      expect(() => readEnd(words, NOW, ZONE)).toThrow(/^schedule\.until: ".+" is no end .*allowed: until/),
  );
});

const daily: Schedule = { kind: 'cron', expr: '0 8 * * *', tz: ZONE };
const friday = endOf(2026, 11, 27);
const read = (schedule: string, old?: Schedule) => scheduleOf({ schedule }, NOW, ZONE, old);

describe('a schedule in words', () => {
  it.each<[string, Schedule]>([
    ['every day at 8:00 until friday', { ...daily, untilMs: friday }],
    ['0 8 * * * until friday', { ...daily, untilMs: friday }],
    ['every hour until friday 19:00', { kind: 'every', everyMs: HOUR, untilMs: at(11, 20, 19) }],
    ['every 10m for the next 2 hours', { kind: 'every', everyMs: 600_000, untilMs: NOW + 2 * HOUR }],
    ['every day at 8:00 until further notice', daily],
    ['每日八點，直到星期五', { ...daily, untilMs: friday }],
    ['每日八點直到星期五', { ...daily, untilMs: friday }],
    ['每日八點，到十二月五號為止', { ...daily, untilMs: endOf(2026, 12, 5) }],
    ['每日八點到12月5日為止', { ...daily, untilMs: endOf(2026, 12, 5) }],
    ['逢星期一至五八點', { kind: 'cron', expr: '0 8 * * 1-5', tz: ZONE }],
    ['逢星期一至五八點至星期五為止', { kind: 'cron', expr: '0 8 * * 1-5', tz: ZONE, untilMs: friday }],
  ])('may end: "%s"', (words, schedule) => expect(read(words)).toEqual(schedule));

  it.each([
    'tomorrow 9:00 until friday',
    'every day at 8:00 until whenever',
    'every hour until 18:00',
    '每日八點直到選舉',
  ])('never loses its end: "%s" is refused', (words) =>
    expect(() => read(words)).toThrow(/allowed|understood/),
  );

  it('has its end by the clocks that are meant', () => {
    const { untilMs } = scheduleOf({ schedule: 'every day at 8:00 until friday', tz: 'UTC' }, NOW, ZONE) as {
      untilMs: number;
    };
    expect(untilMs).toBe(Date.UTC(2026, 10, 28) - 1);
  });

  it('keeps the end of the one that it replaces, until another is said, or none', () => {
    const old = { ...daily, untilMs: friday };
    expect(read('every day at 9:00', old)).toEqual({ ...old, expr: '0 9 * * *' });
    expect(read('every 2h', old)).toEqual({ kind: 'every', everyMs: 2 * HOUR, untilMs: friday });
    expect(read('tomorrow 9:00', old)).toEqual({ kind: 'at', atMs: at(11, 21, 9) });
    expect(read('every day at 9:00 until further notice', old)).toEqual({ ...daily, expr: '0 9 * * *' });
    const alone = (until: string) => scheduleOf({ until }, NOW, ZONE, old);
    expect(alone('5 december')).toEqual({ ...daily, untilMs: endOf(2026, 12, 5) });
    expect(asPatch(alone('further notice')!)).toEqual({ ...daily, untilMs: null });
    expect(scheduleOf({ tz: 'UTC' }, NOW, ZONE, old)).toEqual({ ...old, tz: 'UTC' });
  });

  it('has one end', () => {
    expect(() => scheduleOf({ schedule: 'every 2h until friday', until: 'until friday' }, NOW, ZONE)).toThrow(
      /not in both/,
    );
    expect(() => scheduleOf({ at: 'tomorrow 9:00', until: 'monday' }, NOW, ZONE)).toThrow(/as a schedule/);
  });
});

it.each<[Schedule, string, string]>([
  [
    { ...daily, untilMs: friday },
    'every day at 08:00 until Friday 27 November 2026, Hong Kong time',
    '每天 08:00，至 2026年11月27日星期五 止（香港時間）',
  ],
  [
    { kind: 'every', everyMs: HOUR, untilMs: at(11, 20, 19) },
    'every hour until Friday 20 November 2026 at 19:00, Hong Kong time',
    '每小時，至 2026年11月20日星期五 19:00 止（香港時間）',
  ],
  [
    { kind: 'cron', expr: '*/10 * * * *', tz: ZONE, untilMs: friday },
    'every 10 minutes until Friday 27 November 2026, Hong Kong time',
    '每 10 分鐘，至 2026年11月27日星期五 止（香港時間）',
  ],
])('a schedule that ends says so (%#)', (schedule, en, zh) => {
  expect(saySchedule(schedule, ZONE)).toBe(en);
  expect(saySchedule(schedule, ZONE, 'zh')).toBe(zh);
});
