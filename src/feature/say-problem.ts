/** Refusals of cron and the desk in the asker's language. */
import type { JobProblem } from '../cron/problem.ts';
import { sayDay, sayZone } from '../cron/say-zone.ts';
import type { DeskProblem } from '../sessions/desk-error.ts';
import { sayDuration } from '../time/duration.ts';
import type { Locale } from '../time/locale.ts';
import { sayUnknownModel } from './unknown-model.ts';
import { SCHEDULE_EXAMPLES } from './schedule-examples.ts';
import { shortLine } from '../text/shorten.ts';

type Problem = JobProblem | DeskProblem;

/** Characters of the given value that are repeated. */
const MOST_GIVEN = 80;

/** @param zone the zone for times. */
export function sayProblem(problem: Problem, locale: Locale, zone: string): string {
  const given = 'given' in problem ? shortLine(problem.given, MOST_GIVEN) : '';
  const words = (): Readonly<Record<Locale, string>> => {
    switch (problem.kind) {
      case 'unreadable_schedule':
        return {
          en: `I can't read "${given}" as a schedule. These are understood: ${SCHEDULE_EXAMPLES.en.join(' · ')} · at 2027-01-31 07:30`,
          zh: `我看不懂「${given}」這個時間。可以這樣寫：${SCHEDULE_EXAMPLES.zh.join(' · ')} · 2027-01-31 07:30`,
        };
      case 'bad_expression':
        return {
          en: `"${given}" is no cron expression: it has five fields, minute hour day month weekday, as in "30 7 * * 1-5".`,
          zh: `「${given}」不是有效的 cron 表達式：要有五欄，依次為分、時、日、月、星期，例如「30 7 * * 1-5」。`,
        };
      case 'interval_too_short':
        return {
          en: `That is too often; allowed: every ${sayDuration(problem.leastMs)} and more.`,
          zh: `太頻密了：最少相隔 ${sayDuration(problem.leastMs, 'zh')}。`,
        };
      case 'interval_too_long':
        return {
          en: 'That interval is too long; allowed: up to ten years.',
          zh: '相隔太久了：最多十年。',
        };
      case 'too_far_away':
        return {
          en: 'That is too far away; allowed: moments before the year 2200.',
          zh: '太遙遠了：要在 2200 年之前。',
        };
      case 'no_moment':
        return {
          en: `"${given}" is no moment; allowed: in 2h · tomorrow 9:00 · 2027-01-31 07:30`,
          zh: `「${given}」不是一個時間；可以這樣寫：2小時後 · 明天 9:00 · 2027-01-31 07:30`,
        };
      case 'unknown_zone':
        return {
          en: `"${given}" is no time zone; allowed: IANA names such as Europe/London, or a city's name.`,
          zh: `沒有「${given}」這個時區。請用 IANA 名稱（例如 Asia/Hong_Kong）或城市名稱。`,
        };
      case 'has_passed':
        return {
          en: `${sayDay(problem.atMs, zone, 'en')}, ${sayZone(zone, 'en')}, has passed; give a time to come.`,
          zh: `${sayDay(problem.atMs, zone, 'zh')}（${sayZone(zone, 'zh')}）已經過去，請給一個將來的時間。`,
        };
      case 'unreadable_end':
        return {
          en: `I can't read "${given}" as the end of a schedule. These are understood: until friday · until 5 december · until friday 18:00 · until the end of the month · for the next 3 days · until further notice`,
          zh: `我看不懂「${given}」這個結束時間。可以這樣寫：直到星期五 · 到12月5日為止 · 直到星期五 18:00 · 直到月底 · 未來三日 · 直到另行通知`,
        };
      case 'ends_too_early': {
        const [en, zh] = (['en', 'zh'] as const).map((one) =>
          [problem.untilMs, problem.firstMs].map((ms) => sayDay(ms, problem.zone, one)),
        );
        return {
          en: `The end, ${en?.[0]}, is before the next run, ${en?.[1]}; give an end from that run on, or none.`,
          zh: `結束時間（${zh?.[0]}）早於下一次執行（${zh?.[1]}）：請給較後的結束時間，或不設結束時間。`,
        };
      }
      case 'never_due':
        return { en: `"${given}" never comes due.`, zh: `「${given}」永遠不會到期。` };
      case 'unknown_job':
        return {
          en: `There is no automation "${given}" any more. /cron list shows those there are.`,
          zh: `已經沒有「${given}」這項定時工作。可用 /cron list 查看現有的。`,
        };
      case 'protected_job':
        return {
          en: `"${problem.name}" is an automation of the system and can't be changed.`,
          zh: `「${problem.name}」是系統工作，不能更改。`,
        };
      case 'skip_paused':
        return {
          en: `"${problem.name}" is paused: there is no next run to skip.`,
          zh: `「${problem.name}」已暫停，沒有下一次可以略過。`,
        };
      case 'skip_no_next':
        return {
          en: `"${problem.name}" has no further run: there is none to skip.`,
          zh: `「${problem.name}」不會再執行，沒有下一次可以略過。`,
        };
      case 'nothing_skipped':
        return {
          en: `No run of "${problem.name}" that is still to come was skipped.`,
          zh: `「${problem.name}」沒有略過將要執行的一次。`,
        };
      case 'no_name':
        return { en: 'An automation needs a name that can be seen.', zh: '定時工作要有看得見的名稱。' };
      case 'blank_message':
        return { en: 'The message is blank: say what to do.', zh: '訊息是空白的：請說明要做甚麼。' };
      case 'name_too_long':
        return {
          en: `The name is too long; allowed: ${problem.most} characters.`,
          zh: `名稱太長，最多 ${problem.most} 個字元。`,
        };
      case 'message_too_long':
        return {
          en: `The message is too long; allowed: ${problem.most} characters.`,
          zh: `訊息太長，最多 ${problem.most} 個字元。`,
        };
      case 'unknown_profile':
        return {
          en: `There is no kind of work called "${given}"; there are: ${problem.allowed.join(', ')}.`,
          zh: `沒有「${given}」這個工作模式；可用的有：${problem.allowed.join('、')}。`,
        };
      case 'unknown_model':
        return sayUnknownModel(given, problem.allowed);
      case 'zone_without_calendar':
        return {
          en: 'A time zone belongs to a schedule that follows the calendar; give the schedule as well.',
          zh: '只有按日曆執行的工作才有時區，請一併給出時間。',
        };
      case 'nobody_talks':
        return {
          en: "An automation can't be bound here: nobody talks here. Use it in a channel.",
          zh: '這裡沒有人對話，不能設定定時工作。請在頻道中使用。',
        };
      case 'long_note':
        return {
          en: `The note is too long: at most ${problem.most} characters.`,
          zh: `備忘太長：最多 ${problem.most} 個字。`,
        };
      case 'too_many_notes':
        return {
          en: `There are ${problem.most} notes here, as many as there may be. /session forget makes room.`,
          zh: `這裡已有 ${problem.most} 項備忘，不能再加。可用 /session forget 刪除。`,
        };
      case 'blank_note':
        return { en: 'The note is blank: say what to remember.', zh: '備忘是空白的：請說明要記住甚麼。' };
      case 'unknown_session':
        return { en: 'Nothing was said here yet.', zh: '這裡還沒有對話。' };
      case 'closed_session':
        return {
          en: 'This conversation is being deleted, or is gone: nothing more is taken in here.',
          zh: '這個對話正在刪除，或已不存在，不再接收訊息。',
        };
      case 'unknown_note':
        return {
          en: 'That note is gone. /session notes shows those there are.',
          zh: '已經沒有這項備忘。可用 /session notes 查看現有的。',
        };
      case 'may_not_manage':
        return {
          en: `${problem.name}, you may not do this: it needs the right to manage this channel.`,
          zh: `${problem.name}，你不能這樣做：需要管理這個頻道的權限。`,
        };
    }
  };
  return words()[locale];
}
