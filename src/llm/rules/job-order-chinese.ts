/** Orders about automations in Chinese, written or spoken. */
import type { JobOrder } from './job-order.ts';
import { endOrder, withEnd } from './job-end.ts';
import { jobName } from './job-name.ts';
import { briefTopic } from '../../text/brief-request.ts';
import { chineseWhensIn } from '../../text/when/chinese.ts';
import { endIn } from '../../text/when/ends.ts';
import type { When } from '../../text/when/english.ts';

const OPENING =
  /^(?:早晨|你好|早安|唔該晒?|麻煩(?:你|晒)?|請(?:你|問)?|幫(?:手|我|我哋|我們)|可唔可以|可不可以|可否|能否|可以|你|我想(?:你)?|我要(?:你)?|想你|得閒|記得|同|由今日起|由聽日起|[，,。！!：:\s])+/u;
const WHOM = '(?:我哋|我們|我|大家|各位|全組|同事|編輯部|編採)';
const REMIND = new RegExp(
  `^(?:提醒|提一提|提提|提(?=${WHOM})|通知|叫)(?<whom>${WHOM})?(?:一聲|一下|返)?`,
  'u',
);
const TELL = new RegExp(
  `^(?:話(?:畀|俾|給)?|告訴|講(?:畀|俾)?|報告(?:畀|俾)?)(?<whom>${WHOM})(?:知|聽)?`,
  'u',
);
const SET_UP =
  /^(?:加|新增|建立|設定|設|安排|整|開)(?:返|多)?(?:一)?(?:個|項)(?:新)?(?:嘅|的)?(?:提醒|任務|排程|工作|鬧鐘)/u;
/** 「每個平日七點半睇日程」: a task in the imperative needs no word for reminding. */
const TASK =
  /^(?:check|睇|檢查|查看|查|核對|覆核|打電話|致電|聯絡|打俾|打畀|發電郵|電郵|覆電郵|開會|更新|整理|準備|跟進|留意|提交|備份|收集|點算|探訪|巡視|閱讀|讀|校對|交|總結|匯報|報告|發(?:一)?(?:個|份)|做|(?:整|製作|寫|出|發)(?=.{0,4}(?:通訊|電子報)$))\S/iu;
const KIND = '(?:提醒|任務|排程|自動化|工作|鬧鐘)';
/** 「叫『早報』的工作」 */
const CALLED = new RegExp(`(?:名叫|叫做|名為|叫)(?=[「『“"].{1,40}?[」』”"](?:嘅|的|個)?${KIND})`, 'u');
const REMOVE = new RegExp(
  `^(?:取消|刪除|刪走|刪去|移除|剷走|剷咗)(?<job>.*?)(?:嘅|的|個|呢個|那個)?(?:${KIND})$`,
  'u',
);
/** 「刪除 planner」: "planner" names a job. */
const REMOVE_PLANNER = new RegExp(
  `^(?:取消|刪除|刪走|刪去|刪咗|移除|剷走|剷咗)(?:咗)?\\s*(?<job>.*?(?:planner|選題|策劃|選稿))\\s*(?:${KIND})?$`,
  'iu',
);
const SET_UP_PLANNER =
  /^(?:加|新增|建立|設定|設|安排|排|整|開|做)(?:返|多)?(?:一)?(?:個|項|次|轉)?(?:新)?(?:嘅|的)?\s*(?<what>(?:每日|每小時)?\s*(?:planner|選題|策劃|選稿))(?:工作|任務|排程)?$/iu;
const PAUSE =
  /^(?:暫停|停止|停咗|停住|停用|關閉)(?:住)?(?<job>.+?)(?:，?(?<until>(?:直到|直至|至到|到).+|(?:半|\d+|[一二兩两三四五六七八九十]+)(?:個|个)?(?:鐘頭?|小時|分鐘|日|天|星期|禮拜|週)))?$/u;
const STOP_REMINDING = new RegExp(
  `^(?:唔好再|不要再|停止|唔使再)(?:提醒|提(?=${WHOM}))${WHOM}?(?<job>.*)$`,
  'u',
);
const RESUME = /^(?:恢復|重新啟動|重新開始|重開|繼續|啟用|開返)(?<job>.+)$/u;
const MOVE =
  /^(?:把|將|請將)?(?<job>.+?)(?:由.+?)?(?:改到|改為|改成|改做|改去|移到|調到|調至|推遲到|提早到|搬到)(?<when>.+)$/u;

/** Words after a time that change it: 「六點之前」, 「九點至十點」. */
const AFTER_TIME = /^(?:之前|以前|前(?![往去])|之後|以後|(?:到|至)(?=[\d一二兩三四五六七八九十上下朝晚]))/u;
/** 「，星期日除外」 */
const BUT =
  /(?:星期|週|周|禮拜|假期|假日|週末|周末)\S{0,4}除外|(?:除咗|除了)(?:星期|週|周|禮拜|公眾假期|假期|假日)/u;
/** 「，直到六點」, 「直到星期五」, 「到復活節為止」, 「連續一星期」 */
const ENDS =
  /[，,](?:直到|直至)|(?:直到|直至)(?:下個?|今個?)?(?:星期|週|周|禮拜|月底|年底|聽日|明天|後日|[\d一二三四五六七八九十]+月)|[到至].{1,12}[為为]止|連續[一二兩三四五六七八九十\d]+(?:日|天|個?(?:星期|禮拜|月)|週|周)/u;

/** The order about automations in a Chinese sentence; undefined where there is none. */
export function chineseJobOrder(sentence: string): JobOrder | undefined {
  const text = sentence
    .trim()
    .replace(/[\s。！!？?~～]+$/u, '')
    .replace(/(?:唔該晒?|謝謝|多謝|好嗎|得唔得|可以嗎|吖|呀|啊|啦|喇)$/u, '')
    .replace(/[，,\s]+$/u, '');
  const bare = text
    .replace(OPENING, '')
    .replace(CALLED, '')
    .replace(/[「『“"](.{1,40}?)[」』”"]/u, '$1');
  return change(bare) ?? withEnd(bare, addition) ?? newEnd(bare);
}

function newEnd(bare: string): JobOrder | undefined {
  const order = endOrder(bare);
  if (order === undefined || !new RegExp(KIND, 'u').test(order.job)) return undefined;
  const job = nameOf(order.job);
  return job === '' ? { action: 'ask', missing: 'which', what: '' } : { ...order, job };
}

function addition(bare: string): JobOrder | undefined {
  const leading = chineseWhensIn(bare).find(({ start }) => start === 0);
  const order =
    leading === undefined
      ? bare
      : bare
          .slice(leading.end)
          .replace(/^[，,：:、\s]+/u, '')
          .replace(OPENING, '');
  const planner = plannerAt(order, leading);
  if (planner !== undefined) return planner;
  const remind = REMIND.exec(order);
  const setUp = SET_UP.exec(order);
  const tell = TELL.exec(order);
  const found = remind ?? setUp ?? tell;
  if (found === null) return taskAt(order, leading);
  // 叫 and 通知 alone are everyday words.
  if (remind !== null && !/^提/u.test(order) && remind.groups?.['whom'] === undefined) return undefined;
  const inside = chineseWhensIn(order).filter(({ start }) => start >= found[0].length);
  const beside = inside.find(({ start }) =>
    /^[，,：:\s]*(?:喺|在|於)?$/u.test(order.slice(found[0].length, start)),
  );
  const last = inside.findLast(({ end }) => end === order.length);
  const when = leading ?? beside ?? last;
  if (found === tell && (when === undefined || (when !== leading && !when.repeats))) return undefined;
  // 「提醒我哋上次講過乜」 is a question.
  if (when === undefined && /乜|咩|什麼|甚麼|邊個|誰|嗎|呢$/u.test(order)) return undefined;
  const rest =
    when === undefined || when === leading
      ? order.slice(found[0].length)
      : `${order.slice(found[0].length, when.start)}${order.slice(when.end)}`;
  const what = rest.replace(/^(?:[，,：:\s]|要|去|內容係|內容是|關於|有關|叫做)+|[，,、\s]+$/gu, '').trim();
  const isChanged = when !== undefined && when !== leading && AFTER_TIME.test(order.slice(when.end));
  if (ENDS.test(what)) return { action: 'ask', missing: when?.repeats === true ? 'end' : 'time', what: '' };
  if (isChanged || BUT.test(what)) return { action: 'ask', missing: 'time', what: '' };
  return ordered(
    what,
    { tells: found === tell, whom: remind?.groups?.['whom'] ?? tell?.groups?.['whom'] ?? '我們' },
    when,
  );
}

/** 「逢平日九點排一個選題」, 「排一個選題逢平日九點」 */
function plannerAt(order: string, leading: When | undefined): JobOrder | undefined {
  const last = leading ?? chineseWhensIn(order).find(({ end }) => end === order.length);
  const bare = leading || !last ? order : order.slice(0, last.start).replace(/[，,\s]+$/u, '');
  const what = SET_UP_PLANNER.exec(bare)?.groups?.['what'];
  if (what === undefined) return undefined;
  if (last?.schedule === undefined) return { action: 'ask', missing: 'time', what };
  return { action: 'add', name: what, message: what, schedule: last.schedule, when: last.said };
}

/** Only with its time in front; elsewhere the same words are a statement or a question. */
function taskAt(order: string, when: When | undefined): JobOrder | undefined {
  const isTask = TASK.test(order) || briefTopic(order) !== undefined;
  if (when?.schedule === undefined || !isTask || /乜|咩|什麼|甚麼|邊個|誰|嗎|呢$/u.test(order))
    return undefined;
  if (when.repeats && ENDS.test(order)) return { action: 'ask', missing: 'end', what: '' };
  return { action: 'add', name: jobName(order), message: order, schedule: when.schedule, when: when.said };
}

function ordered(
  what: string,
  { tells, whom }: { tells: boolean; whom: string },
  when: When | undefined,
): JobOrder {
  if (/^(?:如果|若|一旦|當|假如|等到)/u.test(what)) return { action: 'ask', missing: 'time', what: '' };
  if (what === '') return { action: 'ask', missing: 'what', what: when?.said ?? '' };
  if (when?.schedule === undefined) return { action: 'ask', missing: 'time', what };
  const message = tells ? `告訴${whom}${what}` : `提醒${whom}${what}`;
  return { action: 'add', name: jobName(what), message, schedule: when.schedule, when: when.said };
}

function change(bare: string): JobOrder | undefined {
  const planner = REMOVE_PLANNER.exec(bare)?.groups?.['job'];
  if (planner !== undefined) return named('remove', planner);
  const remove = REMOVE.exec(bare)?.groups?.['job'];
  if (remove !== undefined) return named('remove', remove);
  const stopped = STOP_REMINDING.exec(bare)?.groups?.['job'];
  if (stopped !== undefined) return named('pause', stopped.replace(/^(?:關於|有關)/u, ''));
  const pause = PAUSE.exec(bare)?.groups;
  if (pause?.['job'] !== undefined && isJob(pause['job'], bare))
    return named('pause', pause['job'], pause['until']);
  const resume = RESUME.exec(bare)?.groups?.['job'];
  if (resume !== undefined && isJob(resume, bare)) return named('resume', resume);
  const { job, when } = MOVE.exec(bare)?.groups ?? {};
  if (job === undefined || when === undefined) return undefined;
  const { rest: times, said: until } = endIn(when) ?? { rest: when };
  const found = chineseWhensIn(times).find(({ start, end }) => start === 0 && end === times.length);
  if (found?.schedule === undefined) return undefined;
  const name = nameOf(job);
  if (name === '') return { action: 'ask', missing: 'which', what: '' };
  const becomes = found.timeOnly
    ? { time: found.schedule.replace(/^once at /u, '') }
    : { schedule: found.schedule };
  return { action: 'edit', job: name, when: times, becomes, ...(until !== undefined && { until }) };
}

/** 暫停 and 恢復 are used of jobs; 停止 and 繼續 of anything, unless the kind is named. */
function isJob(job: string, bare: string): boolean {
  return new RegExp(KIND, 'u').test(job) || (/^(?:暫停|恢復)/u.test(bare) && [...job].length <= 10);
}

function named(action: 'pause' | 'resume' | 'remove', job: string, until?: string): JobOrder {
  const name = nameOf(job);
  if (name === '' || /^晒?(?:所有|全部)/u.test(name)) return { action: 'ask', missing: 'which', what: name };
  return { action, job: name, ...(until !== undefined && { until }) };
}

function nameOf(job: string): string {
  return job
    .replace(/^(?:呢個|嗰個|那個|這個|[呢嗰那這](?=$|個|提醒|任務|工作)|個|關於|有關|所有的)/u, '')
    .replace(new RegExp(`(?:嘅|的|個)?${KIND}$|[嗰那呢這]個$`, 'u'), '')
    .replace(/^(?:個|嘅|的)+|(?:嘅|的)+$/gu, '')
    .trim();
}
