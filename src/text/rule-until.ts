/** The part of an editor's rule that says how long it is valid: "today", "until Friday", 本週, 直到星期五. */
import { digitsOrChinese, englishNumber } from './number-words.ts';
import { daysLeftInMonth, endOfDay, startOfDay, weekdayIn } from './zone-day.ts';

interface RuleTime {
  /** The text without the words about time. */
  readonly rest: string;
  /** Absent when no time was given; the rule has no end. */
  readonly untilMs?: number;
}

type End = (match: RegExpExecArray, nowMs: number, zone: string) => number;

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const HAN_WEEKDAYS = '日一二三四五六';
/** "fri", "tues", "thursday", "sundays"; not "monaco". */
const DAY = '(sun|mon|tue|wed|thu|fri|sat)(?:(?<=tue|wed)s|(?<=thu)rs?|(?:s|nes|rs|ur)?days?)?';
const HAN_DAY = '(?:下|今|本|這|呢)?個?(?:星期|禮拜|週|周)([一二三四五六日天])';
const UNIT_MS: readonly (readonly [RegExp, number])[] = [
  [/^hour|小時|鐘頭/u, 3_600_000],
  [/^day|天|日/u, 86_400_000],
  [/^week|星期|禮拜|週|周/u, 604_800_000],
];

const today: End = (_, nowMs, zone) => endOfDay(zone, nowMs, 0);
const tomorrow: End = (_, nowMs, zone) => endOfDay(zone, nowMs, 1);
/** The week ends on Sunday. */
const week: End = (_, nowMs, zone) => endOfDay(zone, nowMs, (7 - weekdayIn(zone, nowMs)) % 7);
const nextWeek: End = (_, nowMs, zone) => startOfDay(zone, nowMs, (8 - weekdayIn(zone, nowMs)) % 7 || 7);
const month: End = (_, nowMs, zone) => endOfDay(zone, nowMs, daysLeftInMonth(zone, nowMs));
const nextMonth: End = (_, nowMs, zone) => startOfDay(zone, nowMs, daysLeftInMonth(zone, nowMs) + 1);
/** "Until Friday" ends when Friday begins; said on a Friday it means the next one. */
const untilWeekday: End = (match, nowMs, zone) => startOfDay(zone, nowMs, daysTo(match[1], nowMs, zone));
const throughWeekday: End = (match, nowMs, zone) => endOfDay(zone, nowMs, daysTo(match[1], nowMs, zone) % 7);
const span: End = (match, nowMs) => {
  const said = match[1] ?? '';
  const count = /^[a-z]/iu.test(said) ? englishNumber(said) || 1 : digitsOrChinese(said); // "an hour" is one
  const unit = UNIT_MS.find(([pattern]) => pattern.test(match[2]?.toLowerCase() ?? ''))?.[1] ?? 0;
  return nowMs + count * unit;
};

/** The first match wins; longer wordings come before those they contain. */
const TIMES: readonly (readonly [RegExp, End])[] = [
  [
    new RegExp(`\\b(?:through|until the end of|till the end of)\\s+(?:next\\s+)?${DAY}\\b`, 'i'),
    throughWeekday,
  ],
  [new RegExp(`\\b(?:until|till|til|before)\\s+(?:next\\s+|this\\s+)?${DAY}\\b`, 'i'), untilWeekday],
  [/\b(?:until|till|til)\s+(?:the\s+)?(?:end of\s+)(?:the\s+|this\s+)?week\b/i, week],
  [/\b(?:until|till|til)\s+(?:the\s+)?(?:end of\s+)(?:the\s+|this\s+)?month\b/i, month],
  [/\b(?:until|till|til)\s+next\s+week\b/i, nextWeek],
  [/\b(?:until|till|til)\s+next\s+month\b/i, nextMonth],
  [/\b(?:until|till|til)\s+tomorrow\b/i, today],
  [
    /\bfor\s+(?:the\s+)?(?:next\s+|coming\s+)?(an?|one|two|three|four|five|six|seven|\d{1,2})\s+(hours?|days?|weeks?)\b/i,
    span,
  ],
  [
    /\b(?:(?:for|until)\s+)?(?:the\s+)?(?:rest|end|remainder)\s+of\s+(?:the\s+|this\s+)?(?:day|today)\b/i,
    today,
  ],
  [/\b(?:for\s+)?(?:the\s+)?(?:rest|end|remainder)\s+of\s+(?:the\s+|this\s+)?week\b/i, week],
  [/\b(?:for\s+)?(?:the\s+)?(?:rest|end|remainder)\s+of\s+(?:the\s+|this\s+)?month\b/i, month],
  [
    /\b(?:for\s+|until\s+)?(?:today|tonight)\b(?:['’]s)?|\b(?:for\s+)?this\s+(?:morning|afternoon|evening)\b(?:['’]s)?/i,
    today,
  ],
  [/\b(?:for\s+)?tomorrow\b(?:['’]s)?/i, tomorrow],
  [/\b(?:for\s+|over\s+)?this\s+week(?:end)?\b(?:['’]s)?|\b(?:over|for|at)\s+the\s+weekend\b/i, week],
  [/\b(?:for\s+)?this\s+month\b/i, month],
  [new RegExp(`(?:直到|直至|到|至)?${HAN_DAY}(?:之前|以前|前)`, 'u'), untilWeekday],
  [new RegExp(`(?:直到|直至|到|至)${HAN_DAY}為止`, 'u'), throughWeekday],
  [new RegExp(`(?:直到|直至|到|至)${HAN_DAY}`, 'u'), untilWeekday],
  [/(?:直到|直至|到|至)?下(?:個)?(?:星期|禮拜|週|周)(?:之前|前)?/u, nextWeek],
  [/(?:今日|今天|今晚|今早|今晨|當日)(?:之內|內|起|嘅|的)?/u, today],
  [/(?:直到|至|到)?(?:聽日|明日|明天)(?:之前|前|嘅|的)?/u, tomorrow],
  [/(?:本|這|今|呢)(?:一)?個?(?:星期|禮拜|週|周)(?:之內|內)?/u, week],
  [/(?:本|這|今|呢)個?月(?:之內|內)?/u, month],
];
const HAN_SPAN =
  /(?:未來|接下來)(\d{1,2}|[一兩二三四五六七])個?(小時|鐘頭|天|日|星期|禮拜|週|周)(?:之內|內)?/u;

/** Take the words about time out of a rule. */
export function ruleUntil(said: string, nowMs: number, zone: string): RuleTime {
  const text = said.replace(/[,，]?\s*(?:\buntil further notice\b|直[到至]另行通知)/iu, '');
  const spanMatch = HAN_SPAN.exec(text);
  if (spanMatch !== null) return { rest: cut(text, spanMatch), untilMs: span(spanMatch, nowMs, zone) };
  for (const [pattern, end] of TIMES) {
    const match = pattern.exec(text);
    if (match === null) continue;
    return { rest: cut(text, match), untilMs: end(match, nowMs, zone) };
  }
  return { rest: text };
}

function cut(text: string, match: RegExpExecArray): string {
  return `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
    .replace(/\s+/g, ' ')
    .trim();
}

/** 1 to 7 days to the named weekday. */
function daysTo(name: string | undefined, nowMs: number, zone: string): number {
  const plain = (name ?? '').toLowerCase();
  const han = HAN_WEEKDAYS.indexOf(plain === '天' ? '日' : plain);
  const wanted = plain !== '' && han >= 0 ? han : WEEKDAYS.indexOf(plain);
  return (wanted - weekdayIn(zone, nowMs) + 7) % 7 || 7;
}
