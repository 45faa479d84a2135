import type { DeskStatus } from '../desk/desk-status.ts';
import { dayAndTime } from '../time/zone.ts';
import type { Locale } from '../feature/command.ts';
import { count } from '../text/count.ts';
import { sayProviders, saySpending } from './say-spending.ts';
import type { SeenStatus } from './seen-by.ts';

/** How the desk stands, a line for each part of it. */
export function sayDesk(desk: SeenStatus, zone: string, locale: Locale): string {
  const { feeds, nextRuns, waiting, hidden, remarks = [] } = desk;
  const failing = feeds.filter((feed) => feed.error !== undefined);
  const colon = { en: ': ', zh: '：' }[locale];
  return [
    sayWho(desk, locale),
    ...sayProviders(desk, zone, locale),
    sayWork(desk, locale),
    ...waiting.map(({ name, since }) => {
      const at = dayAndTime(since, zone, locale);
      return {
        en: `- ${name} is waiting behind an active turn since ${at}`,
        zh: `- ${name} 由 ${at} 起等候進行中的對話`,
      }[locale];
    }),
    ...nextRuns.map((run) => `- ${dayAndTime(run.atMs, zone, locale)}${colon}${run.name}`),
    ...(hidden === 0
      ? []
      : [
          {
            en: `- ${count(hidden, 'automation')} in channels that you can't see.`,
            zh: `- ${hidden} 項在你看不見的頻道。`,
          }[locale],
        ]),
    feeds.length === 0
      ? { en: 'No feed was read yet.', zh: '還沒有讀取過任何來源。' }[locale]
      : {
          en: `${count(feeds.length, 'feed')}, ${failing.length} failing.`,
          zh: `${feeds.length} 個來源，${failing.length} 個失敗。`,
        }[locale],
    ...failing.map((feed) => `- ${feed.label ?? feed.key}${colon}${feed.error}`),
    ...saySpending(desk, locale),
    ...remarks,
  ].join('\n');
}

function sayWho({ edition, model }: DeskStatus, locale: Locale): string {
  const who = model.languageModel
    ? { en: `${model.model} (${model.provider})`, zh: `${model.model}（${model.provider}）` }
    : { en: 'the desk model, without a language model', zh: '編輯台自帶的模型，沒有語言模型' };
  return {
    en: `Edition **${edition}**; answers come from ${who.en}.`,
    zh: `版本 **${edition}**；由 ${who.zh} 回應。`,
  }[locale];
}

function sayWork({ cron, paused }: DeskStatus, locale: Locale): string {
  const off = paused
    ? { en: 'paused', zh: '已暫停' }
    : { en: 'off (NIGHTDESK_SKIP_CRON)', zh: '已關閉（NIGHTDESK_SKIP_CRON）' };
  const how = cron.enabled ? { en: 'on', zh: '已開啟' } : off;
  return {
    en: `Scheduled work is ${how.en}: ${count(cron.jobs, 'automation')}, ${cron.running} running, ${cron.deferred} waiting.`,
    zh: `定時工作${how.zh}：${cron.jobs} 項，${cron.running} 項執行中，${cron.deferred} 項等候中。`,
  }[locale];
}
