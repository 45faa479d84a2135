/** "Skip the diary tomorrow", 「聽日唔使做選題」: one run of an automation is left out. */
import type { JobOrder } from './job-order.ts';

type Skip = Extract<JobOrder, { action: 'skip' }>;

const OPENING =
  /^(?:(?:please|pls|(?:can|could|would) you(?: please)?|ok(?:ay)?|唔該|麻煩(?:你)?|請)[\s,，]*)+/iu;
const DAY =
  '(?:later )?(?:today|tonight|tomorrow|this (?:morning|afternoon|evening))|(?:on |next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const KIND = '(?: (?:reminders?|jobs?|automations?|tasks?|runs?))?';
/** What is said of the run: the next one, or that of a day. */
const ONCE = `(?:,? (?:(?<day>${DAY})|this time|next time|once))?(?: please)?`;
const ENGLISH: readonly RegExp[] = [
  new RegExp(
    `^skip (?:(?:the |our |my |this )?next (?:(?:run|time) of )?|(?=.* (?:${DAY}|this time|next time|once)(?: please)?$))(?:the |our |my |this )?(?<what>.+?)${KIND}${ONCE}$`,
    'iu',
  ),
  new RegExp(`^skip (?:tomorrow|today|tonight)['’]s (?<what>.+?)${KIND}(?: please)?$`, 'iu'),
  new RegExp(
    `^(?:don['’]?t|do not|no need to) (?:remind (?:me|us|everyone)(?: (?:about|of|to))?|run|do|make) (?:the |our |my )?(?<what>.+?)${KIND},? (?:(?<day>${DAY})|this time|next time)(?: please)?$`,
    'iu',
  ),
];
const HAN_DAY = '[今聽明][日晚朝天早]|後日|(?:今個|下個?)?(?:星期|禮拜|週|周)[一二三四五六日天]';
const HAN_SKIP = '(?:唔使|唔好|唔需要|不用|不要|毋須|無需|略過|跳過)';
const HAN_DO = '(?:再)?(?:(?:提醒|提)(?:我哋|我們|我|大家|各位)?|做|行|執行|整|搞|開)?';
const CHINESE: readonly RegExp[] = [
  new RegExp(
    `^(?:(?<day>${HAN_DAY})|下(?:一)?次|[今呢]次)(?:就)?(?:先)?${HAN_SKIP}${HAN_DO}(?:個|嗰個)?(?<what>.+?)(?:一次|喇|啦)?$`,
    'u',
  ),
  new RegExp(
    `^(?:略過|跳過)(?:(?<day>${HAN_DAY})|下(?:一)?次|[今呢]次)(?:嘅|的)?(?<what>.+?)(?:一次|喇|啦)?$`,
    'u',
  ),
];

/** Words that name no automation. */
const NO_NAME =
  /^(?:reminders?|jobs?|automations?|tasks?|runs?|it|one|that|this|story|stories|articles?|posts?|pieces?|items?|執行|提醒|任務|工作|排程|我|大家|各位|(?:提|提醒)(?:我|大家|各位).*)$/iu;

/** Undefined for what skips nothing. Whether there is such an automation is for the caller to see. */
export function skipOrder(said: string): Skip | undefined {
  const bare = said
    .trim()
    .replace(/[\s.!。！]+$/u, '')
    .replace(OPENING, '');
  const groups = [...ENGLISH, ...CHINESE].map((form) => form.exec(bare)).find((one) => one !== null)?.groups;
  const job = groups?.['what']?.replace(/["“”「」]/gu, '').trim();
  if (job === undefined || job === '' || NO_NAME.test(job)) return undefined;
  const ofDay = /^skip (tomorrow|today|tonight)['’]s /iu.exec(bare)?.[1];
  const day = (groups?.['day'] ?? ofDay)?.replace(/^(?:on|this) (?=\w+day$)/iu, '');
  return { action: 'skip', job, ...(day !== undefined && { day }) };
}
