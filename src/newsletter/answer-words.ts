/** What is said of a newsletter to somebody who asks, in English and in Traditional Chinese. */
import type { Locale } from '../time/locale.ts';

export interface AnswerWords {
  /** There is none at all. */
  readonly none: string;
  noSuch(session: string): string;
  noneOf(day: 'today' | 'yesterday'): string;
  /** Before what is told of another one than that of the day. */
  newest(session: string): string;
  readonly nothingSent: string;
  wentOut(when: string, where: string): string;
  readonly here: string;
  /** Messages in the chat that are not out yet, or were lost. */
  missing(count: number, all: number): string;
  /** How those that were lost are sent again. */
  sendAgain(session: string): string;
  readonly noMail: string;
  mailed(count: number, all: number): string;
  mailedTo(who: string): string;
  /** The stories follow. */
  contents(session: string, stories: number, sections: number): string;
  more(count: number, session: string): string;
  /** What of it speaks of something follows. */
  about(session: string, about: string): string;
  nothingAbout(session: string, about: string): string;
  readonly notMade: string;
  /** How many of the links that were found it did not take; the reasons follow. */
  left(session: string, count: number, all: number): string;
  nothingLeft(session: string, all: number): string;
  leftBecause(reason: string, count: number): string;
  /** Topics of its articles that are in none of its sections. */
  topicsLeft(count: number, all: number): string;
  /** Behind a reason: the headlines that are named, and how many are not. */
  someOf(headlines: readonly string[], more: number): string;
  readonly leftLater: string;
  from(publisher: string, address: string): string;
}

const EN: AnswerWords = {
  none: 'There is no newsletter yet. `/newsletter run` makes one.',
  noSuch: (session) => `There is no newsletter ${session}.`,
  noneOf: (day) =>
    day === 'today' ? 'No newsletter was begun today.' : 'No newsletter was begun yesterday.',
  newest: (session) => `The newest is ${session}:`,
  nothingSent: 'Nothing of it was sent.',
  wentOut: (when, where) => `It went out on ${when}, ${where}.`,
  here: 'here',
  missing: (count, all) => `${count} of its ${all} messages have not arrived.`,
  sendAgain: (session) => `\`/newsletter send session:${session}\` sends those again that were refused.`,
  noMail: 'Nobody was sent it by e-mail.',
  mailed: (count, all) => `By e-mail to ${count} of ${all} recipients.`,
  mailedTo: (who) => `Sent to: ${who}.`,
  contents: (session, stories, sections) =>
    `${session} has ${stories} ${stories === 1 ? 'story' : 'stories'} in ${sections} ${sections === 1 ? 'section' : 'sections'}:`,
  more: (count, session) =>
    `… and ${count} more: \`/newsletter preview session:${session}\` shows all of it.`,
  about: (session, about) => `${session} on “${about}”:`,
  nothingAbout: (session, about) => `Nothing in ${session} speaks of “${about}”.`,
  notMade: 'It is not made yet, so there is nothing to read.',
  left: (session, count, all) =>
    `${session} took ${all - count} of the ${all} links that it found. Not taken:`,
  nothingLeft: (session, all) => `${session} took all of the ${all} links that it found.`,
  leftBecause: (reason, count) => `${reason} (${count})`,
  topicsLeft: (count, all) => `${count} of its ${all} topics, for which its sections had no room`,
  someOf: (headlines, more) => `: ${headlines.join('; ')}${more > 0 ? `; and ${more} more` : ''}`,
  leftLater: 'It has not chosen its links yet, so nothing is left out so far.',
  from: (publisher, address) => ` (${publisher}, <${address}>)`,
};

const ZH: AnswerWords = {
  none: '尚未有通訊。可用 `/newsletter run` 製作。',
  noSuch: (session) => `沒有通訊 ${session}。`,
  noneOf: (day) => (day === 'today' ? '今日尚未開始製作通訊。' : '昨日沒有製作通訊。'),
  newest: (session) => `最近一份是 ${session}：`,
  nothingSent: '內容尚未發送。',
  wentOut: (when, where) => `已於${when}發送到${where}。`,
  here: '這裡',
  missing: (count, all) => `${all} 則訊息中有 ${count} 則尚未送達。`,
  sendAgain: (session) => `\`/newsletter send session:${session}\` 會重發被拒的訊息。`,
  noMail: '沒有以電郵寄給任何人。',
  mailed: (count, all) => `電郵：已寄給 ${count}／${all} 位收件人。`,
  mailedTo: (who) => `已寄給：${who}。`,
  contents: (session, stories, sections) => `${session} 共 ${stories} 則報道，分 ${sections} 個欄目：`,
  more: (count, session) => `……另有 ${count} 則，\`/newsletter preview session:${session}\` 可查看全文。`,
  about: (session, about) => `${session} 有關「${about}」的內容：`,
  nothingAbout: (session, about) => `${session} 沒有提及「${about}」。`,
  notMade: '通訊尚未完成，暫時未有內容。',
  left: (session, count, all) => `${session} 找到 ${all} 條連結，採用了 ${all - count} 條。沒有採用的：`,
  nothingLeft: (session, all) => `${session} 找到的 ${all} 條連結全部採用。`,
  leftBecause: (reason, count) => `${reason}（${count}）`,
  topicsLeft: (count, all) => `${all} 個主題中有 ${count} 個未能編入欄目`,
  someOf: (headlines, more) => `：${headlines.join('；')}${more > 0 ? `；另有 ${more} 則` : ''}`,
  leftLater: '它尚未篩選連結，所以暫時未有略去的。',
  from: (publisher, address) => `（${publisher}，<${address}>）`,
};

export function answerWords(locale: Locale): AnswerWords {
  return locale === 'zh' ? ZH : EN;
}
