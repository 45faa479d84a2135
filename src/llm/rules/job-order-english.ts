/** Orders about automations in English. */
import { englishJobChange, englishJobEnd } from './job-change-english.ts';
import type { JobOrder } from './job-order.ts';
import { withEnd } from './job-end.ts';
import { jobName } from './job-name.ts';
import { COUNTS } from '../../text/when/english-counts.ts';
import { whensIn } from '../../text/when/english.ts';
import type { When } from '../../text/when/english.ts';

const OPENING =
  /^(?:(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks|thank you|ok|okay|right|great|and|also|so|then|now|oh|actually|yes|please|pls|kindly|just|(?:could|can|would|will) (?:you|we)(?: all)?(?: please| kindly)?(?: have you)?|help (?:me|us)(?: to)?|would you mind|i(?:['’]d| would) like you to|i want you to|we(?:['’]d| would) like you to|i need you to|we need you to|you should|let['’]s)(?:[,.!:;]?\s+|[,.!:;]\s*))+/i;
const WHOM =
  '(?:me|us|everyone|everybody|the (?:desk|team|room|channel|newsroom|editors|subs)|all of us|this channel|[A-Z][a-z]+)';
const REMIND = new RegExp(`^(?:remind(?:ing)?|ping|nudge|alert|notify)(?: (?<whom>${WHOM}))?(?=[\\s,:]|$)`);
/** "Wake me up at 7", "wake me up at 7 to run": a reminder to wake up. */
const WAKE = /^wake (?<whom>me|us)(?: up)?(?=[\s,:]|$)/i;
const REQUEST_FOR_ONE =
  /^(?:i|we)(?:['’]d| would)? (?:like|need|want)(?: to have)? (?:an?|another) (?:\w+ )?reminder\b|^(?:i|we)(?:['’]d| would)? (?:like|need|want) to be reminded\b/i;
const SET_UP =
  /^(?:set(?:ting)?(?: up)?|add|create|make|schedule|give (?:me|us)|put in)(?: (?:me|us))? (?:an?|another|one)? ?(?:new )?(?:(?:daily|weekly|hourly|recurring|regular|scheduled|cron|little|quick|one-off) )*(?:reminder|job|alarm|automation|task|nudge|timer|cron)\b(?: (?:called|named) (?<name>["“][^"”]+["”]|\S+))?/i;
/** "Add a daily brief at 8 about trade": with a time it is made again and again, not now. */
const SET_UP_BRIEF =
  /^(?:set(?:ting)?(?: up)?|add|create|make|schedule|put in)(?: (?:me|us))? (?:an?|another|one) ?(?:new )?(?:(?:daily|hourly|weekly|regular|recurring|scheduled|morning|evening) )*(?=brief(?:ing)?\b)/i;
/** "Every weekday at 7:30 check the diary": a task in the imperative needs no word for reminding. */
const TASK =
  /^(?:check|call|ring|phone|email|mail|meet|chase|follow up|look (?:at|up|through|into)|go (?:through|over)|read|review|update|prepare|clear|file|submit|back up|tidy|confirm|verify|collect|test|compare|count|visit|contact|proofread|plan|finish|fill in|hand over|brief|(?:make|create|write|produce|send|publish)(?=(?: out)?(?: (?:an?|the|our|weekly|daily|monthly))+ newsletter\b))\s+\S/i;
const SCHEDULE = /^schedule (?!of\b|for\b)(?=\S)/i;
const TELL =
  /^(?:tell|ask|give|send|show|let|post|message|write to|read) (?:me|us|everyone|everybody|the (?:desk|team|room|channel)|here|in here)\b|^post (?!a story\b|an? article\b)/i;
const DAY = '(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*';
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
/** Words beside a time that change it: "before 6pm", "at 9 London time", "at 9 in Tokyo", "every hour between 9 and 5". */
const BEFORE_TIME = /\b(?:before|after|from|since|except)\s+$/i;
const AFTER_TIME = new RegExp(
  `^[\\s,(]*(?:${[
    `except|excluding|between|from \\d|at (?:\\d|half\\b|(?:a )?quarter\\b)|on ${DAY}\\b(?!['’]s)`,
    'starting\\b|beginning (?:at|on|from)\\b|on the (?:hour|half)\\b',
    // "At ten to five".
    'to (?:\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?![\\w-])',
    '(?!(?:to|that|about|of|for)\\b)[a-z]+(?: [a-z]+)? time\\b|(?:gmt|utc|bst|hkt|e[sd]?t|c[sd]t|p[sd]?t|cest?|jst|sgt|ae[sd]t)\\b',
    'in (?!(?:the|an?|my|our|this|case|person)\\b)[a-z.]+(?: [a-z]+){0,2}(?: (?:to|that|about)\\b|$)',
  ].join('|')})`,
  'i',
);
/** An end that `withEnd` did not read: "until 5/12", "this week only". "Hold it until noon" is the task's. */
const ENDS = new RegExp(
  [
    `\\b(?:until|till?|through|up to|ending)(?: (?:the|this|next|last|end of|start of|on))* (?:${DAY}|tomorrow|yesterday|tonight|week|month|year|weekend|christmas|easter|(?:\\d{1,2} )?${MONTH}|\\d{1,2}(?:st|nd|rd|th)|\\d{1,2}/\\d{1,2}|\\d{4}-\\d\\d-\\d\\d)\\b`,
    `\\bfor (?:the next |another )?(?:${COUNTS}|\\d+) (?:day|week|month|year)s?(?:$| (?:to|that|about)\\b)`,
    '\\bthis (?:week|month) only\\b|\\bonly (?:for )?this (?:week|month)\\b',
  ].join('|'),
  'i',
);
/** "Every hour until 6pm" */
const ENDS_EACH_DAY = /\b(?:until|till?) (?:noon|midnight|\d)/i;
const BUT_DAYS = new RegExp(
  `\\b(?:except|excluding|but not|apart from|other than)(?: on)? (?:${DAY}|weekends?|weekdays?|(?:public |bank )?holidays?)\\b`,
  'i',
);

/** The order about automations in an English sentence; undefined where there is none. */
export function englishJobOrder(sentence: string): JobOrder | undefined {
  const text = sentence
    .trim()
    .replace(/[\s.!?]+$/u, '')
    .replace(/[,]?\s+(?:please|pls|thanks|thank you|cheers)$/i, '');
  const bare = text.replace(OPENING, '');
  return englishJobChange(bare) ?? withEnd(bare, addition) ?? englishJobEnd(bare);
}

function addition(bare: string): JobOrder | undefined {
  const whens = whensIn(bare);
  const leading = whens.find(({ start }) => start === 0);
  // "Every Monday at 9, please remind us …"
  const order =
    leading === undefined
      ? bare
      : bare
          .slice(leading.end)
          .replace(/^[\s,:;–—-]+/u, '')
          .replace(OPENING, '');
  const asked = requestIn(order) ?? taskIn(order, leading, whens.at(-1));
  if (asked === undefined) return undefined;
  const at = bare.length - order.length;
  const later = whens
    .filter(({ start }) => start >= at + asked.taken)
    .map((one) => ({ ...one, start: one.start - at, end: one.end - at }));
  const beside = later.find(({ start }) =>
    /^[\s,:]*(?:brief(?:ing)?\s*)?(?:(?:for|to run|that runs|starting|that)\s*)?$/.test(
      order.slice(asked.taken, start),
    ),
  );
  const last = later.findLast(({ end }) =>
    /^[\s,]*(?:each time|if (?:you can|possible))?$/.test(order.slice(end)),
  );
  const when = often(asked, leading ?? beside ?? last);
  // "Tell us what happened at nine" is a question; "every Monday at nine tell us who is on shift" is an order.
  if (
    asked.kind === 'tell' &&
    !(
      when !== undefined &&
      (when === leading
        ? !when.timeOnly || when.schedule !== undefined
        : when.repeats && when.schedule !== undefined)
    )
  )
    return undefined;
  const what = whatIn(order, asked, when === leading ? undefined : when);
  if (
    when?.repeats === true &&
    isToEnd(when === leading ? order : `${order.slice(0, when.start)} ${order.slice(when.end)}`, when)
  )
    return { action: 'ask', missing: 'end', what: '' };
  if (BUT_DAYS.test(what) || (when !== undefined && when !== leading && isChanged(order, when)))
    return { action: 'ask', missing: 'time', what: '' };
  if (
    asked.kind === 'tell' &&
    /^(?:post|write|publish)\b.*\b(?:story|stories|article|articles)\b/i.test(what)
  )
    return undefined;
  if (when === undefined && asked.kind !== 'tell')
    return { action: 'ask', missing: 'time', what: CONDITION.test(what) ? '' : what };
  return ordered(what, asked, when);
}

/** @param rest the order without its time */
function isToEnd(rest: string, { schedule = '' }: When): boolean {
  return ENDS.test(rest) || (/^every \d/.test(schedule) && ENDS_EACH_DAY.test(rest));
}

/** A time that is read without the words that change it would be another time. */
function isChanged(order: string, { start, end }: When): boolean {
  return BEFORE_TIME.test(order.slice(0, start)) || AFTER_TIME.test(order.slice(end));
}

/** "A daily job at 6:45": the word before the kind gives the frequency. */
function often({ each, taken }: Asked, when: When | undefined): When | undefined {
  if (each === undefined) return when;
  if (each === 'hourly' && when === undefined)
    return {
      said: 'every hour',
      start: taken,
      end: taken,
      schedule: 'every 1h',
      repeats: true,
      timeOnly: false,
    };
  if (each !== 'daily' || when?.timeOnly !== true) return when;
  const schedule = when.schedule?.replace(/^once/, 'every day');
  return { ...when, ...(schedule !== undefined && { schedule }), repeats: true, timeOnly: false };
}

/** It depends on an event. */
const CONDITION = /^(?:if|when|whenever|once|unless|as soon as|until)\b/i;

interface Asked {
  readonly kind: 'remind' | 'job' | 'tell';
  /** Characters of the order's fixed words. */
  readonly taken: number;
  readonly whom: string;
  readonly name?: string;
  /** What its words say by themselves. */
  readonly does?: string;
  /** The frequency, where a word gives it: daily, hourly. */
  readonly each?: string;
}

function requestIn(order: string): Asked | undefined {
  const remind = REMIND.exec(order) ?? REMIND.exec(order.charAt(0).toLowerCase() + order.slice(1));
  // "Remind me what the report says" asks for it now.
  if (remind !== null && (remind.groups?.['whom'] !== undefined || /^remind/i.test(order))) {
    const whom = remind.groups?.['whom'] ?? 'us';
    return /^remind(?:ing)?\s+\S+\s+(?:what|who|which|why|how|where)\b/i.test(order) &&
      whensIn(order).length === 0
      ? undefined
      : { kind: 'remind', taken: remind[0].length, whom };
  }
  const wake = WAKE.exec(order);
  if (wake !== null)
    return { kind: 'remind', taken: wake[0].length, whom: wake.groups?.['whom'] ?? 'me', does: 'wake up' };
  const request = REQUEST_FOR_ONE.exec(order);
  if (request !== null)
    return { kind: 'remind', taken: request[0].length, whom: /^i\b/i.test(order) ? 'me' : 'us' };
  const isTimed = whensIn(order).some(({ schedule }) => schedule !== undefined);
  const setUp = SET_UP.exec(order) ?? (isTimed ? SET_UP_BRIEF.exec(order) : null);
  if (setUp !== null) {
    const name = setUp.groups?.['name']?.replace(/["“”]/g, '');
    const each = /\b(?:daily|hourly)\b/i.exec(setUp[0])?.[0].toLowerCase();
    const reminds = /reminder|alarm|nudge|timer/i.test(setUp[0]);
    return {
      kind: reminds ? 'remind' : 'job',
      taken: setUp[0].length,
      whom: 'us',
      ...(name !== undefined && { name }),
      ...(each !== undefined && { each }),
    };
  }
  if (TELL.test(order)) return { kind: 'tell', taken: 0, whom: 'us' };
  const schedule = SCHEDULE.exec(order);
  return schedule === null ? undefined : { kind: 'job', taken: schedule[0].length, whom: 'us' };
}

/**
 * Its time comes first. At the end only a repeating time counts, because "call Ann at six" may be said to anybody.
 */
function taskIn(order: string, leading: When | undefined, last: When | undefined): Asked | undefined {
  if (!TASK.test(order)) return undefined;
  const when = leading ?? (last?.repeats === true ? last : undefined);
  return when?.schedule === undefined ? undefined : { kind: 'job', taken: 0, whom: 'us' };
}

/** The sentence without the order's fixed words and its time. */
function whatIn(order: string, { taken, kind, does }: Asked, when: When | undefined): string {
  const cut =
    when === undefined
      ? order.slice(taken)
      : `${order.slice(Math.min(taken, when.start), when.start)} ${order.slice(when.end)}`;
  const plain = cut
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[,:;–—-]+\s*|[\s,:;–—-]+$/gu, '');
  if (kind === 'tell') return plain;
  if (does !== undefined && !CONDITION.test(plain)) return `${does} ${plain}`.trim();
  return plain.replace(
    /^(?:,\s*)?(?:for\s+)?(?:to|that|about|of|for|saying|which|:|it should|it must|please)\s+/i,
    (word) => (/^(?:about|of|that|saying)/i.test(word) ? word.toLowerCase() : ''),
  );
}

function ordered(what: string, asked: Asked, when: When | undefined): JobOrder | undefined {
  const plain = what.replace(/^(?:about|of|that|saying)\s+/, '');
  // It depends on an event, or on something that the desk can't see.
  if (CONDITION.test(what)) return { action: 'ask', missing: 'time', what: '' };
  if (plain === '' || /^(?:it|this|that|again)$/i.test(plain))
    return { action: 'ask', missing: 'what', what: when?.said ?? '' };
  if (when?.schedule === undefined) return { action: 'ask', missing: 'time', what: plain };
  const message =
    asked.kind === 'remind'
      ? `Remind ${asked.whom} ${link(what)}${plain}`
      : `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`;
  return {
    action: 'add',
    name: asked.name ?? jobName(plain),
    message,
    schedule: when.schedule,
    when: when.said,
  };
}

/** "to check the diary", "that Ann is away", "about the diary". */
function link(what: string): string {
  const own = /^(?:about|of|that)\b/.exec(what)?.[0];
  if (own !== undefined) return `${own} `;
  return /^(?:the|a|an|our|my|his|her|their)\b/i.test(what) ? 'of ' : 'to ';
}
