/**
 * "Resume stretch", as the desk says it itself, 「恢復檢查電池」: an order that gives an automation's name, or what it does,
 * without calling it an automation. The same words may be about anything else, so it counts only where one is called so.
 */
import type { z } from 'zod';
import type { ModelReply } from '../chat-model.ts';
import type { Locale } from '../../time/locale.ts';
import { askCron, isCalled } from './ask-cron.ts';
import { JobsResult } from './chat-shapes.ts';
import { callTool } from './desk-reply.ts';
import { endOrder } from './job-end.ts';
import type { JobOrder } from './job-order.ts';
import { withPlainVerb } from './plain-verb.ts';
import { jobOrder } from './read-job-order.ts';
import { skipOrder } from './skip-order.ts';
import { readResult } from './tool-talk.ts';
import type { ToolTalk } from './tool-talk.ts';

const ENGLISH =
  /^(?<verb>pause|suspend|disable|stop(?= (?:the|our|my|that) )|resume|unpause|enable|restart|cancel|delete|remove|rename|move|change|shift|re-?schedule|push) (?<what>.+)$/iu;
const CHINESE =
  /^(?<verb>暫停|停止|停用|停(?:咗|住)(?=[個份呢嗰])|恢復|取消|刪除)(?:[呢嗰這那]?[個份期])?(?<what>.+)$/u;
/** What may follow a name: "move stretch to 7pm", "pause stretch until Friday". */
const REST = / (?=(?:to|as|until|till|for|over) )/giu;

const OPENING = /^(?:please |pls |請|唔該|麻煩)/iu;

const PLANNER = /^(?:planner|選題|策劃|選稿)$/iu;

type Named = Exclude<JobOrder, { action: 'add' | 'ask' }>;

/** The next step of such an order; undefined where no automation is named. */
export function askNamedJob(asked: string, talk: ToolTalk, language: Locale): ModelReply | undefined {
  const skip = skipOrder(asked);
  // "The planner" is found by what it does.
  if (skip !== undefined && PLANNER.test(skip.job) && talk.offers('cron'))
    return askCron(skip, talk, language);
  return askAmong(() => true, skip === undefined ? ordersIn(asked) : [skip], talk, language);
}

/** "Resume the newsletter", where an automation of that name is paused. */
export function askPausedJob(asked: string, talk: ToolTalk, language: Locale): ModelReply | undefined {
  const orders = ordersIn(asked).filter(({ action }) => action === 'resume');
  return askAmong(({ enabled }) => !enabled, orders, talk, language);
}

/** "Stop the newsletter", where none is being made: the automation of that name. */
export function askStoppedJob(asked: string, talk: ToolTalk, language: Locale): ModelReply | undefined {
  const order = ordersIn(asked.replace(/ (?:making|sending|mailing) /iu, ' ')).find(
    ({ action }) => action === 'pause',
  );
  return order === undefined ? undefined : askAmong(() => true, [order], talk, language);
}

type Job = z.infer<typeof JobsResult>['jobs'][number];

function askAmong(
  isMeant: (job: Job) => boolean,
  orders: readonly Named[],
  talk: ToolTalk,
  language: Locale,
): ModelReply | undefined {
  if (!talk.offers('jobs') || !talk.offers('cron') || orders.length === 0) return undefined;
  const result = talk.resultOf('jobs');
  if (result === undefined) return callTool(talk.nextCallId, 'jobs', {});
  const jobs = (readResult(JobsResult, result)?.jobs ?? []).filter(isMeant);
  const order = orders.find(({ job }) => jobs.some((one) => isCalled(one, job)));
  return order === undefined ? undefined : askCron(order, talk, language);
}

/** All readings of the sentence, those with the longest name first. */
function ordersIn(asked: string): Named[] {
  const said = withPlainVerb(
    asked
      .trim()
      .replace(/[\s.!。！]+$/u, '')
      .replace(OPENING, ''),
  );
  const ended = endOrder(said);
  if (ended !== undefined) return [{ ...ended, job: bareName(ended.job) }];
  const inEnglish = ENGLISH.exec(said)?.groups;
  const { verb = '', what = '' } = inEnglish ?? CHINESE.exec(said)?.groups ?? {};
  const ends = inEnglish === undefined ? [] : [...what.matchAll(REST)].map(({ index }) => index).reverse();
  return [what.length, ...ends].flatMap((end) => {
    const job = bareName(what.slice(0, end));
    const called =
      inEnglish === undefined ? `${verb}日程提醒` : `${verb} the diary reminder${what.slice(end)}`;
    const order = job === '' ? undefined : jobOrder(called);
    return order === undefined || order.action === 'add' || order.action === 'ask' ? [] : [{ ...order, job }];
  });
}

function bareName(job: string): string {
  return job.replace(/["“”「」]|^(?:the|our|my|that) /giu, '').trim();
}
