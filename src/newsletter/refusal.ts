/**
 * Why nothing was done with a newsletter: a kind with its values. Its message is for programs and names what a command line
 * can do; `words` are for people in a chat, in their language, and name what a chat can do.
 */
import { Refusal } from '../feature/refusal.ts';
import { markdownWords } from '../text/markdown-words.ts';
import type { Locale } from '../time/locale.ts';
import type { LeftOut } from './mail/recipients.ts';
import { sayLeftOut } from './mail/say-mail.ts';
import type { StepName } from './model/steps.ts';
import { wordsOf } from './words.ts';

/** How far one is that is not made: the step that is next, and why it stopped there. */
export interface OpenStatus {
  readonly session: string;
  readonly step: StepName;
  readonly isRunning: boolean;
  /** Empty where it only was left. */
  readonly because: string;
}

interface Facts {
  readonly none: object;
  readonly unknown: { readonly session: string };
  readonly elsewhere: { readonly session: string };
  readonly not_theirs: { readonly session: string };
  /** What was known of its steps is dropped. */
  readonly long_ago: { readonly session: string };
  readonly resume_unnamed: object;
  readonly runs_already: { readonly session: string };
  readonly begun_before: OpenStatus;
  readonly not_made: OpenStatus;
  /** Whom it goes to is settled until it has gone. */
  readonly being_sent: { readonly session: string };
  /** What is out can't be called back. */
  readonly not_stopped: { readonly session: string };
  readonly nobody_mailed: object;
  readonly no_recipients: { readonly leftOut: readonly LeftOut[] };
  /** To whoever calls the steps one by one. */
  readonly all_complete: object;
  readonly stopped_at: { readonly step: StepName; readonly because: string };
  readonly out_of_order: {
    readonly step: StepName;
    readonly isComplete: boolean;
    readonly next: StepName;
  };
}

export type Kind = keyof Facts;

interface Said {
  readonly message: string;
  /** Absent where only programs and models read it. */
  readonly words?: Readonly<Record<Locale, string>>;
}

const EN = wordsOf('en');
const ZH = wordsOf('zh');

const SAYS: { readonly [Why in Kind]: (facts: Facts[Why]) => Said } = {
  none: () => ({ message: 'there is no newsletter', words: { en: EN.none, zh: ZH.none } }),
  unknown: ({ session }) => ({
    message: `there is no newsletter ${session}`,
    words: { en: EN.unknown(session), zh: ZH.unknown(session) },
  }),
  elsewhere: ({ session }) => ({
    message: `${session} belongs to another server, or to a channel that isn’t seen from here`,
    words: { en: EN.elsewhere(session), zh: ZH.elsewhere(session) },
  }),
  not_theirs: ({ session }) => ({
    message: `${session} belongs to another channel; those who manage that one may do this`,
    words: {
      en: `${session} belongs to another channel; those who manage that one may do this.`,
      zh: `${session} 屬於另一個頻道；管理該頻道的人才可以這樣做。`,
    },
  }),
  long_ago: ({ session }) => ({
    message: `${session} was made long ago; what was known of its steps has served its time`,
    words: {
      en: `${session} was made long ago; what was known of its steps is gone.`,
      zh: `${session} 早已製作完成，各步驟的記錄已清除。`,
    },
  }),
  resume_unnamed: () => ({
    message: 'resume needs a session: --resume --session newsletter_YYYYMMDD',
    words: {
      en: 'resume needs a session: `/newsletter run session:newsletter_YYYYMMDD resume:True`.',
      zh: '要繼續製作，須註明通訊：`/newsletter run session:newsletter_YYYYMMDD resume:True`。',
    },
  }),
  runs_already: ({ session }) => ({
    message: `${session} runs already; nightdesk newsletter status --session ${session} shows how far it is`,
    words: {
      en: `${session} runs already; \`/newsletter status session:${session}\` shows how far it is.`,
      zh: `${session} 正在製作；\`/newsletter status session:${session}\` 可查看進度。`,
    },
  }),
  begun_before: (status) => ({
    message: `${status.session} was begun before. ${sayOpenStatus(status)}`,
    words: {
      en: `${status.session} was begun before. ${inChat(status, 'en')}`,
      zh: `${status.session} 早已開始製作。${inChat(status, 'zh')}`,
    },
  }),
  not_made: (status) => ({
    message: `${status.session} is not made yet. ${sayOpenStatus(status)}`,
    words: {
      en: `${status.session} is not made yet. ${inChat(status, 'en')}`,
      zh: `${status.session} 尚未完成。${inChat(status, 'zh')}`,
    },
  }),
  being_sent: ({ session }) => ({
    message: `${session} is being sent; ask again when that is done: nightdesk newsletter status --session ${session}`,
    words: {
      en: `${session} is being sent; ask again when that is done: \`/newsletter status session:${session}\`.`,
      zh: `${session} 正在發送；請於完成後再試：\`/newsletter status session:${session}\`。`,
    },
  }),
  not_stopped: ({ session }) => ({
    message: `${session} is being sent already: it can't be stopped any more`,
    words: {
      en: `${session} is being sent already: it can’t be stopped any more.`,
      zh: `${session} 已在發送中，不能再停止。`,
    },
  }),
  nobody_mailed: () => ({
    message: 'newsletters go to nobody by e-mail: that needs SMTP_URL, and recipients in the edition',
    words: {
      en: 'Newsletters go to nobody by e-mail: that needs `SMTP_URL`, and recipients in the edition.',
      zh: '通訊沒有電郵收件人：須設定 `SMTP_URL`，並在版面設定中列出收件人。',
    },
  }),
  no_recipients: ({ leftOut }) => ({
    message: `nobody is left to mail: ${sayLeftOut(leftOut, 'en')}`,
    words: {
      en: `Nobody is left to mail: ${markdownWords(sayLeftOut(leftOut, 'en'))}.`,
      zh: `沒有可以寄給的收件人：${markdownWords(sayLeftOut(leftOut, 'zh'))}。`,
    },
  }),
  all_complete: () => ({ message: 'All nine steps are complete. Report the final status.' }),
  stopped_at: ({ step, because }) => ({
    message: `The workflow stopped at ${step}${inBrackets(because)}. Don't retry: stop here and report the error.`,
  }),
  out_of_order: ({ step, isComplete, next }) => ({
    message: `${step} ${isComplete ? 'is complete already' : 'is not next'}. The next step is ${next}.`,
  }),
};

export class NewsletterRefused extends Refusal {
  override readonly name = 'NewsletterRefused';
  override readonly code: 'not_found' | 'refused';
  override readonly words: Readonly<Record<Locale, string>>;
  readonly kind: Kind;

  private constructor(kind: Kind, { message, words = { en: message, zh: message } }: Said) {
    super(message);
    this.kind = kind;
    this.code = kind === 'none' || kind === 'unknown' ? 'not_found' : 'refused';
    this.words = words;
  }

  static of<Why extends Kind>(kind: Why, facts: Facts[Why]): NewsletterRefused {
    return new NewsletterRefused(kind, SAYS[kind](facts));
  }
}

/** How somebody goes on with it at a command line. */
export function sayOpenStatus({ session, step, isRunning, because }: OpenStatus): string {
  const where = isRunning ? `It is at ${step}` : `It stopped at ${step}${inBrackets(because)}`;
  return `${where}. Resume it: nightdesk newsletter run --session ${session} --resume`;
}

function inChat({ session, step, isRunning, because }: OpenStatus, locale: Locale): string {
  const words = wordsOf(locale);
  return isRunning
    ? words.resumable(words.steps[step], session)
    : words.stopped(words.steps[step], markdownWords(words.trouble(because)) || '–', session);
}

function inBrackets(because: string): string {
  return because === '' ? '' : ` (${because})`;
}
