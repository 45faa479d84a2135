import type { Locale } from '../time/locale.ts';

/** Valid schedules; a test parses each of them. */
export const SCHEDULE_EXAMPLES: Readonly<Record<Locale, readonly string[]>> = {
  en: [
    'every weekday 7:30',
    'every day at 18:00',
    'every monday 9:00',
    'every monday and thursday 9:00',
    'every weekend 10:00',
    'every month 1 at 9:00',
    'every 2h',
    'every 30 minutes',
    'in 20m',
    'tomorrow 9:00',
    '30 7 * * 1-5',
  ],
  zh: [
    '每個平日 7:30',
    '每日七點半',
    '每日 18:00',
    '逢星期一 09:00',
    '逢星期一、四 09:00',
    '每個週末 10:00',
    '每月1日 09:00',
    '每2小時',
    '每30分鐘',
    '20分鐘後',
    '明天 9:00',
    '30 7 * * 1-5',
  ],
};
