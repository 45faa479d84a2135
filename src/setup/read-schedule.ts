/** A schedule while it is typed: as a sentence, with its next times, or why it can't be read. */
import { sayProblem } from '../feature/say-problem.ts';
import { isRefusal } from '../commands/say-refusal.ts';
import { checkInterval } from '../cron/limits.ts';
import { saySchedule } from '../cron/say-schedule.ts';
import { parseScheduleWords } from '../cron/schedule-words.ts';
import { anchored, checkSchedule, nextSlots, unknownZone } from '../cron/schedule.ts';
import type { Schedule } from '../cron/schedule.ts';
import type { Locale } from '../time/locale.ts';
import { isZone } from '../time/zone.ts';
import { SetupRefusal } from './refusal.ts';

export interface ReadSchedule {
  readonly schedule: Schedule;
  readonly sentence: Readonly<Record<Locale, string>>;
  /** The next times, ms since the epoch, UTC. */
  readonly nextMs: readonly number[];
}

const NEXT = 3;

const USUAL_SCHEDULES = {
  sample: { en: 'every 3 minutes', zh: '每3分鐘' },
  other: { en: 'every day at 8:00 and 18:00', zh: '每日 8:00、18:00' },
} as const satisfies Readonly<Record<string, Readonly<Record<Locale, string>>>>;

/** @param from the edition that the new one starts from; undefined for a topic. */
export function usualScheduleOf(from: string | undefined): Readonly<Record<Locale, string>> {
  return USUAL_SCHEDULES[from === 'sample' ? 'sample' : 'other'];
}

/** Whether a schedule was only the usual one of another edition: every 3 minutes is too often for real news. */
export function isUsualElsewhere(words: string, from: string | undefined): boolean {
  const other = USUAL_SCHEDULES[from === 'sample' ? 'other' : 'sample'];
  return Object.values(other).some((usual) => usual === words);
}

/** @throws SetupRefusal with what is allowed, in both languages. */
export function readSchedule(
  words: string,
  {
    zone,
    nowMs,
    minIntervalMs,
  }: { readonly zone: string; readonly nowMs: number; readonly minIntervalMs: number },
): ReadSchedule {
  try {
    if (!isZone(zone)) throw unknownZone(zone);
    const schedule = parseScheduleWords(words, nowMs, zone);
    if (schedule.kind === 'at') throw new SetupRefusal(ONCE);
    const counted = anchored(schedule, nowMs);
    checkSchedule(counted, nowMs, zone);
    checkInterval(schedule, minIntervalMs);
    return {
      schedule,
      sentence: { en: saySchedule(schedule, zone, 'en'), zh: saySchedule(schedule, zone, 'zh') },
      nextMs: nextSlots(counted, nowMs, zone, NEXT),
    };
  } catch (error) {
    if (error instanceof SetupRefusal || !isRefusal(error)) throw error;
    const problem = 'problem' in error ? error.problem : undefined;
    if (!problem) throw error;
    const said = (locale: Locale) => sayProblem(problem, locale, zone);
    throw new SetupRefusal({ en: said('en'), zh: said('zh') }, { cause: error });
  }
}

const ONCE = {
  en: 'A planner runs again and again: allowed are times that repeat, such as "every weekday 7:30" or "every 2h".',
  zh: '策劃工作會重複進行：請用重複的時間，例如「每個平日 7:30」或「每2小時」。',
};
