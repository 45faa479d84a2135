/** What the newsletter says by itself, in English and in Traditional Chinese. */
import type { Locale } from '../time/locale.ts';
import { markdownWords } from '../text/markdown-words.ts';
import type { LeftOut } from './mail/recipients.ts';
import { sayLeftOut } from './mail/say-mail.ts';
import { STEPS } from './model/steps.ts';
import type { StepName } from './model/steps.ts';

export interface Words {
  /** A step, as people read it. */
  readonly steps: Readonly<Record<StepName, string>>;
  /** What a step came to: "72 articles". */
  counted(step: StepName, count: number): string;
  readonly delivering: string;
  waiting(session: string): string;
  stopped(step: string, because: string, session: string): string;
  /** Of one that nobody works on, though it has not stopped. */
  resumable(step: string, session: string): string;
  /** What the desk itself wrote down of why one stopped; what others said of it stays as it is. */
  trouble(because: string): string;
  undelivered(because: string): string;
  /** How what is missing is sent. */
  sendMissing(session: string): string;
  done(title: string, sections: number, stories: number): string;
  /** Above a draft that waits. */
  previewHead(session: string): string;
  readonly send: string;
  /** Receipts of commands. */
  begun(session: string): string;
  resumed(session: string): string;
  over(session: string): string;
  stoppedNow(session: string): string;
  notMaking(session: string): string;
  sending(session: string): string;
  /** @param by who has approved it, if somebody had to. */
  sendingAlready(session: string, by?: string): string;
  sent(session: string): string;
  /** Addresses that nobody is mailed at again, each with the reason. */
  leftOut(addresses: readonly LeftOut[]): string;
  readonly none: string;
  unknown(session: string): string;
  elsewhere(session: string): string;
}

const ENGLISH_UNITS: Readonly<Record<StepName, readonly [one: string, many: string]>> = {
  gather_urls: ['link', 'links'],
  filter_urls: ['link kept', 'links kept'],
  download_articles: ['article', 'articles'],
  extract_summaries: ['summary', 'summaries'],
  rate_articles: ['article rated', 'articles rated'],
  cluster_topics: ['topic', 'topics'],
  select_sections: ['section', 'sections'],
  draft_sections: ['story', 'stories'],
  finalize_newsletter: ['section', 'sections'],
};

const CHINESE_UNITS: Readonly<Record<StepName, (count: number) => string>> = {
  gather_urls: (n) => `${n} 條連結`,
  filter_urls: (n) => `保留 ${n} 條連結`,
  download_articles: (n) => `${n} 篇文章`,
  extract_summaries: (n) => `${n} 則摘要`,
  rate_articles: (n) => `已評 ${n} 篇文章`,
  cluster_topics: (n) => `${n} 個主題`,
  select_sections: (n) => `${n} 個欄目`,
  draft_sections: (n) => `${n} 則報道`,
  finalize_newsletter: (n) => `${n} 個欄目`,
};

/** Why the desk leaves a newsletter before its last step, as it is written down. */
export const LEFT = {
  stopped: 'the desk was stopped',
  uncalled: 'its next step has not been called yet',
} as const;

const STOPPED_BY = 'stopped by ';

/** Why one stopped that somebody has stopped. */
export const stoppedBy = (name: string) => `${STOPPED_BY}${name}`;

const CHINESE_TROUBLES: ReadonlyMap<string, string> = new Map([
  [LEFT.stopped, '值班程式曾經停止'],
  [LEFT.uncalled, '下一個步驟尚未有人執行'],
]);

const ENGLISH: Words = {
  steps: Object.fromEntries(STEPS.map((step) => [step, step])) as Words['steps'],
  counted: (step, count) => `${count} ${ENGLISH_UNITS[step][count === 1 ? 0 : 1]}`,
  delivering: 'being delivered',
  waiting: (session) =>
    `It waits for an editor: \`/newsletter preview session:${session}\` shows it, \`/newsletter send session:${session}\` sends it.`,
  stopped: (step, because, session) =>
    `Stopped at ${step}: ${because}\nNothing is tried again by itself. \`/newsletter run session:${session} resume:True\` goes on from there.`,
  resumable: (step, session) =>
    `It is at ${step}. \`/newsletter run session:${session} resume:True\` goes on from there.`,
  trouble: (because) => because,
  undelivered: (because) => `Not all of it was delivered:\n${because}`,
  sendMissing: (session) => `\`/newsletter send session:${session}\` tries what is missing again.`,
  done: (title, sections, stories) =>
    `${title}: ${englishCount(stories, 'story', 'stories')} in ${englishCount(sections, 'section', 'sections')}.`,
  previewHead: (session) => `**Draft of ${session}**: it waits for an editor.`,
  send: 'Send',
  begun: (session) => `${session} is being made. Its message here shows how far it is.`,
  resumed: (session) => `${session} goes on where it stopped. Its message here shows how far it is.`,
  over: (session) => `All nine steps of ${session} are complete already.`,
  stoppedNow: (session) =>
    `${session} is stopped: the step that is under way is its last. “Resume the newsletter” goes on with it.`,
  notMaking: (session) => `${session} is not being made at the moment, so there was nothing to stop.`,
  sending: (session) => `${session} is being sent.`,
  sendingAlready: (session, by) =>
    `${session} is being sent already${by === undefined ? '' : `, as ${by} approved`}.`,
  sent: (session) => `${session} was sent already.`,
  leftOut: (addresses) => `Left out: ${markdownWords(sayLeftOut(addresses, 'en'))}.`,
  unknown: (session) => `There is no newsletter ${session}.`,
  none: 'There is no newsletter yet. `/newsletter run` makes one.',
  elsewhere: (session) => `${session} belongs to another server, or to a channel that you can’t see.`,
};

const CHINESE: Words = {
  steps: {
    gather_urls: '收集連結',
    filter_urls: '篩選連結',
    download_articles: '下載文章',
    extract_summaries: '撮寫摘要',
    rate_articles: '評分',
    cluster_topics: '歸納主題',
    select_sections: '編排欄目',
    draft_sections: '撰寫欄目',
    finalize_newsletter: '定稿',
  },
  counted: (step, count) => CHINESE_UNITS[step](count),
  delivering: '正在發送',
  waiting: (session) =>
    `等待編輯批准：\`/newsletter preview session:${session}\` 可預覽，\`/newsletter send session:${session}\` 可發送。`,
  stopped: (step, because, session) =>
    `在「${step}」停下：${because}\n不會自動重試。\`/newsletter run session:${session} resume:True\` 可由此繼續。`,
  resumable: (step, session) =>
    `進行到「${step}」。\`/newsletter run session:${session} resume:True\` 可由此繼續。`,
  trouble: (because) =>
    CHINESE_TROUBLES.get(because) ??
    (because.startsWith(STOPPED_BY) ? `由 ${because.slice(STOPPED_BY.length)} 停止` : because),
  undelivered: (because) => `未能全部送達：\n${because}`,
  sendMissing: (session) => `\`/newsletter send session:${session}\` 會補送欠缺的部分。`,
  done: (title, sections, stories) => `${title}：${sections} 個欄目，共 ${stories} 則報道。`,
  previewHead: (session) => `**${session} 草稿**：等待編輯批准。`,
  send: '發送',
  begun: (session) => `正在製作 ${session}。這裡的訊息會顯示進度。`,
  resumed: (session) => `${session} 由停下的步驟繼續。這裡的訊息會顯示進度。`,
  over: (session) => `${session} 的九個步驟早已完成。`,
  stoppedNow: (session) =>
    `已停止製作 ${session}：正在進行的步驟完成後便停下。說「繼續製作通訊」可由此繼續。`,
  notMaking: (session) => `現在沒有在製作 ${session}，所以沒有可以停止的。`,
  sending: (session) => `正在發送 ${session}。`,
  sendingAlready: (session, by) => `${by === undefined ? '' : `${by} 已批准，`}${session} 已在發送中。`,
  sent: (session) => `${session} 早已發送。`,
  leftOut: (addresses) => `未有寄給：${markdownWords(sayLeftOut(addresses, 'zh'))}。`,
  unknown: (session) => `沒有通訊 ${session}。`,
  none: '尚未有通訊。可用 `/newsletter run` 製作。',
  elsewhere: (session) => `${session} 屬於另一個伺服器，或你看不到的頻道。`,
};

export function wordsOf(locale: Locale): Words {
  return locale === 'zh' ? CHINESE : ENGLISH;
}

function englishCount(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** What becomes of a request to send one. */
export function saySending(
  words: Words,
  session: string,
  {
    outcome,
    already,
  }: { readonly outcome: 'sending' | 'sent'; readonly already?: { by: string | undefined } },
): string {
  return already ? words.sendingAlready(session, already.by) : words[outcome](session);
}
