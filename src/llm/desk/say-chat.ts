/** What the desk model says in a conversation besides answers, in both languages. */
import type { z } from 'zod';
import type { JobsResult, NotesResult, RememberResult, StoriesResult } from './chat-shapes.ts';

export type ChatLanguage = 'en' | 'zh';

const HELP = {
  en: 'I plan and write stories on schedule. Here you can ask what the sources of a story say, give me rules ("no more crypto today"), ask what I remember or have posted, and when the next run is. I work without a language model: I search, quote and count.',
  zh: '我按排程選題和寫稿。你可以問我報道的來源怎樣寫、給我規則（例如「今日不要再出加密貨幣」）、問我記得什麼、發過什麼、下次幾時執行。我沒有使用語言模型，只會搜尋、引用和計數。',
} as const;

export const sayHelp = (language: ChatLanguage): string => HELP[language];

export function sayGreeting(language: ChatLanguage): string {
  return language === 'zh' ? `你好。${HELP.zh}` : `Hello. ${HELP.en}`;
}

export const sayThanks = (language: ChatLanguage): string =>
  language === 'zh' ? '不用客氣。' : "You're welcome.";

export function sayCannot(language: ChatLanguage): string {
  return language === 'zh'
    ? '這裏做不到：這次對話沒有提供所需的工具。'
    : "I can't do that here: this conversation doesn't offer the tool for it.";
}

export function sayRefused(language: ChatLanguage, why: string): string {
  return language === 'zh' ? `做不到：${why}` : `That didn't work: ${why}`;
}

export function sayRemembered(language: ChatLanguage, { id, text, exclude, until }: RememberResult): string {
  const what = [
    ...(exclude?.categories ?? []),
    ...(exclude?.subjects ?? []).map((subject) => (language === 'zh' ? `「${subject}」` : `"${subject}"`)),
  ];
  if (language === 'zh') {
    const end = until == null ? '直到有人叫我忘記' : `直到${until}`;
    return what.length === 0
      ? `記住了（${id}）：「${text}」，${end}。`
      : `記住了（${id}）：選題時會略去${what.join('、')}，${end}。`;
  }
  const end = until == null ? 'until somebody tells me to forget it' : `until ${until}`;
  return what.length === 0
    ? `Noted (${id}), ${end}: "${text}"`
    : `Noted (${id}): planned runs leave out ${what.join(', ')} ${end}.`;
}

export function sayForgotten(language: ChatLanguage, what: string): string {
  return language === 'zh' ? `已忘記：${what}。` : `Forgotten: ${what}.`;
}

export function sayNotes(language: ChatLanguage, { notes }: z.infer<typeof NotesResult>): string {
  if (notes.length === 0) return language === 'zh' ? '這裏沒有記下任何事。' : 'Nothing is noted here.';
  const lines = notes.map(({ id, text, by, until }) => {
    const who = by == null ? '' : ` (${by})`;
    return `- ${id}: "${text}"${who}${until == null ? '' : language === 'zh' ? `，直到${until}` : `, until ${until}`}`;
  });
  return [language === 'zh' ? '我記得：' : 'What I remember:', ...lines].join('\n');
}

export function sayJobs(language: ChatLanguage, { jobs }: z.infer<typeof JobsResult>): string {
  if (jobs.length === 0)
    return language === 'zh' ? '這裏沒有排程任務。' : 'There are no scheduled jobs here.';
  const lines = jobs.map(({ name, enabled, schedule, next }) => {
    const when = !enabled
      ? language === 'zh'
        ? '已暫停'
        : 'paused'
      : next == null
        ? language === 'zh'
          ? '沒有下次'
          : 'no next run'
        : language === 'zh'
          ? `下次 ${next}`
          : `next ${next}`;
    return `- ${name}: ${schedule} (${when})`;
  });
  return [language === 'zh' ? '排程任務：' : 'Scheduled jobs:', ...lines].join('\n');
}

export function sayStories(language: ChatLanguage, { stories }: z.infer<typeof StoriesResult>): string {
  if (stories.length === 0)
    return language === 'zh' ? '最近沒有發過報道。' : 'Nothing has been posted lately.';
  const lines = stories.map(({ title, category, thread, postedAt }) => {
    const facts = [category, postedAt, thread].filter((fact) => fact != null && fact !== '').join(', ');
    return `- ${title}${facts === '' ? '' : ` (${facts})`}`;
  });
  return [language === 'zh' ? '最近發過：' : 'Posted lately:', ...lines].join('\n');
}
