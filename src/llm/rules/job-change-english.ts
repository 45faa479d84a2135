/** Orders in English about automations that there are: "pause the planner", "move the diary reminder to 10". */
import { endOrder } from './job-end.ts';
import type { JobOrder } from './job-order.ts';
import { withPlainVerb } from './plain-verb.ts';
import { endIn } from '../../text/when/ends.ts';
import { whensIn } from '../../text/when/english.ts';

const KIND = '(?:reminders?|jobs?|automations?|tasks?|schedules?|alarms?|crons?|planners?|timers?)';
const REMOVE = new RegExp(
  `^(?:cancel|delete|remove|drop|kill|scrap|get rid of|clear|unschedule) (?<job>(?:the |that |this |my |our |its? )?.*\\b${KIND})(?<rest> (?:about|for|on|to|called|named|that|of) .+)?$`,
  'i',
);
/** "Cancel the stand-up": not a part of a story, a message, a note or a feed. */
const REMOVE_NAMED =
  /^(?:cancel|delete|remove|unschedule|get rid of) (?<job>(?:the|that|my|our) (?!.*\b(?:stor(?:y|ies)|articles?|pieces?|posts?|drafts?|paragraphs?|sentences?|quotes?|lines?|words?|parts?|figures?|numbers?|pictures?|photos?|images?|charts?|links?|headlines?|titles?|threads?|channels?|servers?|messages?|replies|feeds?|sources?|notes?|rules?|bans?|embargo\w*|holds?|approvals?|corrections?|reactions?|pins?|files?|subscriptions?|editions?|categor(?:y|ies)|news|coverage|next|today|tomorrow|tonight)\b)\S+(?: \S+){0,3})$/i;
const RENAME =
  /^rename (?<job>(?:the|that|my|our) .+?|.+? (?:reminder|job|automation|task)) (?:to|as|into) ["“]?(?<name>[^"”]+)["”]?$/i;
const PAUSE = /^(?:pause|suspend|disable|mute|snooze|hold|turn off|switch off|stop)\s+(?<job>.+)$/i;
const STOP_REMINDING =
  /^stop (?:reminding|nudging|pinging|telling) (?:me|us|everyone|everybody|the \w+)(?: (?:about|of|to|that))?\s*(?<job>.*)$/i;
const RESUME =
  /^(?:resume|unpause|un-pause|re-?enable|enable|restart|re-?start|reactivate|turn (?:back )?on|turn(?=.* on$)|switch (?:back )?on|start|continue)\s+(?<job>.+?)(?: (?:again|now|back on|on|please))*$/i;
const MOVE =
  /^(?:move|re-?schedule|shift|change|push|bring forward|put back|set|switch|make)\s+(?<job>(?:the |that |my |our |this )?.+?)(?: (?:from .+? ))?\s*(?:to|until|for|at|run|back to|forward to)\s+(?<when>.+)$/i;
const SHOW =
  /^(?:show(?: me)?|describe|details? (?:of|on|for)|what does|what is|what['’]s) (?<job>(?:the )?[\w -]+? (?:reminder|job|automation|task|planner))(?: (?:do|for|about|say))?$/i;

/** The order in a sentence without courtesies; undefined where there is none. */
export function englishJobChange(order: string): JobOrder | undefined {
  const bare = new RegExp(`\\b${KIND}\\b`, 'i').test(order) ? withPlainVerb(order) : order;
  const remove = REMOVE.exec(bare)?.groups;
  if (remove !== undefined) return named('remove', `${remove['job'] ?? ''}${remove['rest'] ?? ''}`);
  const called = REMOVE_NAMED.exec(bare)?.groups?.['job'];
  if (called !== undefined) return named('remove', called);
  const { job: before, name } = RENAME.exec(bare)?.groups ?? {};
  if (before !== undefined && name !== undefined)
    return { action: 'edit', job: nameOf(before), when: `"${name}"`, becomes: { name } };
  const stopped = STOP_REMINDING.exec(bare)?.groups?.['job'];
  if (stopped !== undefined)
    return stopped === '' ? { action: 'ask', missing: 'which', what: '' } : named('pause', stopped);
  const pause = PAUSE.exec(bare)?.groups?.['job'];
  if (pause !== undefined) {
    const [, job = pause, until] = /^(.+?),? ((?:until|till|for|over) .+)$/i.exec(pause) ?? [];
    if (isJob(job, bare, /^(?:pause|snooze)\b/i)) return named('pause', job, until);
  }
  const resume = RESUME.exec(bare)?.groups?.['job'];
  if (resume !== undefined && isJob(resume, bare, /^(?:resume|unpause)\b/i)) return named('resume', resume);
  const show = SHOW.exec(bare)?.groups?.['job'];
  if (show !== undefined && !/^(?:the )?(?:next|last)\b/i.test(show)) return named('show', show);
  return moved(bare);
}

/** "Let the diary reminder run until 5 December"; an automation that isn't called one is found by its name elsewhere. */
export function englishJobEnd(bare: string): JobOrder | undefined {
  const order = endOrder(bare);
  if (order === undefined || !new RegExp(`\\b${KIND}\\b`, 'i').test(order.job)) return undefined;
  const job = nameOf(order.job);
  return job === '' ? { action: 'ask', missing: 'which', what: '' } : { ...order, job };
}

/** Jobs are named by their kind; "pause the diary" and "snooze the diary" are short for it. */
function isJob(job: string, bare: string, short: RegExp): boolean {
  if (new RegExp(`\\b${KIND}\\b`, 'i').test(job)) return true;
  return short.test(bare) && /^(?:the|that|my|our) \S+(?: \S+){0,2}$/i.test(job);
}

function moved(bare: string): JobOrder | undefined {
  const { job, when } = MOVE.exec(bare)?.groups ?? {};
  // "Set an alarm for 7" makes one.
  if (job === undefined || when === undefined || /^(?:an?|another)\b/i.test(job)) return undefined;
  const { rest: times, said: until } = endIn(when) ?? { rest: when };
  const at = `at ${times.replace(/^at /i, '')}`;
  const [found] = [times, at].flatMap((words) =>
    whensIn(words).filter(({ start, end }) => start === 0 && end === words.length),
  );
  if (
    found?.schedule === undefined ||
    !(/^(?:the|that|my|our|this)\b/i.test(job) || new RegExp(`\\b${KIND}\\b`, 'i').test(job))
  )
    return undefined;
  if (/^(?:make|set|switch)\b/i.test(bare) && !new RegExp(`\\b${KIND}\\b`, 'i').test(job)) return undefined;
  const name = nameOf(job.replace(/\s+from\s.+$/i, ''));
  const becomes = found.timeOnly
    ? { time: found.schedule.replace(/^once at /, '') }
    : { schedule: found.schedule };
  return name === ''
    ? { action: 'ask', missing: 'which', what: '' }
    : { action: 'edit', job: name, when: times, becomes, ...(until !== undefined && { until }) };
}

function named(action: 'pause' | 'resume' | 'remove' | 'show', job: string, until?: string): JobOrder {
  const name = nameOf(job);
  if (name === '' || /^(?:all|every|both)\b/i.test(name))
    return { action: 'ask', missing: 'which', what: name };
  return { action, job: name, ...(until !== undefined && { until }) };
}

/**
 * "The diary reminder" and "the reminder about the diary" are both found by "diary"; "the planner" by its own name.
 */
function nameOf(job: string): string {
  const plain = job
    .trim()
    .replace(/^(?:the|that|this|my|our|its?)\s+/i, '')
    .replace(/["“”]/g, '');
  const about = new RegExp(
    `^${KIND} (?:about|for|on|to|called|named|that|of) (?:the |our |my )?(.+)$`,
    'i',
  ).exec(plain)?.[1];
  const name =
    about ??
    plain.replace(/\s+(?:reminders?|jobs?|automations?|tasks?|schedules?|alarms?|crons?|timers?|one)$/i, '');
  return /^(?:reminders?|jobs?|automations?|tasks?|schedules?|alarms?|it|one)$/i.test(name) ? '' : name;
}
