import type { Edition } from './edition.ts';
import { sayUnusable } from './say-unusable.ts';
import type { Source } from '../model/source-pack.ts';
import type { WrittenLanguage } from '../../time/locale.ts';

/** What a story waits for; `until` is formatted for people. */
export interface Waits {
  readonly kind: 'hold' | 'approval' | 'embargo';
  readonly by?: string | undefined;
  readonly until?: string | undefined;
  /** For an embargo: an approval is still needed when it ends. */
  readonly needsApproval?: boolean | undefined;
  /** Approval is needed because the story doesn't work without its doubted statements. */
  readonly inDoubt?: boolean | undefined;
}

/** The newsroom's own texts, in the edition's language. */
export interface Wording {
  readonly sources: string;
  readonly withoutModel: string;
  readonly buttons: Readonly<
    Record<'sources' | 'hold' | 'correct' | 'follow' | 'why' | 'like' | 'dislike', string>
  >;
  /** On a story's card. */
  readonly card: Readonly<Record<'withdraw' | 'more' | 'posted', string>>;
  /** What a desk channel remembers of a story posted in another channel. */
  postedIn(where: string): string;
  /** Lines under a title; with `by` in its thread. */
  corrected(when: string, text: string, by?: string): string;
  withdrawn(when: string, because: string | undefined, by?: string): string;
  checking(when: string, by?: string): string;
  checked(when: string, by?: string): string;
  /** In a card's footer: who acted last. */
  readonly signed: Readonly<
    Record<'approved' | 'checking' | 'checked' | 'corrected' | 'withdrawn', (by: string) => string>
  >;
  readonly deskButtons: Readonly<Record<'approve' | 'kill' | 'retry', string>>;
  /** The head of a preview, and what became of the draft. */
  preview(title: string, hold: Waits): string;
  previewPosted(title: string): string;
  /** The latest decision on a draft, by whom and when. */
  decided(kind: 'approve' | 'hold' | 'kill', by: string, when: string): string;
  /** The outcome of checking a draft's claims. */
  checkedClaims(count: { supported: number; all: number; removed: number }): string;
  /** Lines of a preview: a doubted sentence with reasons, and a removed one. */
  doubtedIn(sentence: string, doubts: readonly string[]): string;
  takenOut(sentence: string): string;
  /** The note above a story whose sources differ. */
  sourcesDiffer(sides: readonly { outlet: string; n: number; value: string }[]): string;
  killed(by: string, because: string | undefined): string;
  /** The reason shown for a story that an editor ordered. */
  orderedBy(by: string, what: string): string;
  waits(title: string, hold: Waits): string;
  /** The message about a batch, for editors. */
  readonly batch: BatchWording;
  /** Direct messages to people. */
  told(title: string, posted: boolean, because?: string): string;
  /** The head of an update, and the text before the link back to the story's title. */
  update(when: string, title: string): string;
  readonly moreOn: string;
  notPosted(title: string, because: string): string;
  /** A failed story was ordered again. */
  retried(when: string, by: string): string;
  quarantined(story: string, because: string): string;
  /** Why a story could not be posted. */
  readonly channelGone: string;
  /** Why a story is left out: another one covers the same. */
  repeats(title: string, isPosted: boolean): string;
  /** Why an update is left out: the story it belongs to is gone. */
  readonly updatesNothing: string;
  updatesWithdrawn(title: string): string;
  /** Stories that waited this many hours for the pipeline are stale. */
  stale(hours: number): string;
  readonly stopsAtFailure: string;
  /** Why a story's sources are insufficient. */
  missingSources(sources: readonly Source[], lack: 'sources' | 'outlets' | 'tier'): string;
}

/** The texts of a batch's message: "Writing 2 of 5:", then one line per story. */
interface BatchWording {
  /** `by` are the editors who ordered it. */
  planned(all: number, by: readonly string[]): string;
  /** `at` counts the stories that have started. */
  writing(at: number, all: number): string;
  waiting(counts: { posted: number; all: number; waiting: number }): string;
  ended(counts: { posted: number; all: number }): string;
  readonly lines: Readonly<Record<'next' | 'writing', (title: string) => string>>;
  /** `link` leads to its thread; `by` approved it. */
  posted(title: string, link: string | undefined, by?: string): string;
  /** It can't continue for now. */
  stuck(because: string): string;
  /** How many stories have no line. */
  more(count: number): string;
  /** A button's label; also used for failed stories without a button. */
  retry(title: string): string;
  readonly retryOthers: string;
}

const ENGLISH: Wording = {
  sources: 'Sources',
  withoutModel: 'Written without a language model: sentences are quoted from the sources.',
  buttons: {
    sources: 'Sources',
    hold: 'Hold',
    correct: 'Correct',
    follow: 'Follow',
    why: 'Why',
    like: '👍',
    dislike: '👎',
  },
  card: { withdraw: 'Withdraw', more: 'More…', posted: 'Posted' },
  postedIn: (where) => `Posted in ${where}.`,
  corrected: (when, text, by) => `Corrected ${when}${englishBy(by)}: ${text}`,
  withdrawn: (when, because, by) =>
    `Withdrawn ${when}${englishBy(by)}${because === undefined ? '.' : `: ${because}`}`,
  checking: (when, by) => `Since ${when} this story is being checked${englishBy(by)}.`,
  checked: (when, by) => `Checked ${when}${englishBy(by)}: the story stands.`,
  signed: {
    approved: (by) => `Approved by ${by}`,
    checking: (by) => `Being checked by ${by}`,
    checked: (by) => `Checked by ${by}`,
    corrected: (by) => `Corrected by ${by}`,
    withdrawn: (by) => `Withdrawn by ${by}`,
  },
  deskButtons: { approve: 'Approve', kill: 'Kill', retry: 'Retry' },
  preview: (title, hold) => `Not posted yet: "${title}" ${englishHold(hold)}.`,
  previewPosted: (title) => `Posted: "${title}".`,
  decided: (kind, by, when) =>
    `${{ approve: 'Approved', hold: 'Held', kill: 'Killed' }[kind]} by ${by}, ${when}.`,
  checkedClaims: ({ supported, all, removed }) =>
    `${supported} of ${all} ${all === 1 ? 'claim' : 'claims'} found in its sources, ${removed} ${removed === 1 ? 'sentence' : 'sentences'} taken out; /story sources shows them.`,
  doubtedIn: (sentence, doubts) => `In doubt: "${sentence}" (${doubts.join('; ')})`,
  takenOut: (sentence) => `Taken out: "${sentence}"`,
  sourcesDiffer: (sides) =>
    `⚠️ Sources differ: ${sides.map(({ outlet, n, value }) => `${outlet} has ${value} [${n}]`).join(', ')}.`,
  killed: (by, because) => `killed by ${by}${because === undefined ? '' : `: ${because}`}`,
  orderedBy: (by, what) => `${by} ordered it: ${what}`,
  waits: (title, hold) => `Waiting: "${title}" ${englishHold(hold)}`,
  batch: {
    planned: (all, by) =>
      `Planned: ${all} ${all === 1 ? 'story' : 'stories'}${by.length > 0 ? `, ordered by ${by.join(' and ')}` : ''}.`,
    writing: (at, all) => `Writing ${at} of ${all}:`,
    waiting: ({ posted, all, waiting }) =>
      `${posted} of ${all} ${all === 1 ? 'story' : 'stories'} posted, ${waiting} waiting.`,
    ended: ({ posted, all }) => `${posted} of ${all} ${all === 1 ? 'story' : 'stories'} posted.`,
    lines: { next: (title) => `Next: "${title}"`, writing: (title) => `Writing: "${title}"` },
    posted: (title, link, by) =>
      `Posted: "${title}"${link === undefined ? '' : ` → ${link}`}${by === undefined ? '' : `, approved by ${by}`}`,
    stuck: (because) => `It can't go on for now, and is tried again until it can: ${because}`,
    more: (count) => `… and ${count} more.`,
    retry: (title) => `Retry: ${title}`,
    retryOthers: 'The others that failed: /story retry.',
  },
  told: (title, posted, because) =>
    posted ? `Posted: "${title}".` : `Not posted: "${title}"${because === undefined ? '.' : `: ${because}`}`,
  update: (when, title) => `Update ${when}: ${title}`,
  moreOn: 'More on:',
  notPosted: (title, because) => `Not posted: "${title}": ${because}`,
  retried: (when, by) => `Ordered anew by ${by}, ${when}.`,
  quarantined: (story, because) =>
    `Not posted: "${story}": its job file could not be read and was set aside (${because})`,
  channelGone: 'its channel is gone',
  repeats: (title, isPosted) =>
    isPosted ? `posted already: "${title}"` : `a story of it waits already: "${title}"`,
  updatesNothing: 'the story that it updates was never posted',
  updatesWithdrawn: (title) => `the story that it updates was withdrawn: "${title}"`,
  stale: (hours) => `it waited for more than ${hours} hours`,
  stopsAtFailure: 'the run stops at its first failure',
  missingSources: (sources, lack) =>
    ({
      sources: `only ${usable(sources)} of ${sources.length} sources could be used, two are needed`,
      outlets: `its sources are all of one outlet (${sources.find((it) => it.usable)?.domain ?? '–'}), two are needed`,
      tier: 'no outlet of the first tier tells it, and fewer than two of the second',
    })[lack] + reasons(sources, 'en'),
};

const CHINESE: Wording = {
  sources: '資料來源',
  withoutModel: '本文未經語言模型撰寫：句子直接引自各來源。',
  buttons: {
    sources: '來源',
    hold: '暫緩',
    correct: '更正',
    follow: '跟進',
    why: '為何選用',
    like: '👍',
    dislike: '👎',
  },
  card: { withdraw: '撤回', more: '更多……', posted: '發佈於' },
  postedIn: (where) => `已發佈於 ${where}。`,
  corrected: (when, text, by) => `更正（${by === undefined ? '' : `${by}，`}${when}）：${text}`,
  withdrawn: (when, because, by) =>
    `本報道已於${when}${chineseBy(by)}撤回${because === undefined ? '。' : `：${because}`}`,
  checking: (when, by) => `本報道自${when}起正在${chineseBy(by)}核實。`,
  checked: (when, by) => `已於${when}${chineseBy(by)}核實：報道無誤。`,
  signed: {
    approved: (by) => `${by} 批准於`,
    checking: (by) => `${by} 核實中，始於`,
    checked: (by) => `${by} 核實於`,
    corrected: (by) => `${by} 更正於`,
    withdrawn: (by) => `${by} 撤回於`,
  },
  deskButtons: { approve: '批准', kill: '撤銷', retry: '重試' },
  preview: (title, hold) => `尚未發佈：「${title}」${chineseHold(hold)}。`,
  previewPosted: (title) => `已發佈：「${title}」。`,
  decided: (kind, by, when) => `${when}由 ${by} ${{ approve: '批准', hold: '暫緩', kill: '撤銷' }[kind]}。`,
  checkedClaims: ({ supported, all, removed }) =>
    `${all} 項說法中 ${supported} 項見於來源，刪去 ${removed} 句；可用 /story sources 查看。`,
  doubtedIn: (sentence, doubts) => `存疑：「${sentence}」（${doubts.join('；')}）`,
  takenOut: (sentence) => `已刪去：「${sentence}」`,
  sourcesDiffer: (sides) =>
    `⚠️ 來源說法不一：${sides.map(({ outlet, n, value }) => `${outlet}為${value} [${n}]`).join('，')}。`,
  killed: (by, because) => `由${by}撤銷${because === undefined ? '' : `：${because}`}`,
  orderedBy: (by, what) => `${by} 訂稿：${what}`,
  waits: (title, hold) => `等候中：「${title}」${chineseHold(hold)}`,
  batch: {
    planned: (all, by) => `計劃：${all}篇報道${by.length > 0 ? `，由 ${by.join('、')} 訂稿` : ''}。`,
    writing: (at, all) => `正在撰寫第${at}篇，共${all}篇：`,
    waiting: ({ posted, all, waiting }) => `${all}篇報道中已發佈${posted}篇，${waiting}篇等候中。`,
    ended: ({ posted, all }) => `${all}篇報道中已發佈${posted}篇。`,
    lines: { next: (title) => `待寫：「${title}」`, writing: (title) => `撰寫中：「${title}」` },
    posted: (title, link, by) =>
      `已發佈：「${title}」${link === undefined ? '' : ` → ${link}`}${by === undefined ? '' : `，由 ${by} 批准`}`,
    stuck: (because) => `暫時無法繼續，會一直重試：${because}`,
    more: (count) => `……另有${count}篇。`,
    retry: (title) => `重試：${title}`,
    retryOthers: '其他失敗的報道：/story retry。',
  },
  told: (title, posted, because) =>
    posted
      ? `已發佈：「${title}」。`
      : `未能發佈「${title}」${because === undefined ? '。' : `：${because}`}`,
  update: (when, title) => `更新（${when}）：${title}`,
  moreOn: '原報道：',
  notPosted: (title, because) => `未能發佈「${title}」：${because}`,
  retried: (when, by) => `${when}由 ${by} 重新訂稿。`,
  quarantined: (story, because) => `未能發佈「${story}」：工作檔案無法讀取，已擱置（${because}）`,
  channelGone: '其頻道已不存在',
  repeats: (title, isPosted) => (isPosted ? `已發佈：「${title}」` : `同一事件的報道正在等候：「${title}」`),
  updatesNothing: '要更新的報道從未發佈',
  updatesWithdrawn: (title) => `要更新的報道已撤回：「${title}」`,
  stale: (hours) => `等候超過${hours}小時`,
  stopsAtFailure: '這批報道遇到首次失敗便停止',
  missingSources: (sources, lack) =>
    ({
      sources: `${sources.length}個來源中只有${usable(sources)}個可用，至少需要兩個`,
      outlets: `來源全屬同一媒體（${sources.find((it) => it.usable)?.domain ?? '–'}），至少需要兩個媒體`,
      tier: '沒有一線媒體報道，二線媒體亦不足兩家',
    })[lack] + reasons(sources, 'zh-Hant-HK'),
};

export function wordingOf(language: WrittenLanguage): Wording {
  return language === 'en' ? ENGLISH : CHINESE;
}

function englishBy(by: string | undefined): string {
  return by === undefined ? '' : ` by ${by}`;
}

function chineseBy(by: string | undefined): string {
  return by === undefined ? '' : `由 ${by} `;
}

function englishHold({ kind, by, until, needsApproval, inDoubt }: Waits): string {
  if (kind === 'embargo')
    return `is under an embargo until ${until ?? 'an editor approves it'}${needsApproval ? ', and waits for approval' : ''}`;
  if (kind === 'hold') {
    const held = by === undefined ? 'is on hold' : `is held by ${by}`;
    return until === undefined ? held : `${held}, and under an embargo until ${until}`;
  }
  return inDoubt ? 'is in doubt and waits for an editor' : 'waits for approval';
}

function chineseHold({ kind, by, until, needsApproval, inDoubt }: Waits): string {
  if (kind === 'embargo') return `禁止發佈至${until ?? '編輯批准為止'}${needsApproval ? '，並等候批准' : ''}`;
  if (kind === 'hold') {
    const held = by === undefined ? '暫緩發佈' : `由${by}暫緩發佈`;
    return until === undefined ? held : `${held}，並禁止發佈至${until}`;
  }
  return inDoubt ? '內容存疑，等候編輯決定' : '等候批准';
}

function usable(sources: readonly Source[]): number {
  return sources.filter((source) => source.usable).length;
}

function reasons(sources: readonly Source[], language: Edition['language']): string {
  const isEnglish = language === 'en';
  const said = sources.flatMap(({ domain, url, error, detail }) => {
    if (error === undefined) return [];
    const parts = [domain || url.slice(0, 80), sayUnusable(error, language), detail];
    return [parts.filter((part) => part !== undefined).join(isEnglish ? ': ' : '：')];
  });
  if (said.length === 0) return '';
  return isEnglish ? ` (${said.join('; ')})` : `（${said.join('；')}）`;
}
