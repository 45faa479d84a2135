/** What a brief says by itself, in English and Traditional Chinese. */
import type { Locale } from '../time/locale.ts';
import { markdownWords } from '../text/markdown-words.ts';
import { shortLine } from '../text/shorten.ts';

/** Said wherever there is no brief; what comes after it says why. Nothing else is called the fallback message. */
export const FALLBACK: Readonly<Record<Locale, string>> = {
  en: 'There is no brief on this topic: no reporting of the last 30 days was found that bears one out.',
  zh: '這個題目沒有簡報：過去 30 日找不到足以支持簡報的報道。',
};

const MOST_TOPIC = 120;

const EN = {
  head: (topic: string) => `Brief on “${topic}”`,
  underWay: (topic: string, stages: string) => `Brief on “${topic}”: ${stages}`,
  searching: 'searching…',
  articles: (count: number) => `${count} ${count === 1 ? 'article' : 'articles'}`,
  stages: { write: 'writing…', review: 'reviewing…', rewrite: 'writing again…' },
  sources: 'Sources',
  undated: 'undated',
  byRules: '*Quoted from its sources, without a language model.*',
  searchFailed: (why: string) => `The search failed: ${why}`,
  draftFailed: (why: string) => `What the writer handed in could not be used: ${why}`,
  notReady: "The reviewer's notes:",
  timedOut: 'It took longer than 90 seconds.',
  unreadable: (why: string) => `The review could not be read: ${why}`,
  unasked: (why: string) => `The reviewer could not be asked: ${why}`,
  rulesAlone: 'Reviewed by the rules alone.',
  ordered: (topic: string) => `A brief on “${topic}” is being prepared; it comes here.`,
  noneHere: 'There is no brief in this conversation yet. `/brief topic:` makes one.',
  status: {
    last: (topic: string, outcome: string) => `Last brief: **${topic}** (${outcome})`,
    search: (count: number, where: 'brave' | 'pool') =>
      `${count} ${count === 1 ? 'article' : 'articles'} from ${where === 'pool' ? 'the feeds' : 'Brave'}`,
    draft: (length: number, unit: 'words' | 'cjk', sources: number) =>
      `${length} ${unit === 'cjk' ? 'Chinese characters' : 'words'}, ${sources} ${sources === 1 ? 'source' : 'sources'}`,
    ready: 'ready to publish',
    notReady: (issues: number) => `not ready: ${issues} ${issues === 1 ? 'issue' : 'issues'}`,
    final: (characters: number) => `${characters} characters`,
    none: '–',
  },
  outcomes: {
    working: 'under way',
    published: 'published',
    no_articles: 'no articles',
    search_failed: 'the search failed',
    draft_failed: 'no usable draft',
    not_ready: 'not ready to publish',
    timed_out: 'out of time',
    interrupted: 'interrupted',
  },
};

const ZH: typeof EN = {
  head: (topic) => `「${topic}」簡報`,
  underWay: (topic, stages) => `「${topic}」簡報：${stages}`,
  searching: '搜尋中…',
  articles: (count) => `${count} 篇報道`,
  stages: { write: '撰寫中…', review: '審閱中…', rewrite: '重寫中…' },
  sources: '來源',
  undated: '無日期',
  byRules: '*摘錄自各來源，沒有使用語言模型。*',
  searchFailed: (why) => `搜尋失敗：${why}`,
  draftFailed: (why) => `草稿不能使用：${why}`,
  notReady: '審閱意見：',
  timedOut: '所需時間超過 90 秒。',
  unreadable: (why) => `審閱結果無法讀取：${why}`,
  unasked: (why) => `未能審閱：${why}`,
  rulesAlone: '只按規則審閱。',
  ordered: (topic) => `正在準備「${topic}」的簡報，完成後會在這裡發出。`,
  noneHere: '這個對話尚未有簡報。可用 `/brief topic:` 索取。',
  status: {
    last: (topic, outcome) => `最近的簡報：**${topic}**（${outcome}）`,
    search: (count, where) => `${count} 篇報道，來自${where === 'pool' ? '新聞源' : ' Brave'}`,
    draft: (length, unit, sources) => `${length} ${unit === 'cjk' ? '字' : '個英文字'}，${sources} 個來源`,
    ready: '可以發出',
    notReady: (issues) => `未可發出：${issues} 個問題`,
    final: (characters) => `${characters} 個字元`,
    none: '–',
  },
  outcomes: {
    working: '進行中',
    published: '已發出',
    no_articles: '沒有報道',
    search_failed: '搜尋失敗',
    draft_failed: '草稿不能使用',
    not_ready: '未可發出',
    timed_out: '超時',
    interrupted: '已中斷',
  },
};

export type BriefWords = typeof EN;

export function wordsIn(locale: Locale): BriefWords {
  return locale === 'zh' ? ZH : EN;
}

/** A topic in a sentence of Markdown. */
export function shortTopic(topic: string): string {
  return markdownWords(shortLine(topic, MOST_TOPIC));
}
