/** The fixed texts of the sample's pages, in the language of each outlet. */
import type { Outlet } from './sample-world.ts';
import { dateFormat } from '../../time/date-format.ts';

const words = {
  en: {
    home: 'Home',
    cookies: 'We use cookies to remember your choices. Accept all, or manage your settings.',
    accept: 'Accept all',
    mostRead: 'Most read',
    related: 'Related stories',
    newsletter: 'Get the day’s stories in your inbox',
    subscribe: 'Sign up',
    share: 'Share this article',
    copyLink: 'Copy link',
    print: 'Print',
    published: 'Published',
    updated: 'Updated',
    by: 'By',
    more: 'More from',
    listen: 'Listen live',
    comments: 'Comments are closed for this story.',
    desk: 'Editing by the night desk. Our standards are public.',
    fictitious: 'Part of a sample: every outlet, person, company and event here is fictitious.',
  },
  'zh-TW': {
    home: '主頁',
    cookies: '本網站使用Cookie記錄你的選擇。你可以全部接受，或更改設定。',
    accept: '全部接受',
    mostRead: '最多人閱讀',
    related: '相關新聞',
    newsletter: '每日新聞直送你的郵箱',
    subscribe: '訂閱',
    share: '分享文章',
    copyLink: '複製連結',
    print: '列印',
    published: '發布時間',
    updated: '更新時間',
    by: '撰文：',
    more: '更多',
    listen: '收聽直播',
    comments: '本文不設留言。',
    desk: '責任編輯：夜更組。編採守則見網站。',
    fictitious: '示範內容：所有媒體、人物、公司及事件均屬虛構。',
  },
} as const;

type Words = (typeof words)[Outlet['language']];

export function wordsFor(language: Outlet['language']): Words {
  return words[language];
}

const times = {
  en: dateFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }),
  'zh-TW': dateFormat('zh-HK', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }),
} as const;

/** A time as pages print it, in UTC. */
export function readableTime(ms: number, language: Outlet['language']): string {
  return times[language].format(new Date(ms));
}
