/** Parses days in people's words into the last three fields of a cron expression. */

const ENGLISH = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const CHINESE = '日一二三四五六';

/** @returns "day month weekday", or undefined when the words are not just recurring days. */
export function cronDays(words: string): string | undefined {
  const text = words
    .replace(/\b(?:at|on|the|of|and)\b|[,、]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (/^(?:every ?day|daily|each day|every morning|每[日天早]?)$/.test(text)) return '* * *';
  if (/^(?:(?:every|each) (?:week|work|working )day|weekdays|workdays|(?:每個?)?(?:平日|工作日))$/.test(text))
    return '* * 1-5';
  if (/^(?:every weekend|weekends|(?:每個?)?[週周]末)$/.test(text)) return '* * 0,6';
  return englishWeekdays(text) ?? chineseWeekdays(text) ?? dayOfMonth(text);
}

function englishWeekdays(text: string): string | undefined {
  const [, named] = /^(?:every|each) (.+)$/.exec(text) ?? [];
  const words = (named ?? text).split(' ');
  const days = words.map((word) => {
    const day = ENGLISH.indexOf(word.slice(0, 3));
    const whole = /^(?:sun|mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur)(?:day)?(s?)$/.exec(word);
    // "monday 9:00" may mean only the next one; without "every" it must be "mondays".
    return whole && (named !== undefined || whole[1] === 's') ? day : -1;
  });
  return days.includes(-1) ? undefined : weekdays(days);
}

function chineseWeekdays(text: string): string | undefined {
  const form =
    /^(?:每個?|逢)\s*(?:星期|禮拜|[週周])\s*([日天一二三四五六 ]+)(?:(?:至|到|-)\s*(?:星期|禮拜|[週周])?([日天一二三四五六]))?$/;
  const [, from, to] =
    form.exec(text.replace(/ (?:每個?|逢)?(?:星期|禮拜|[週周])(?=[日天一二三四五六])/g, '')) ?? [];
  if (from === undefined) return undefined;
  const days = [...from.replace(/ /g, '')].map(chineseDay);
  if (to === undefined) return weekdays(days);
  const [first] = days;
  const last = chineseDay(to) || 7;
  return days.length === 1 && first !== undefined && first < last ? `* * ${first}-${last}` : undefined;
}

const chineseDay = (sign: string): number => CHINESE.indexOf(sign === '天' ? '日' : sign);

function dayOfMonth(text: string): string | undefined {
  const [, english, chinese] =
    /^(?:(?:every|each) month (\d{1,2})(?:st|nd|rd|th)?|每個?月\s*(\d{1,2})\s*[日號号])$/.exec(text) ?? [];
  const day = Number(english ?? chinese ?? 0);
  return day >= 1 && day <= 31 ? `${day} * *` : undefined;
}

function weekdays(days: readonly number[]): string {
  return `* * ${[...new Set(days)].sort((a, b) => a - b).join(',')}`;
}
