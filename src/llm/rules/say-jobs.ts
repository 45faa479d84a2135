/** The `cron` tool's results as text: what was done, when it runs next, or what is missing. */
import type { z } from 'zod';
import type { CronResult } from './chat-shapes.ts';
import type { JobOrder } from './job-order.ts';
import { sayRemark, scheduleIn } from './say-chat.ts';
import { sayMoment } from './say-moment.ts';
import type { Locale } from '../../time/locale.ts';

type Shown = NonNullable<z.infer<typeof CronResult>['added']>;

const NEXT = 3;

/** The result of an order, with the next times; undefined where there is nothing to report. */
export function sayJobDone(
  language: Locale,
  order: JobOrder,
  result: z.infer<typeof CronResult>,
): string | undefined {
  const { added, already, changed, pausedUntil, skipped, removed, job, asks, remark } = result;
  const zh = language === 'zh';
  const also = sayRemark(language, remark);
  if (added !== undefined)
    return zh
      ? `已加入「${added.name}」：${order.action === 'add' && order.until === undefined ? order.when : scheduleIn('zh', added)}。${nextRuns(language, added)}${also}`
      : `Done: "${added.name}" runs ${added.schedule}.${nextRuns(language, added)}${also}`;
  if (already !== undefined)
    return zh
      ? `已經有「${already.name}」：${scheduleIn('zh', already)}${already.enabled ? '' : '（已暫停）'}。${nextRuns('zh', already)}${also}`
      : `There already: "${already.name}" runs ${already.schedule}${already.enabled ? '' : ', but is paused'}.${nextRuns('en', already)}${also}`;
  if (removed !== undefined)
    return zh ? `已刪除「${removed.name}」。` : `Removed: "${removed.name}" will not run any more.`;
  if (changed !== undefined && skipped !== undefined) {
    const when = sayMoment(language, skipped);
    return zh
      ? `會略過「${changed.name}」在${when}的一次。說「還原」可以收回。${nextRuns('zh', changed)}${also}`
      : `Skipped: "${changed.name}" does not run on ${when}. Say "undo" to take that back.${nextRuns('en', changed)}${also}`;
  }
  if (changed !== undefined) return sayChanged(language, order, changed, pausedUntil) + also;
  if (asks !== undefined) return sayAsksBack(language, asks, order);
  if (job === undefined) return undefined;
  const message = job.message ?? job.text ?? '';
  return zh
    ? `「${job.name}」：${scheduleIn('zh', job)}${job.enabled ? '' : '（已暫停）'}。內容：「${message}」。${nextRuns(language, job)}${also}`
    : `"${job.name}" runs ${job.schedule}${job.enabled ? '' : ', but is paused'}. It says: "${message}".${nextRuns(language, job)}${also}`;
}

/** Who made it, and when. It is bound to the conversation in which it is asked about. */
export function sayCreated(language: Locale, { name, createdBy, created }: Shown): string {
  const when = created === undefined ? '' : sayMoment(language, created);
  if (language === 'zh')
    return `「${name}」${when === '' ? '' : `於${when}`}${createdBy === undefined ? '加入，沒有記錄由誰加入' : `由 ${createdBy} 加入`}，屬於這個頻道。`;
  const who = createdBy === undefined ? 'by somebody of whom there is no record' : `by ${createdBy}`;
  return `"${name}" was created ${who}${when === '' ? '' : ` on ${when}`}, for this channel.`;
}

/** A question of the desk; `askedBackAbout` parses it. */
function sayAsksBack(
  language: Locale,
  { action, name }: NonNullable<z.infer<typeof CronResult>['asks']>,
  order: JobOrder,
): string {
  const zh = language === 'zh';
  if (action === 'remove')
    return zh
      ? `要刪除「${name}」嗎？之後不會再執行。現在還未刪除；回覆「係」便會刪除。`
      : `Remove "${name}"? It will not run any more. Nothing is done yet; answer "yes" and I do it.`;
  const when = order.action === 'edit' ? [order.when, order.until ?? ''].join(zh ? '' : ' ').trim() : '';
  return zh
    ? `要把「${name}」改為${when}嗎？現在還未更改；回覆「係」便會更改。`
    : `Change "${name}" to ${when}? Nothing is done yet; answer "yes" and I do it.`;
}

const ASKED_BACK =
  /^(?:Remove "(?<removed>.+)"\? It will|要刪除「(?<removedHan>.+)」嗎？|Change "(?<changed>.+)" to .*\? Nothing|要把「(?<changedHan>.+)」改為.*嗎？)/mu;

/** What the desk's own question was about. */
export function askedBackAbout(
  question: string,
): { action: 'remove' | 'edit'; job: string; language: Locale } | undefined {
  const { removed, removedHan, changed, changedHan } = ASKED_BACK.exec(question)?.groups ?? {};
  const job = removed ?? removedHan ?? changed ?? changedHan;
  if (job === undefined) return undefined;
  const isRemoval = (removed ?? removedHan) !== undefined;
  const isChinese = (removedHan ?? changedHan) !== undefined;
  return { action: isRemoval ? 'remove' : 'edit', job, language: isChinese ? 'zh' : 'en' };
}

function sayChanged(language: Locale, order: JobOrder, changed: Shown, pausedUntil?: string): string {
  const zh = language === 'zh';
  if (order.action === 'pause' && pausedUntil !== undefined) {
    const end = sayMoment(language, pausedUntil);
    return zh
      ? `已暫停「${changed.name}」，至${end}。叫我「恢復${changed.name}」便會提早執行。`
      : `Paused: "${changed.name}" until ${end}. Say "resume ${changed.name}" to start it earlier.`;
  }
  if (order.action === 'pause') {
    const kept =
      order.until === undefined || /\bi say so\b|我(?:話|說)/iu.test(order.until)
        ? ''
        : zh
          ? '我不會自行恢復：'
          : " I don't start it again by myself: ";
    const how = zh
      ? `叫我「恢復${changed.name}」便會再執行。`
      : `Say "resume ${changed.name}" to start it again.`;
    return zh
      ? `已暫停「${changed.name}」。${kept}${how}`
      : `Paused: "${changed.name}".${kept === '' ? ' ' : kept}${how}`;
  }
  if (order.action === 'resume')
    return zh
      ? `已恢復「${changed.name}」。${nextRuns(language, changed)}`
      : `Resumed: "${changed.name}" runs ${changed.schedule}.${nextRuns(language, changed)}`;
  return zh
    ? `已更改「${changed.name}」：${order.action === 'edit' && order.until === undefined ? order.when : scheduleIn('zh', changed)}。${nextRuns(language, changed)}`
    : `Changed: "${changed.name}" runs ${changed.schedule}.${nextRuns(language, changed)}`;
}

function nextRuns(language: Locale, { next, nextRuns: all = [] }: Shown): string {
  const runs = (all.length > 0 ? all : next == null ? [] : [next]).slice(0, NEXT);
  if (runs.length === 0) return '';
  const said = runs.map((run) => sayMoment(language, run));
  return language === 'zh' ? `下次：${said.join('、')}。` : ` Next: ${said.join('; ')}.`;
}

/** Asks for what is missing from the order. */
export function sayMissing(
  language: Locale,
  { missing, what }: Extract<JobOrder, { action: 'ask' }>,
): string {
  const zh = language === 'zh';
  switch (missing) {
    case 'time':
    case 'day': {
      const thing = what === '' ? (zh ? '開會' : 'check the diary') : what;
      return zh
        ? `什麼時候？我只會按時間提醒。例如：「每個平日早上七點半提醒我們${thing}」或「二十分鐘後提醒我${thing}」。`
        : `When? I remind by the clock only: "remind us every weekday at 7:30 ${toDo(thing)}", or "in 20 minutes remind me ${toDo(thing)}".`;
    }
    case 'what':
      return zh
        ? `要提醒什麼？例如：「${what || '每日九點'}提醒我們看日程」。`
        : `Of what? For example: "remind us ${what || 'every day at 9:00'} to check the diary".`;
    case 'which':
      return zh
        ? '哪一項？我每次只改一項，請說出名稱；問「有哪些任務？」便會列出。'
        : 'Which one? I change one at a time: give its name; "which jobs are there?" lists them.';
    case 'end':
      return zh
        ? '到什麼時候為止？我看不懂這個結束時間，所以沒有加。例如：「每日八點提醒我們看日程，直到星期五」、「到12月5日為止」或「直到星期五 18:00」。'
        : 'Until when? I could not read the end, so I added none. For example: "remind us every day at 8 until Friday to check the diary", "until 5 December", or "until Friday at 18:00".';
  }
}

/** Where the conversation can't change automations: the command that can. */
export function sayJobElsewhere(language: Locale, order: JobOrder): string {
  const zh = language === 'zh';
  const thing = order.action === 'add' ? bare(order.message) : order.action === 'ask' ? order.what : '';
  const when = order.action === 'add' ? order.schedule : '';
  const command =
    order.action === 'add' || order.action === 'ask'
      ? `/cron add name:${zh ? '提醒' : 'reminder'} message:${thing || (zh ? '看日程' : 'check the diary')} schedule:${when || (zh ? '20分鐘後' : 'in 20m')}`
      : `/cron ${order.action}`;
  return zh
    ? `這個對話不能更改任務。請用指令：\`${command}\``
    : `I can't do that from this conversation. Use the command: \`${command}\``;
}

function bare(message: string): string {
  return message.replace(/^Remind \S+ (?:(?:to|of|that|about) )?|^提醒(?:我哋|我們|我|大家|各位)?/u, '');
}

/** Words about the time that were not read; an example with them in it would be nonsense. */
const OF_TIME =
  /^(?:on|at|in|by|before|after|from|past|every|each|next|this|last|later|soon|once|twice|two|end|&|\/|\(|\d|(?:mon|tue|wed|thu|fri|sat|sun)\w*\b)/iu;

/** What follows "remind us". */
function toDo(thing: string): string {
  if (OF_TIME.test(thing)) return 'to check the diary';
  return /^(?:about|of|that) /u.test(thing) ? thing : `to ${thing}`;
}
