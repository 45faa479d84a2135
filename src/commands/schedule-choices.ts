/**
 * Autocompletion of schedules. A valid schedule is shown as a sentence with its next times before it is saved; an
 * invalid one is shown as such, with the nearest valid ones. A choice's value is the text to parse.
 */
import { checkInterval } from '../cron/limits.ts';
import { anchored, checkSchedule, nextSlots } from '../cron/schedule.ts';
import type { Schedule } from '../cron/schedule.ts';
import { saySchedule } from '../cron/say-schedule.ts';
import { plainWords, takeTimes } from '../cron/time-words.ts';
import { scheduleOf } from '../cron/given-schedule.ts';
import { hasHan } from '../text/chinese/has-han.ts';
import { dayAndTime } from '../time/zone.ts';
import type { Choice, Locale } from '../feature/command.ts';
import { SCHEDULE_EXAMPLES } from '../feature/schedule-examples.ts';
import { isRefusal } from './say-refusal.ts';
import { sayProblem } from '../feature/say-problem.ts';
import { shortLine } from '../text/shorten.ts';

export interface ScheduleTerms {
  readonly nowMs: number;
  /** The desk's zone. */
  readonly zone: string;
  /** The shortest time between two runs. */
  readonly minIntervalMs: number;
  readonly locale: Locale;
  /** The zone given with it. */
  readonly tz?: string | undefined;
  /** The present schedule, when a job is edited. */
  readonly old?: Schedule | undefined;
}

const MOST_CHARACTERS = 100;
const NEAREST = 8;
const NEXT_TIMES = 3;

export function scheduleChoices(typed: string, terms: ScheduleTerms): Choice[] {
  const words = typed.trim();
  const examples = SCHEDULE_EXAMPLES[terms.locale];
  if (words === '') return understood(examples, terms);
  const read = readWords(words, terms);
  if (typeof read !== 'string')
    return understood([words, ...examples.filter((one) => one.startsWith(words))], terms);
  // If it is chosen, the command itself says what is valid.
  const problem = { name: shortLine(read, MOST_CHARACTERS), value: shortLine(words, MOST_CHARACTERS) };
  return [problem, ...understood(nearest(words, examples), terms).slice(0, NEAREST)];
}

/** The valid ones, without duplicates, as sentences with their next times. */
function understood(all: readonly string[], terms: ScheduleTerms): Choice[] {
  const choices = new Map<string, Choice>();
  for (const words of all) {
    const schedule = readWords(words, terms);
    if (typeof schedule === 'string') continue;
    const name = sentence(schedule, terms);
    if (!choices.has(name)) choices.set(name, { name, value: words });
  }
  return [...choices.values()];
}

/** @returns the schedule, or why it isn't one. */
function readWords(
  words: string,
  { nowMs, zone, minIntervalMs, locale, tz, old }: ScheduleTerms,
): Schedule | string {
  try {
    // An interval's slots count from its creation, which is now.
    const schedule = anchored(scheduleOf({ schedule: words, tz }, nowMs, zone, old)!, nowMs);
    checkSchedule(schedule, nowMs, zone);
    checkInterval(schedule, minIntervalMs);
    return schedule;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const problem = 'problem' in error ? error.problem : undefined;
    if (!problem) return error.message;
    if (problem.kind !== 'unreadable_schedule') return sayProblem(problem, locale, tz ?? zone);
    const given = shortLine(words, 30);
    return {
      en: `"${given}" isn't understood yet: type on, or pick the nearest below`,
      zh: `還看不懂「${given}」：請繼續輸入，或選下面相近的時間`,
    }[locale];
  }
}

/** "every weekday at 07:30, London time → Tue 6 Jan, Wed 7 Jan, Thu 8 Jan", in at most 100 characters. */
function sentence(schedule: Schedule, { nowMs, zone, locale }: ScheduleTerms): string {
  const said = saySchedule(schedule, zone, locale);
  if (schedule.kind === 'at') return shortLine(said, MOST_CHARACTERS);
  const clock = schedule.kind === 'cron' ? (schedule.tz ?? zone) : zone;
  const slots = nextSlots(schedule, nowMs, zone, NEXT_TIMES).map((slot) => dayAndTime(slot, clock, locale));
  const full = slots.join(' · ');
  const whole = `${said} → ${full}`;
  if (whole.length <= MOST_CHARACTERS) return whole;
  const short = daysOnly(slots) ?? full;
  return `${shortLine(said, MOST_CHARACTERS - short.length - 3)} → ${short}`;
}

/** Only the days, where the time is the same on all of them, because the sentence already has it. */
function daysOnly(slots: readonly string[]): string | undefined {
  const times = new Set(slots.map((slot) => slot.slice(-5)));
  return times.size === 1 ? slots.map((slot) => slot.slice(0, -5).replace(/, $/, '')).join(' · ') : undefined;
}

const ENDS = { en: ['', ' 9:00', ' at 9:00', ' 18:00'], zh: ['', ' 09:00', ' 18:00'] } as const;
const BEGINNINGS = {
  en: ['', 'every ', 'every day at ', 'every weekday ', 'tomorrow ', 'in '],
  zh: ['', '每日', '每', '逢', '每個平日', '明天'],
} as const;

/** The typed text with a beginning or an end added, or without its last words; then similar examples. */
function nearest(typed: string, examples: readonly string[]): string[] {
  const language = hasHan(typed) ? 'zh' : 'en';
  const short = shortLine(typed, 60).replace(/…$/, '');
  const parts = language === 'zh' ? [...short] : short.split(' ');
  const starts = [0, 1, 2]
    .map((less) => parts.slice(0, parts.length - less).join(language === 'zh' ? '' : ' '))
    .filter((start) => start !== '');
  const guesses = starts.flatMap((start) => {
    const hasTime = takeTimes(plainWords(start)).times.length > 0;
    const ends = hasTime ? [''] : ENDS[language];
    return BEGINNINGS[language].flatMap((before) => ends.map((after) => `${before}${start}${after}`));
  });
  const begun = examples.filter((one) => one.startsWith(typed.toLowerCase()));
  const alike = [...examples].sort((a, b) => shared(b, typed) - shared(a, typed));
  return [...begun, ...guesses, ...alike];
}

/** How many words or Chinese characters two texts share. */
function shared(a: string, b: string): number {
  const pieces = (text: string) => new Set(text.toLowerCase().match(/\p{Script=Han}|[a-z]+|\d+/gu) ?? []);
  const others = pieces(b);
  return [...pieces(a)].filter((piece) => others.has(piece)).length;
}
