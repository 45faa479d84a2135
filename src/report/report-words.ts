/** What reports say, in both languages of a newsroom. */
import type { Locale } from '../time/locale.ts';

export interface ReportWords {
  /** Of the whole report. */
  readonly title: (days: number) => string;
  readonly nothing: string;
  readonly none: string;
  readonly noneOf: (chart: string) => string;
  /** Several of which there is nothing. */
  readonly noneOfAll: (charts: readonly string[]) => string;
  readonly undrawn: string;
  readonly inConsole: string;
  readonly pages: Readonly<Record<'stories' | 'sources' | 'runs' | 'models', string>>;
  readonly charts: Readonly<Record<string, string>>;
  readonly units: Readonly<Record<string, string>>;
  /** Codes of the desk's in words: outcomes, verdicts, tasks. */
  readonly names: Readonly<Record<string, string>>;
  readonly stories: (all: string, parts: string) => string;
  readonly categories: (parts: string) => string;
  readonly items: (all: string, first: string, its: string) => string;
  readonly pace: (medians: string, worst: string) => string;
  readonly onTime: string;
  readonly lateness: (medians: string, worst: string) => string;
  readonly claims: (all: string, parts: string) => string;
  readonly tokens: (all: string, parts: string) => string;
  readonly cost: (all: string, parts: string) => string;
  readonly part: (name: string, value: string) => string;
  readonly and: string;
  readonly span: (least: string, most: string) => string;
  readonly job: { readonly name: string; readonly message: string };
  readonly weekly: Readonly<Record<'on' | 'again' | 'already' | 'off', (job: string) => string>> & {
    readonly none: string;
  };
}

const en: ReportWords = {
  title: (days) => (days === 1 ? "The desk's last day" : `The desk's last ${days} days`),
  nothing: 'Nothing to report yet: no feed was read, nothing was ordered, and no model was asked.',
  none: 'Nothing yet.',
  noneOf: (chart) => `${chart}: nothing yet.`,
  noneOfAll: (charts) => `Nothing yet: ${charts.join('; ')}.`,
  undrawn: 'The pictures could not be drawn.',
  inConsole: 'All the numbers: Charts, in the console.',
  pages: {
    stories: 'Stories',
    sources: 'Sources and pace',
    runs: 'Schedule and checking',
    models: 'Models',
  },
  charts: {
    items: 'Items an hour by source, 48 hours',
    outcomes: 'Stories a day by outcome',
    categories: 'Stories a day by category',
    lateness: 'Lateness of scheduled runs',
    tokens: 'Tokens of models a day by task',
    cost: 'Cost of models a day by task',
    doubts: 'Claims of posted stories a day',
    pace: 'From the first link to the post',
  },
  units: {
    items: 'items',
    stories: 'stories',
    seconds: 'seconds',
    minutes: 'minutes',
    hours: 'hours',
    tokens: 'tokens',
    usd: 'US dollars',
    claims: 'claims',
  },
  names: {
    PLANNED: 'planned',
    DISPATCHED: 'being written',
    SUCCESS: 'posted',
    RESCUED: 'posted after a rescue',
    FAILURE: 'failed',
    SKIPPED: 'left out',
    median: 'median',
    worst: 'largest',
    others: 'others',
    supported: 'supported',
    doubted: 'doubted',
    contradicted: 'contradicted',
    not_checkable: 'not checkable',
    chat: 'chat',
    plan: 'planning',
    write: 'writing',
    rescue: 'rescue',
    verify: 'checking',
    mend: 'mending',
    cluster: 'clustering',
    translate: 'translation',
    compact: 'summing up',
  },
  stories: (all, parts) => `Stories ordered: ${all} (${parts}).`,
  categories: (parts) => `By category: ${parts}.`,
  items: (all, first, its) => `Items from feeds in 48 hours: ${all}, most from ${first} (${its}).`,
  pace: (medians, worst) => `From the first link to the post: ${medians} on a median day, at most ${worst}.`,
  lateness: (medians, worst) => `Scheduled runs began ${medians} late on a median day, at most ${worst}.`,
  onTime: 'Scheduled runs began on time.',
  claims: (all, parts) => `Claims of posted stories: ${all} (${parts}).`,
  tokens: (all, parts) => `Tokens of models: ${all} (${parts}).`,
  cost: (all, parts) => `Cost of models: US$${all} (${parts}).`,
  part: (name, value) => `${name} ${value}`,
  and: ', ',
  span: (least, most) => `${least} to ${most}`,
  job: { name: 'Weekly report', message: 'Report on the last 7 days.' },
  weekly: {
    on: (job) =>
      `**${job}** comes here every Monday at 9:00. /cron list shows it, /cron edit changes its time, /desk report weekly:off ends it.`,
    again: (job) => `**${job}** comes here again. /cron list shows when, /desk report weekly:off ends it.`,
    already: (job) => `**${job}** comes here already. /cron list shows when.`,
    off: (job) => `**${job}** comes here no more.`,
    none: 'No weekly report comes here. /desk report weekly:on starts one.',
  },
};

const zh: ReportWords = {
  title: (days) => (days === 1 ? '編輯台過去一日' : `編輯台過去 ${days} 日`),
  nothing: '暫時沒有可報告的：未讀取過來源，未訂過報道，亦未呼叫過模型。',
  none: '暫時沒有資料。',
  noneOf: (chart) => `${chart}：暫時沒有資料。`,
  noneOfAll: (charts) => `暫時沒有資料：${charts.join('；')}。`,
  undrawn: '未能繪製圖表。',
  inConsole: '全部數字見控制台的「圖表」。',
  pages: { stories: '報道', sources: '來源與速度', runs: '排程與核實', models: '模型' },
  charts: {
    items: '每小時項目，按來源，48 小時',
    outcomes: '每日報道，按結果',
    categories: '每日報道，按類別',
    lateness: '定時工作的延誤',
    tokens: '每日模型 token，按工作',
    cost: '每日模型費用，按工作',
    doubts: '每日已發佈報道的陳述',
    pace: '由首條連結至發佈',
  },
  units: {
    items: '則',
    stories: '篇',
    seconds: '秒',
    minutes: '分鐘',
    hours: '小時',
    tokens: '個 token',
    usd: '美元',
    claims: '項',
  },
  names: {
    PLANNED: '已計劃',
    DISPATCHED: '撰寫中',
    SUCCESS: '已發佈',
    RESCUED: '補救後發佈',
    FAILURE: '失敗',
    SKIPPED: '已略過',
    median: '中位數',
    worst: '最大值',
    others: '其他',
    supported: '有佐證',
    doubted: '存疑',
    contradicted: '有矛盾',
    not_checkable: '無法核實',
    chat: '對話',
    plan: '編排',
    write: '撰寫',
    rescue: '補救',
    verify: '核實',
    mend: '修正',
    cluster: '歸類',
    translate: '翻譯',
    compact: '摘要',
  },
  stories: (all, parts) => `訂了 ${all} 篇報道（${parts}）。`,
  categories: (parts) => `按類別：${parts}。`,
  items: (all, first, its) => `48 小時內收到 ${all} 則項目，最多來自 ${first}（${its}）。`,
  pace: (medians, worst) => `由首條連結至發佈：每日中位數 ${medians}，最長 ${worst}。`,
  lateness: (medians, worst) => `定時工作的延誤：每日中位數 ${medians}，最長 ${worst}。`,
  onTime: '定時工作準時開始。',
  claims: (all, parts) => `已發佈報道的陳述：${all} 項（${parts}）。`,
  tokens: (all, parts) => `模型用了 ${all} 個 token（${parts}）。`,
  cost: (all, parts) => `模型費用：${all} 美元（${parts}）。`,
  part: (name, value) => `${name} ${value}`,
  and: '、',
  span: (least, most) => `${least} 至 ${most}`,
  job: { name: '每週報告', message: '報告過去 7 日的情況。' },
  weekly: {
    on: (job) =>
      `**${job}** 會逢星期一 9:00 發到這裡。/cron list 會列出它，可用 /cron edit 更改時間，/desk report weekly:off 停止。`,
    again: (job) => `**${job}** 會再次發到這裡。時間見 /cron list，/desk report weekly:off 停止。`,
    already: (job) => `**${job}** 已經會發到這裡。時間見 /cron list。`,
    off: (job) => `**${job}** 不會再發到這裡。`,
    none: '這裡沒有每週報告。可用 /desk report weekly:on 開始。',
  },
};

export const reportWords: Readonly<Record<Locale, ReportWords>> = { en, zh };
