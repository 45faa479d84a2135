import type { DeskStatus } from '../desk/desk-status.ts';
import { dayAndTime } from '../time/zone.ts';
import type { Locale } from '../feature/command.ts';
import { count } from '../text/count.ts';
import { shorten } from '../text/shorten.ts';
import { sayProviders, saySpending } from './say-spending.ts';
import type { SeenStatus } from './seen-by.ts';

/** Characters of the names of feeds. */
const MOST_NAMED = 1_500;

/** How the desk stands, a line for each part of it. */
export function sayDesk(desk: SeenStatus, zone: string, locale: Locale): string {
  const { feeds, nextRuns, waiting, hidden, remarks = [] } = desk;
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
    ...sayFeeds(feeds, locale),
    ...saySpending(desk, locale),
    ...sayDesks(desk, locale),
    ...remarks.map((remark) => remark[locale]),
  ].join('\n');
}

/** One part of how the desk stands, for whoever asks for no more. */
export function sayDeskPart(
  part: 'paused' | 'cost' | 'feeds',
  desk: SeenStatus,
  pausedJobs: readonly string[],
  { zone, locale }: { readonly zone: string; readonly locale: Locale },
): string {
  if (part === 'paused') return sayPaused(desk, pausedJobs, zone, locale);
  if (part === 'feeds') {
    const names = desk.feeds.map(({ key, label = key }) => label).join({ en: ', ', zh: '、' }[locale]);
    return [...sayFeeds(desk.feeds, locale), shorten(names, MOST_NAMED)].join('\n').trimEnd();
  }
  const spent = saySpending(desk, locale);
  if (spent.length > 0) return spent.join('\n');
  return desk.model.languageModel
    ? {
        en: 'No language model was asked today, so nothing was spent.',
        zh: '今日沒有用過語言模型，沒有費用。',
      }[locale]
    : {
        en: 'Nothing: the desk works without a language model, and no model was asked today.',
        zh: '沒有費用：編輯台沒有使用語言模型，今日沒有呼叫過任何模型。',
      }[locale];
}

function sayPaused(desk: SeenStatus, jobs: readonly string[], zone: string, locale: Locale): string {
  const { paused, pausedUntilMs, cron } = desk;
  const until = pausedUntilMs === undefined ? undefined : dayAndTime(pausedUntilMs, zone, locale);
  const all = paused
    ? until === undefined
      ? {
          en: 'All scheduled work is paused. /desk resume starts it again.',
          zh: '所有定時工作已暫停。可用 /desk resume 恢復。',
        }
      : {
          en: `All scheduled work is paused until ${until}. /desk resume starts it earlier.`,
          zh: `所有定時工作暫停至 ${until}。可用 /desk resume 提早恢復。`,
        }
    : cron.enabled
      ? { en: 'Scheduled work is on.', zh: '定時工作已開啟。' }
      : { en: 'Scheduled work is off (NIGHTDESK_SKIP_CRON).', zh: '定時工作已關閉（NIGHTDESK_SKIP_CRON）。' };
  const here =
    jobs.length === 0
      ? [{ en: 'No automation of this conversation is paused.', zh: '這個對話沒有暫停的定時工作。' }[locale]]
      : [
          { en: 'Paused in this conversation:', zh: '這個對話已暫停的定時工作：' }[locale],
          ...jobs.map((name) => `- ${name}`),
        ];
  const feedsIn = (which: string) =>
    desk.feeds.filter(({ state }) => state === which).map(({ key, label = key }) => label);
  const [feeds, resting] = [feedsIn('disabled'), feedsIn('paused')];
  const off = {
    en: `Feeds that failed too often and are not read: ${feeds.join(', ')}.`,
    zh: `失敗太多次而停止讀取的來源：${feeds.join('、')}。`,
  }[locale];
  const rests = { en: `Paused feeds: ${resting.join(', ')}.`, zh: `已暫停的來源：${resting.join('、')}。` }[
    locale
  ];
  const told = [...(feeds.length > 0 ? [off] : []), ...(resting.length > 0 ? [rests] : [])];
  return [all[locale], ...here, ...told].join('\n');
}

function sayFeeds(feeds: SeenStatus['feeds'], locale: Locale): string[] {
  if (feeds.length === 0) return [{ en: 'No feed was read yet.', zh: '還沒有讀取過任何來源。' }[locale]];
  const failing = feeds.filter((feed) => feed.error !== undefined);
  const colon = { en: ': ', zh: '：' }[locale];
  return [
    {
      en: `${count(feeds.length, 'feed')}, ${failing.length} failing.`,
      zh: `${feeds.length} 個來源，${failing.length} 個失敗。`,
    }[locale],
    ...failing.map((feed) => `- ${feed.label ?? feed.key}${colon}${feed.error}`),
  ];
}

const ROLES: Readonly<Record<string, Record<Locale, string>>> = {
  newsroom: { en: 'writes and posts stories', zh: '撰寫及發布報道' },
  schedule: { en: 'keeps the schedule', zh: '執行排程' },
  platforms: { en: 'is connected to the platforms', zh: '連接各平台' },
};

/** Those that share the newsroom, with what one of them does for all. */
function sayDesks({ desks = [] }: DeskStatus, locale: Locale): string[] {
  return desks.map(({ owner, isThis, roles, silentMs }) => {
    const does = roles.map((role) => ROLES[role]?.[locale] ?? role);
    const here = isThis ? { en: ' (this one)', zh: '（本機）' }[locale] : '';
    const seconds = Math.round(silentMs / 1_000);
    return {
      en: `- ${owner}${here}: ${['takes turns', ...does].join(', ')}; heard of ${seconds} s ago.`,
      zh: `- ${owner}${here}：${['處理對話', ...does].join('、')}；${seconds} 秒前有回應。`,
    }[locale];
  });
}

function sayWho({ edition, model }: DeskStatus, locale: Locale): string {
  const who = model.languageModel
    ? { en: `${model.model} (${model.provider})`, zh: `${model.model}（${model.provider}）` }
    : { en: 'the desk model, without a language model', zh: '編輯台自帶的模型' };
  return {
    en: `Edition **${edition}**; answers come from ${who.en}.`,
    zh: `版本 **${edition}**；由${who.zh}回應${model.languageModel ? '' : '，沒有使用語言模型'}。`,
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
