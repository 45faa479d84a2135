/** The desk model's replies in a conversation other than answers, in both languages. */
import type { z } from 'zod';
import { stem } from '../../text/stem.ts';
import type {
  ForgetResult,
  JobsResult,
  NoteSaid,
  NotesResult,
  RememberResult,
  StoriesResult,
} from './chat-shapes.ts';
import { ranIn } from './say-last-run.ts';
import { sayEnd, sayMoment } from './say-moment.ts';
import { sayChecked, sayCorrections, sayWithdrawn } from './say-since.ts';
import type { Locale } from '../../time/locale.ts';

const HELP = {
  en: 'I plan and write stories on schedule. Here you can ask what the sources of a story say, give me rules ("no more crypto today"), ask what I remember or have posted, and when the next run is. I work without a language model: I search, quote and count. `/help` lists the commands; settings are in the console, and `nightdesk setup` connects Discord and a language model.',
  zh: '我按排程選題和寫稿。你可以問我報道的來源怎樣寫、給我規則（例如「今日不要再出加密貨幣」）、問我記得什麼、發過什麼、下次幾時執行。我沒有使用語言模型，只會搜尋、引用和計數。`/help` 列出指令；設定在編輯台網頁，`nightdesk setup` 可連接 Discord 和語言模型。',
} as const;

export const sayHelp = (language: Locale): string => HELP[language];

export function sayGreeting(language: Locale): string {
  return language === 'zh' ? `你好。${HELP.zh}` : `Hello. ${HELP.en}`;
}

export const sayThanks = (language: Locale): string => (language === 'zh' ? '不用客氣。' : "You're welcome.");

export const sayFarewell = (language: Locale): string => (language === 'zh' ? '再見。' : 'Goodbye.');

/** A "yes" or "no" when no question of the desk is open. */
export const sayNothingOpen = (language: Locale): string =>
  language === 'zh'
    ? '我沒有等候回覆的問題，所以沒有做任何事。'
    : 'No question of mine is open, so I did nothing.';

/** The conversation doesn't offer the tool that the request needs. */
export function sayCannot(language: Locale): string {
  return language === 'zh'
    ? '這裡做不到：這次對話沒有提供所需的工具。'
    : "I can't do that here: this conversation doesn't offer the tool for it.";
}

export function sayTooLong(language: Locale, most: number): string {
  return language === 'zh'
    ? `這則訊息太長：沒有語言模型時，我最多讀 ${most} 個字元。請寫短一點再說一次，或使用指令。`
    : `That message is too long: without a language model I read at most ${most} characters. Say it in fewer words, or use a command.`;
}

/** Requests that weren't handled are listed. */
export function sayTooMany(language: Locale, rest: readonly string[]): string {
  const list = rest.map((one) => `- ${one}`).join('\n');
  return language === 'zh'
    ? `一次我只處理三項，以下的還未做，請再說一次：\n${list}`
    : `I take three requests at a time. These are not done yet; say them again:\n${list}`;
}

/** @param why the tool's refusal, in the reader's language. */
export function sayRefused(language: Locale, why: string): string {
  return language === 'zh' ? `做不到：${why}` : `That didn't work: ${why}`;
}

/** Words of requests about the choice of stories. */
const REQUEST =
  /\b(?:stor(?:y|ies)|news|cover(?:age)?|publish|headlines?|priorit\w+|focus)\b|報道|報導|新聞|選題|頭條|優先|多啲|少啲/iu;

/** What was noted, what it excludes and until when. */
export function sayRemembered(language: Locale, note: RememberResult): string {
  const { text, exclude, already } = note;
  const what = [
    ...(exclude?.categories ?? []),
    ...singly(exclude?.subjects ?? []).map((subject) =>
      language === 'zh' ? `「${subject}」` : `"${subject}"`,
    ),
  ];
  const until = sayEnd(language, note);
  if (language === 'zh') {
    const end = until === undefined ? '直到有人叫我忘記' : `直到${until}`;
    const lead = already ? '已經記住了' : '記住了';
    return what.length === 0
      ? `${lead}：「${text}」，${end}。${REQUEST.test(text) ? '（選題只受略去的規則約束，這一項不會影響選題。）' : ''}`
      : `${lead}：選題時會略去${what.join('、')}，${end}。`;
  }
  const end = until === undefined ? 'until somebody tells me to forget it' : `until ${until}`;
  const lead = already ? 'That is noted already' : 'Noted';
  return what.length === 0
    ? `${lead}, ${end}: "${text}"${REQUEST.test(text) ? ' (Planned runs are bound by rules on what to leave out only; this one changes nothing in them.)' : ''}`
    : `${lead}: planned runs leave out ${what.join(', ')} ${end}.`;
}

function freedBy(notes: readonly NoteSaid[]): string[] {
  return [
    ...new Set(
      notes.flatMap(({ exclude }) => [...(exclude?.categories ?? []), ...singly(exclude?.subjects ?? [])]),
    ),
  ];
}

/** "Fires" and "fire" are one subject to a reader. */
function singly(subjects: readonly string[]): string[] {
  const key = (subject: string) => subject.split(' ').map(stem).join(' ');
  return subjects.filter((one, at) => subjects.findIndex((other) => key(other) === key(one)) === at);
}

/**
 * The result of a request to forget a note: done, to be confirmed, or the list of notes.
 * @param wanted the words that named it.
 */
export function sayForgotten(
  language: Locale,
  { forgotten, also, several, asks, notes }: ForgetResult,
  wanted: string,
): string {
  const zh = language === 'zh';
  const list = (given: readonly NoteSaid[]) => given.map((note) => sayNote(language, note)).join('\n');
  if (forgotten !== null) {
    const all = [forgotten, ...also].map(({ text }) => (zh ? `「${text}」` : `"${text}"`));
    const freed = freedBy([forgotten, ...also]);
    // Forgetting one part of a note removes the rest too; the reply says so.
    const further =
      freed.length < 2
        ? ''
        : zh
          ? `選題時${freed.join('、')}都可以再選。`
          : ` Planned runs may pick ${freed.join(' and ')} again.`;
    return zh ? `已忘記：${all.join('、')}。${further}` : `Forgotten: ${all.join(', ')}.${further}`;
  }
  if (asks.length > 0) {
    const all = asks.map(({ text }) => (zh ? `「${text}」` : `"${text}"`));
    return zh
      ? `要忘記${all.join('、')}嗎？現在還未忘記；回覆「係」便會忘記。`
      : `Forget ${all.join(', ')}? Nothing is forgotten yet; answer "yes" and I do it.`;
  }
  if (several.length > 0)
    return `${zh ? '有幾項符合，要忘記哪一項？' : 'Several notes match. Which one shall I forget?'}\n${list(several)}`;
  if (notes.length === 0)
    return zh ? '這裡沒有記下任何事。' : 'Nothing is noted here, so there is nothing to forget.';
  const none = zh
    ? `沒有符合${wanted === '' ? '' : `「${wanted}」`}的筆記。我記得：`
    : `No note matches${wanted === '' ? '' : ` "${wanted}"`}. What I remember:`;
  return `${none}\n${list(notes)}`;
}

/** The language of the desk's question whether to forget notes; undefined for any other question. */
export function askedToForget(question: string): Locale | undefined {
  if (/^Forget ".+"\? Nothing is forgotten yet;/mu.test(question)) return 'en';
  return /^要忘記「.+」嗎？現在還未忘記；/mu.test(question) ? 'zh' : undefined;
}

export function sayNotes(language: Locale, { notes }: z.infer<typeof NotesResult>): string {
  if (notes.length === 0) return language === 'zh' ? '這裡沒有記下任何事。' : 'Nothing is noted here.';
  const lines = notes.map((note) => sayNote(language, note));
  return [language === 'zh' ? '我記得：' : 'What I remember:', ...lines].join('\n');
}

function sayNote(language: Locale, note: NoteSaid): string {
  const until = sayEnd(language, note);
  const end = until === undefined ? '' : language === 'zh' ? `，直到${until}` : `, until ${until}`;
  if (language === 'zh') return `- 「${note.text}」${note.by == null ? '' : `（${note.by}）`}${end}`;
  return `- "${note.text}"${note.by == null ? '' : ` (${note.by})`}${end}`;
}

export function sayJobs(language: Locale, { jobs, remark }: z.infer<typeof JobsResult>): string {
  if (jobs.length === 0)
    return language === 'zh' ? '這裡沒有排程任務。' : 'There are no scheduled jobs here.';
  const also = remark === undefined ? [] : [sayRemark(language, remark).trim()];
  if (language === 'en') {
    const lines = jobs.map((job) => `- ${job.name}: ${job.schedule} (${comesIn(job)})`);
    return ['Scheduled jobs:', ...lines, ...also].join('\n');
  }
  const lines = jobs.map((job) => `- ${job.name}：${scheduleIn('zh', job)}（${comesInChinese(job)}）`);
  return ['排程任務：', ...lines, ...also].join('\n');
}

/** The `remark` of an answer about jobs: scheduled work is off. */
export function sayRemark(language: Locale, remark: string | undefined): string {
  if (remark === undefined) return '';
  return language === 'zh' ? '（排程目前已停，恢復後才會執行。）' : ` Mind: ${remark}.`;
}

type ListedJob = z.infer<typeof JobsResult>['jobs'][number];

function comesIn(job: ListedJob): string {
  const { enabled, resumes, next, triedAgain } = job;
  if (!enabled) return resumes === undefined ? 'paused' : `paused until ${resumes}`;
  if (triedAgain != null) return `tried again ${triedAgain}`;
  return next == null ? (ranIn('en', job) ?? 'no next run') : `next ${next}`;
}

function comesInChinese(job: ListedJob): string {
  const { enabled, resumes, next, triedAgain } = job;
  if (!enabled) return resumes === undefined ? '已暫停' : `暫停至${sayMoment('zh', resumes)}`;
  if (triedAgain != null) return `${sayMoment('zh', triedAgain)}再試`;
  return next == null ? (ranIn('zh', job) ?? '沒有下次') : `下次${sayMoment('zh', next)}`;
}

/** A schedule in the reader's language. */
export function scheduleIn(
  language: Locale,
  { schedule, scheduleInChinese }: Pick<ListedJob, 'schedule' | 'scheduleInChinese'>,
): string {
  return (language === 'zh' ? scheduleInChinese : undefined) ?? schedule;
}

/**
 * Posted stories, one per line, each followed by its withdrawal or its corrections.
 * @param when of which days, as it was asked
 */
export function sayStories(
  language: Locale,
  { stories, today }: z.infer<typeof StoriesResult>,
  when?: string,
): string {
  const zh = language === 'zh';
  if (stories.length === 0 && when !== undefined)
    return zh ? `這裡${when}沒有發過報道。` : `Nothing was posted here ${when}.`;
  if (stories.length === 0) return zh ? '這裡最近沒有發過報道。' : 'Nothing has been posted here lately.';
  const lines = stories.map(({ title, category, thread, postedAt, ...since }) => {
    const posted = postedAt == null ? postedAt : sayMoment(language, postedAt);
    const facts = [category, posted, thread].filter((fact) => fact != null && fact !== '').join(', ');
    const line = `- ${title}${facts === '' ? '' : ` (${facts})`}`;
    if (since.withdrawn != null) return `${line}\n  ${sayWithdrawn(language, title, since.withdrawn)}`;
    const more = [...sayChecked(language, since), ...sayCorrections(language, since)];
    return [line, ...more].join('\n  ');
  });
  if (when !== undefined)
    return [
      zh ? `${when}發過（${stories.length} 篇）：` : `Posted ${when} (${stories.length}):`,
      ...lines,
    ].join('\n');
  const ofToday = today === undefined ? '' : zh ? `（今日 ${today} 篇）` : ` (${today} today)`;
  return [zh ? `最近發過${ofToday}：` : `Posted lately${ofToday}:`, ...lines].join('\n');
}
