import { describe, expect, it } from 'vitest';
import { ScheduleError, checkSchedule } from '../../src/cron/schedule.ts';
import { parseScheduleWords } from '../../src/cron/schedule-words.ts';

const ZONE = 'Asia/Hong_Kong';
/** Friday 20 November 2026, 18:00 in Hong Kong. */
const NOW = Date.UTC(2026, 10, 20, 10, 0);

const parse = (text: string) => parseScheduleWords(text, NOW, ZONE);
const every = (everyMs: number) => ({ kind: 'every', everyMs });
const at = (...[month, day, hour, minute]: [number, number, number, number]) => ({
  kind: 'at',
  atMs: Date.UTC(2026, month - 1, day, hour - 8, minute),
});
const cron = (expr: string) => ({ kind: 'cron', expr, tz: ZONE });

describe('schedules in words', () => {
  it.each([
    ['every weekday morning at half past seven', cron('30 7 * * 1-5')],
    ["every day at nine o'clock in the evening", cron('0 21 * * *')],
    ['at a quarter to six every friday afternoon', cron('45 17 * * 5')],
    ['in twenty minutes', { kind: 'at', atMs: NOW + 1_200_000 }],
    ['an hour and a half from now', { kind: 'at', atMs: NOW + 5_400_000 }],
    ['tomorrow evening at seven', at(11, 21, 19, 0)],
    ['every evening at 9:00', cron('0 21 * * *')],
    ['每個平日早上七點半', cron('30 7 * * 1-5')],
  ])('%s is said as people say it', (text, schedule) => expect(parse(text)).toEqual(schedule));

  it.each([
    ['every 10m', every(600_000)],
    ['every 10 minutes', every(600_000)],
    ['Every hour', every(3_600_000)],
    ['hourly', every(3_600_000)],
    ['every 1h30m', every(5_400_000)],
    ['every 1.1h', every(3_960_000)],
    ['every 2 days', every(172_800_000)],
    ['每10分鐘', every(600_000)],
    ['每兩小時', every(7_200_000)],
    ['每小時', every(3_600_000)],
    ['每半小時', every(1_800_000)],
    ['每隔三天', every(259_200_000)],
    ['every 1 hour and 30 minutes', every(5_400_000)],
    ['every 1 hour 30 minutes', every(5_400_000)],
    ['every hour and a half', every(5_400_000)],
    ['every hour and 30 minutes', every(5_400_000)],
    ['every hour and a quarter', every(4_500_000)],
    ['every two and a half hours', every(9_000_000)],
    ['every 2 hours 15 minutes', every(8_100_000)],
    ['each hour', every(3_600_000)],
    ['every quarter of an hour', every(900_000)],
    ['每兩星期', every(1_209_600_000)],
    ['每個半鐘', every(5_400_000)],
  ])('%s is an interval', (text, schedule) => expect(parse(text)).toEqual(schedule));

  it.each([
    ['in 20m', { kind: 'at', atMs: NOW + 1_200_000 }],
    ['in 2 hours', { kind: 'at', atMs: NOW + 7_200_000 }],
    ['in an hour', { kind: 'at', atMs: NOW + 3_600_000 }],
    ['20分鐘後', { kind: 'at', atMs: NOW + 1_200_000 }],
    ['兩小時後', { kind: 'at', atMs: NOW + 7_200_000 }],
    ['一個半鐘後', { kind: 'at', atMs: NOW + 5_400_000 }],
    ['個半小時之後', { kind: 'at', atMs: NOW + 5_400_000 }],
    ['三日後', { kind: 'at', atMs: NOW + 259_200_000 }],
    ['2027年1月4號 8:00', { kind: 'at', atMs: Date.UTC(2027, 0, 4, 0) }],
    ['at 2026-11-21 07:30', at(11, 21, 7, 30)],
    ['2026-11-21T07:30', at(11, 21, 7, 30)],
    ['at 2026-11-21T07:30:00Z', { kind: 'at', atMs: Date.UTC(2026, 10, 21, 7, 30) }],
    ['at 2026-11-21 07:30 +01:00', { kind: 'at', atMs: Date.UTC(2026, 10, 21, 6, 30) }],
    ['2026年11月21日 下午三點', at(11, 21, 15, 0)],
    ['tomorrow at 9:00', at(11, 21, 9, 0)],
    ['tomorrow 9pm', at(11, 21, 21, 0)],
    ['today 23:15', at(11, 20, 23, 15)],
    ['明天早上九點', at(11, 21, 9, 0)],
    ['聽朝 九點半', at(11, 21, 9, 30)],
    ['tonight 8pm', at(11, 20, 20, 0)],
    ['今晚十二點', at(11, 21, 0, 0)],
    ['今晚零時', at(11, 21, 0, 0)],
    ['明天三點半', at(11, 21, 15, 30)],
    ['tomorrow at three', at(11, 21, 15, 0)],
    ['今晚三點半', at(11, 21, 3, 30)],
    ['今晚 03:00', at(11, 21, 3, 0)],
    ['聽晚十二點', at(11, 22, 0, 0)],
    ['明天晚上一點', at(11, 22, 1, 0)],
    ['喺星期五晚上十二點', at(11, 21, 0, 0)],
    ['11月30日晚上十二點', at(12, 1, 0, 0)],
    ['2026年12月31日 晚上十二點', at(12, 32, 0, 0)],
    ['聽晚五點', at(11, 21, 17, 0)],
    ['tonight at midnight', at(11, 21, 0, 0)],
    ['tonight at one', at(11, 21, 1, 0)],
    ['tonight 9:00', at(11, 20, 21, 0)],
    ['tomorrow night at 12', at(11, 22, 0, 0)],
    ['tomorrow night at 9', at(11, 21, 21, 0)],
    ['tomorrow at 1 at night', at(11, 22, 1, 0)],
    ['this friday night at 1', at(11, 21, 1, 0)],
    ['on tuesday at 11:00', at(11, 24, 11, 0)],
    ['this friday 19:00', at(11, 20, 19, 0)],
    ['on friday at 17:00', at(11, 27, 17, 0)], // today's has passed
    ['next friday at 19:00', at(11, 27, 19, 0)],
    ['next monday 9am', at(11, 23, 9, 0)],
    ['喺星期二 下午三點', at(11, 24, 15, 0)],
    ['下星期三 09:00', at(11, 25, 9, 0)],
    ['on 3 december at 14:30', at(12, 3, 14, 30)],
    ['december 3rd at 14:30', at(12, 3, 14, 30)],
    ['十二月三日下午三點', at(12, 3, 15, 0)],
    ['on 5 november at 9:00', { kind: 'at', atMs: Date.UTC(2027, 10, 5, 1) }],
  ])('%s is one moment', (text, schedule) => expect(parse(text)).toEqual(schedule));

  it.each([
    ['every day at 7:30', cron('30 7 * * *')],
    ['daily 07:30', cron('30 7 * * *')],
    ['7:30 every day', cron('30 7 * * *')],
    ['every day at 7 pm', cron('0 19 * * *')],
    ['every day at noon', cron('0 12 * * *')],
    ['every day at 7:00 and 19:00', cron('0 7,19 * * *')],
    ['every weekday 7:30', cron('30 7 * * 1-5')],
    ['weekdays at 7:30', cron('30 7 * * 1-5')],
    ['every weekend at 10:00', cron('0 10 * * 0,6')],
    ['every monday 9:00', cron('0 9 * * 1')],
    ['every mon, wed and friday at 9:00', cron('0 9 * * 1,3,5')],
    ['Mondays at 9:00', cron('0 9 * * 1')],
    ['every monday to thursday at 8:00', cron('0 8 * * 1,2,3,4')],
    ['every sunday to thursday 9:00', cron('0 9 * * 0,1,2,3,4')],
    ['every tuesday through saturday at 9:00', cron('0 9 * * 2,3,4,5,6')],
    ['every mon-thu 8:00', cron('0 8 * * 1,2,3,4')],
    ['every mon – thu 8:00', cron('0 8 * * 1,2,3,4')],
    ['every monday to wednesday and friday at 8:00', cron('0 8 * * 1,2,3,5')],
    ['every sat-sun at 8:00', cron('0 8 * * 0,6')],
    ['every friday to monday at 8:00', cron('0 8 * * 0,1,5,6')],
    ['every monday to friday at 8:00', cron('0 8 * * 1-5')],
    ['every monday to sunday at 8:00', cron('0 8 * * *')],
    ['Mondays to Thursdays at 8:00', cron('0 8 * * 1,2,3,4')],
    ['every month on the 1st at 9:00', cron('0 9 1 * *')],
    ['every month on the 31st at 9', cron('0 9 31 * *')],
    ['every month on the 1st at 10am', cron('0 10 1 * *')],
    ['每日七點半', cron('30 7 * * *')],
    ['每日 07:30', cron('30 7 * * *')],
    ['每天早上七點三十分', cron('30 7 * * *')],
    ['每晚九點', cron('0 21 * * *')],
    ['每晚 9:00', cron('0 21 * * *')],
    ['每晚十二點', cron('0 0 * * *')],
    ['每晚一點半', cron('30 1 * * *')],
    ['every night at 12', cron('0 0 * * *')],
    ['every morning at 7:30', cron('30 7 * * *')],
    ['每天下午三時', cron('0 15 * * *')],
    ['每日十二點', cron('0 12 * * *')],
    ['每日 二十點', cron('0 20 * * *')],
    ['平日 07:30', cron('30 7 * * 1-5')],
    ['逢星期一 09:00', cron('0 9 * * 1')],
    ['每週一、三、五 09:00', cron('0 9 * * 1,3,5')],
    ['逢星期一至五早上七點半', cron('30 7 * * 1-5')],
    ['逢星期一三五九點', cron('0 9 * * 1,3,5')],
    ['每週二四六九點零五分', cron('5 9 * * 2,4,6')],
    ['逢星期五十一點', cron('0 11 * * 5')],
    ['每星期日十點', cron('0 10 * * 0')],
    ['每月1日 09:00', cron('0 9 1 * *')],
    ['逢禮拜一朝早九點', cron('0 9 * * 1')],
    ['每個平日上晝十點', cron('0 10 * * 1-5')],
    ['30 7 * * 1-5', cron('30 7 * * 1-5')],
    ['0 30 7 * * mon-fri', cron('0 30 7 * * mon-fri')],
    ['*/15 * * * *', cron('*/15 * * * *')],
  ])('%s follows the calendar', (text, schedule) => expect(parse(text)).toEqual(schedule));

  it.each([
    '',
    'whenever',
    'monday 9:00',
    '星期一 09:00',
    'on 31 november at 9:00',
    'every day',
    'every 2 days at 9:00',
    'at 9:00 every 2 days',
    'every hour and a half at 9:00',
    'every day at 25:00',
    'every day at 7:15 and 19:45',
    'every blue moon at 9:00',
    'every month at 9',
    '每隔兩日九點',
    'at 2026-02-31 07:30',
    'every day at 7:30 except mondays',
    'every 0m',
    '每0m',
    '逢星期五晚上十二點',
    '平日晚上一點',
    'every friday night at 12',
  ])('"%s" is refused with examples, not guessed', (text) => {
    expect(() => parse(text)).toThrow(ScheduleError);
    expect(() => parse(text)).toThrow(/every weekday 7:30/);
  });

  it('counts days by the clocks of the zone, where it is Saturday already', () => {
    const saturday = Date.UTC(2026, 10, 20, 17);
    const friday = parseScheduleWords('on friday at 18:00', saturday, ZONE);
    expect(friday).toEqual({ kind: 'at', atMs: Date.UTC(2026, 10, 27, 10) });
  });

  it('takes a time of this night for the next one, after midnight too', () => {
    const pastMidnight = Date.UTC(2026, 10, 20, 16, 30);
    const tonight = { kind: 'at', atMs: Date.UTC(2026, 10, 20, 17) };
    expect(parseScheduleWords('今晚一點', pastMidnight, ZONE)).toEqual(tonight);
  });

  it('only makes schedules that cron takes', () => {
    for (const text of [
      'every day at 7:30',
      '每週一、三、五 09:00',
      'in 20m',
      'every month on the 31st at 9:00',
    ])
      checkSchedule(parse(text), NOW, ZONE);
  });
});
