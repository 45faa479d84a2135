/** When an automation ran last, and how that ended, from what the `jobs` tool tells. */
import type { z } from 'zod';
import type { Locale } from '../../time/locale.ts';
import type { JobsResult } from './chat-shapes.ts';
import { sayMoment } from './say-moment.ts';

type ListedJob = z.infer<typeof JobsResult>['jobs'][number];

/** "Did the stand-up run?", "when did the stand-up last run?" */
const ASKED =
  /^(?:did|has|when did|when was) (?:the |our |my )?(?<name>\S+(?: \S+){0,4}?)(?: (?:reminder|job|automation|task))?(?: last)? (?:run|ran|go off|gone off|fire|fired)(?: (?:yet|already|last|last time|today|yesterday|this morning))*$/iu;
/** 「例會有冇執行過？」, 「例會上次幾時執行？」 */
const ASKED_HAN =
  /^(?<name>\S{1,30}?)(?:嘅|的)?(?:提醒|任務|工作|鬧鐘)?(?:[嗰呢]個)?(?:今日|今朝|尋日|琴日)?(?:(?:有冇|有無|有沒有)(?:行|執行|響|運行)(?:過|到|咗)?|(?:行|執行|響|運行)(?:咗未|過未|了嗎|過嗎)|上次(?:係|是|喺)?(?:幾時|何時)(?:行|執行|響|運行)?)$/u;

/** Of which automation it is asked; undefined for other questions. */
export function askedLastRun(asked: string): string | undefined {
  const said = asked.replace(/[\s?!.？。！呀啊呢㗎]+$/u, '');
  return (ASKED.exec(said) ?? ASKED_HAN.exec(said))?.groups?.['name'];
}

const STATUSES: Readonly<Record<string, string>> = {
  ok: '成功',
  quiet: '沒有內容',
  failed: '失敗',
  timed_out: '逾時',
  skipped: '略過',
  interrupted: '中斷',
};

export function sayLastRun(language: Locale, { name, lastRan, lastStatus, next }: ListedJob): string {
  const zh = language === 'zh';
  const when = lastRan == null ? undefined : sayMoment(language, lastRan);
  const coming =
    next == null ? '' : zh ? `下次：${sayMoment('zh', next)}。` : ` Next: ${sayMoment('en', next)}.`;
  if (zh)
    return when === undefined
      ? `「${name}」未執行過。${coming}`
      : `「${name}」上次在${when}執行${ended('zh', lastStatus)}。${coming}`;
  return when === undefined
    ? `"${name}" has not run yet.${coming}`
    : `"${name}" last ran ${when}${ended('en', lastStatus)}.${coming}`;
}

/** Of a job without a next run: when it ran; undefined where it never did. */
export function ranIn(language: Locale, { lastRan, lastStatus }: ListedJob): string | undefined {
  if (lastRan == null) return undefined;
  const when = sayMoment(language, lastRan);
  return language === 'zh'
    ? `已在${when}執行${ended('zh', lastStatus)}`
    : `ran ${when}${ended('en', lastStatus)}`;
}

function ended(language: Locale, status: string | undefined): string {
  if (status === undefined) return '';
  return language === 'zh' ? `：${STATUSES[status] ?? status}` : `: ${status.replace('_', ' ')}`;
}
