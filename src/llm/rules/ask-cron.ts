/**
 * An order about automations, carried out with the `cron` tool: one call for most; two when only a job's time
 * changes. The tool's refusals are repeated verbatim.
 */
import type { z } from 'zod';
import type { ChatMessage, ModelReply } from '../chat-model.ts';
import { briefTopic } from '../../text/brief-request.ts';
import { isNo, isYes } from '../../text/yes.ts';
import { hasWords } from '../../text/fold-name.ts';
import { CronResult, JobsResult } from './chat-shapes.ts';
import { callTool, sayText } from './desk-reply.ts';
import type { JobOrder } from './job-order.ts';
import { askedBackAbout, sayCreated, sayJobDone, sayMissing } from './say-jobs.ts';
import { sayJobs, sayRefused } from './say-chat.ts';
import { askedLastRun, sayLastRun } from './say-last-run.ts';
import { askedOfThem, readResult, refusalIn } from './tool-talk.ts';
import type { ToolTalk } from './tool-talk.ts';
import { whensIn } from '../../text/when/english.ts';
import type { Locale } from '../../time/locale.ts';

const TOOL = 'cron';

/** The next call of the `cron` tool for an order, or what its results say. */
export function askCron(order: JobOrder, talk: ToolTalk, language: Locale): ModelReply {
  if (order.action === 'ask') return sayText(sayMissing(language, order));
  const results = talk.resultsOf(TOOL);
  const last = results.at(-1);
  if (last === undefined) return callTool(talk.nextCallId, TOOL, firstCall(order));
  const refused = refusalIn(last, language);
  // "Until the strike is over" is no time: it is paused until somebody resumes it.
  if (refused !== undefined && results.length === 1 && order.action === 'pause' && endOf(order) !== undefined)
    return callTool(talk.nextCallId, TOOL, { action: order.action, job: order.job });
  if (refused !== undefined) return sayText(sayRefused(language, refused));
  const result = readResult(CronResult, last);
  if (result === undefined) return sayText(sayRefused(language, last.slice(0, 300)));
  if (order.action === 'edit' && result.job !== undefined && 'time' in order.becomes) {
    const schedule = sameDays(result.job.schedule, order.becomes.time);
    if (schedule === undefined)
      return sayText(sayMissing(language, { action: 'ask', missing: 'time', what: result.job.name }));
    return callTool(talk.nextCallId, TOOL, { action: 'edit', job: order.job, schedule, ...ofEnd(order) });
  }
  return sayText(sayJobDone(language, order, result) ?? sayRefused(language, last.slice(0, 300)));
}

const WHEN =
  /^(?:when|what time)(?:['’]s| is| are| does(?=.* (?:run|start))) (?:the |our |my )(?<name>\S+(?: \S+){0,3}?)(?: (?:run|start|due|next|today|tomorrow|on|again))*$/iu;

/** 「拉筋下次幾時？」 */
const WHEN_HAN =
  /^(?<name>\S{1,30}?)(?:嘅|的)?(?:提醒|任務|工作|鬧鐘)?(?:嗰個|呢個)?(?:下(?:一)?次|下次)?(?:係|是|會|喺)?(?:幾時|何時|幾點)(?:行|執行|響|提|開始|再行)?$/u;

/** "Is the stand-up paused?", 「例會係咪暫停咗？」 */
const STATE =
  /^is (?:the |our |my )?(?<name>\S+(?: \S+){0,3}?)(?: (?:reminder|job|automation|task))?(?: (?:still|currently|now|already))? (?:paused|active|enabled|disabled|scheduled|set up)$/iu;
const STATE_HAN =
  /^(?<name>\S{1,30}?)(?:嘅|的)?(?:提醒|任務|工作|鬧鐘)?(?:[嗰呢]個)?(?:係咪|是不是|有冇|有無|有沒有)(?:已經|已)?(?:被)?(?:暫停|停)(?:咗|了)?$/u;

/** "When is the stand-up?", "is it paused?", where an automation has that name; undefined otherwise. */
export function askWhenJob(asked: string, talk: ToolTalk, language: Locale): ModelReply | undefined {
  const said = asked.replace(/[\s?!.？。！呀啊呢㗎]+$/u, '');
  const found = [WHEN, WHEN_HAN, STATE, STATE_HAN].map((form) => form.exec(said)).find((one) => one !== null);
  const name = found?.groups?.['name'];
  return name === undefined
    ? undefined
    : whereNamed(name, talk, (jobs) => sayText(sayJobs(language, { jobs })));
}

/** "Did the stand-up run?", where an automation has that name; undefined otherwise. */
export function askLastRun(asked: string, talk: ToolTalk, language: Locale): ModelReply | undefined {
  const name = askedLastRun(asked);
  return name === undefined
    ? undefined
    : whereNamed(name, talk, (jobs) => sayText(jobs.map((job) => sayLastRun(language, job)).join('\n')));
}

const CREATED =
  /^(?:who|when was|when were|when did (?:you|we|someone|anyone)) (?=.*(?:created?|made|make|set up|add(?:ed)?|scheduled?))(?:created |made |set up |added |scheduled |create |make |add |schedule )?(?:the |our |my )?(?<name>\S+(?: \S+){0,4}?)(?: (?:reminder|job|automation|task))?(?: (?:created|made|set up|added|scheduled))?$/iu;
/** 「日程係邊個加嘅？」, 「邊個設定咗日程？」 */
const CREATED_HAN =
  /^(?:(?<name>\S{1,30}?)(?:嘅|的)?(?:提醒|任務|工作|鬧鐘)?(?:[嗰呢]個)?(?:係|是)?(?:邊個|誰|邊位|幾時|何時)(?:整|加|加入|設定|設|建立|較|排)(?:咗|了|嘅|的|㗎)*|(?:邊個|誰|邊位)(?:整|加|加入|設定|設|建立|較|排)(?:咗|了)?(?:個)?(?<named>\S{1,30}?)(?:提醒|任務|工作|鬧鐘)?)$/u;

/** "Who created the diary?", where an automation has that name: from its record. Undefined otherwise. */
export function askCreator(asked: string, talk: ToolTalk, language: Locale): ModelReply | undefined {
  const said = asked.replace(/[\s?!.？。！呀啊呢㗎]+$/u, '');
  const { name, named = name } = (CREATED.exec(said) ?? CREATED_HAN.exec(said))?.groups ?? {};
  if (named === undefined || !talk.offers(TOOL)) return undefined;
  return whereNamed(named, talk, ([job]) => {
    const shown = talk.resultOf(TOOL);
    if (shown === undefined) return callTool(talk.nextCallId, TOOL, { action: 'show', job: job!.id });
    const record = readResult(CronResult, shown)?.job;
    return sayText(
      record ? sayCreated(language, record) : sayRefused(language, refusalIn(shown, language) ?? ''),
    );
  });
}

/** Whether these words are in an automation's name, or in what it does: "the newsletter", 通訊. */
export function isCalled({ name, does }: z.infer<typeof JobsResult>['jobs'][number], words: string): boolean {
  return [name, does?.en ?? '', does?.zh ?? ''].some((text) => hasWords(text, words));
}

/** What is answered where automations are called so; undefined where none has. */
function whereNamed(
  name: string,
  talk: ToolTalk,
  answer: (jobs: z.infer<typeof JobsResult>['jobs']) => ModelReply,
): ModelReply | undefined {
  if (!talk.offers('jobs')) return undefined;
  const result = talk.resultOf('jobs');
  if (result === undefined) return callTool(talk.nextCallId, 'jobs', {});
  const named = readResult(JobsResult, result)?.jobs.filter((job) => isCalled(job, name)) ?? [];
  return named.length === 0 ? undefined : answer(named);
}

/** A "yes" or "no" to the question whether to change or remove a job; undefined where that was not asked last. */
export function answerAskedJob(talk: ToolTalk, messages: readonly ChatMessage[]): ModelReply | undefined {
  const asked = askedOfThem(messages, askedBackAbout);
  if (asked === undefined || !talk.offers(TOOL)) return undefined;
  const { action, job, language } = asked;
  if (isNo(talk.asked)) return sayText(language === 'zh' ? '沒有更改。' : 'It stays as it is.');
  if (!isYes(talk.asked)) return undefined;
  const result = talk.resultOf(TOOL);
  if (result === undefined) return callTool(talk.nextCallId, TOOL, { action, job });
  const refused = refusalIn(result, language);
  if (refused !== undefined) return sayText(sayRefused(language, refused));
  const done = readResult(CronResult, result);
  const order = { action: 'show', job } as const;
  return sayText((done && sayJobDone(language, order, done)) ?? sayRefused(language, result.slice(0, 300)));
}

/** When a pause is to end, as the tool takes it; undefined where the asker says when. */
function endOf(order: JobOrder): { readonly until: string } | undefined {
  if (order.action !== 'pause' || order.until === undefined) return undefined;
  return /\bi say so\b|我(?:話|說)/iu.test(order.until) ? undefined : { until: order.until };
}

function ofEnd({ until }: Extract<JobOrder, { action: 'add' | 'edit' }>): { readonly until?: string } {
  return until === undefined ? {} : { until };
}

function firstCall(order: Exclude<JobOrder, { action: 'ask' }>): Record<string, string> {
  switch (order.action) {
    case 'add':
      return {
        action: 'add',
        name: order.name,
        message: order.message,
        schedule: order.schedule,
        ...ofEnd(order),
        // A brief is made each time; it isn't a reminder.
        ...(briefTopic(order.message) !== undefined && { profile: 'brief' }),
      };
    case 'edit':
      return 'time' in order.becomes
        ? { action: 'show', job: order.job }
        : { action: 'edit', job: order.job, ...order.becomes, ...ofEnd(order) };
    case 'skip':
      return {
        action: 'skip',
        job: order.job,
        ...(order.day !== undefined && { day: order.day }),
      };
    default:
      return { action: order.action, job: order.job, ...endOf(order) };
  }
}

/** The days of a schedule, in the tool's words, with another time; undefined where it has no days. */
function sameDays(schedule: string, time: string): string | undefined {
  const [, days] = /^(?:once, on )?(.+?) at \d\d:\d\d/.exec(schedule) ?? [];
  if (days === undefined) return undefined;
  const dated = /\d{1,2} [A-Z]\p{L}+ \d{4}/u.exec(days)?.[0];
  const [found] = whensIn(`${dated ?? days} at 0:00`);
  return found?.schedule?.replace(/0:00$/, time);
}
