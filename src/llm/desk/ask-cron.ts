/**
 * An order about automations, carried out with the `cron` tool: one call for most, two where a job keeps its days and
 * only its time moves. What the tool refuses is said in its words.
 */
import type { ModelReply } from '../chat-model.ts';
import { CronResult, Refusal } from './chat-shapes.ts';
import { callTool, sayText } from './desk-reply.ts';
import type { JobOrder } from './job-order.ts';
import { sayJobDone, sayMissing } from './say-jobs.ts';
import { sayRefused } from './say-chat.ts';
import type { ChatLanguage } from './say-chat.ts';
import { readResult } from './tool-talk.ts';
import type { ToolTalk } from './tool-talk.ts';
import { whensIn } from './when-words.ts';

const TOOL = 'cron';

export function askCron(order: JobOrder, talk: ToolTalk, language: ChatLanguage): ModelReply {
  if (order.action === 'ask') return sayText(sayMissing(language, order));
  const results = talk.resultsOf(TOOL);
  const last = results.at(-1);
  if (last === undefined) return callTool(talk.nextCallId, TOOL, firstCall(order));
  const refused = readResult(Refusal, last);
  if (refused !== undefined) return sayText(sayRefused(language, refused));
  const result = readResult(CronResult, last);
  if (result === undefined) return sayText(sayRefused(language, last.slice(0, 300)));
  if (order.action === 'edit' && result.job !== undefined && 'time' in order.schedule) {
    const schedule = sameDays(result.job.schedule, order.schedule.time);
    if (schedule === undefined)
      return sayText(sayMissing(language, { action: 'ask', missing: 'time', what: result.job.name }));
    return callTool(talk.nextCallId, TOOL, { action: 'edit', job: result.job.id, schedule });
  }
  return sayText(sayJobDone(language, order, result) ?? sayRefused(language, last.slice(0, 300)));
}

function firstCall(order: Exclude<JobOrder, { action: 'ask' }>): Record<string, string> {
  switch (order.action) {
    case 'add':
      return { action: 'add', name: order.name, message: order.message, schedule: order.schedule };
    case 'edit':
      return 'time' in order.schedule
        ? { action: 'show', job: order.job }
        : { action: 'edit', job: order.job, schedule: order.schedule.words };
    default:
      return { action: order.action, job: order.job };
  }
}

/** The days of a schedule, as the tool says it, with another time; undefined where it has no days. */
function sameDays(schedule: string, time: string): string | undefined {
  const [, days] = /^(?:once, on )?(.+?) at \d\d:\d\d/.exec(schedule) ?? [];
  if (days === undefined) return undefined;
  const dated = /\d{1,2} [A-Z]\p{L}+ \d{4}/u.exec(days)?.[0];
  const [found] = whensIn(`${dated ?? days} at 0:00`, 0);
  return found?.schedule?.replace(/0:00$/, time);
}
