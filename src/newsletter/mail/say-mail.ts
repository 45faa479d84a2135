/** What became of a newsletter's e-mails, for people: `sayMail(report, localeOf(language))`. */
import type { Locale } from '../../time/locale.ts';
import { HANGS } from './hand-in.ts';
import type { MailRecord, MailState } from './mail-book.ts';
import type { MailReport } from './newsletter-mail.ts';

interface Words {
  sent(count: number, all: number): string;
  server(words: string): string;
  refused(who: string): string;
  waiting(who: string): string;
  unknown(who: string): string;
  bad(who: string): string;
  readonly comma: string;
  with(recipient: string, words: string): string;
  readonly hangs: string;
}

const EN: Words = {
  sent: (count, all) => `E-mail: sent to ${count} of ${all}.`,
  server: (words) => `The mail server takes no mail: ${words}`,
  refused: (who) => `Refused by the server: ${who}.`,
  waiting: (who) => `Not sent yet, “send” tries again: ${who}.`,
  unknown: (who) => `Nobody knows whether it arrived, so it isn't sent again by itself: ${who}.`,
  bad: (who) => `Left out, no e-mail address: ${who}.`,
  comma: ', ',
  with: (recipient, words) => `${recipient} (${words})`,
  hangs: HANGS,
};

const ZH: Words = {
  sent: (count, all) => `電郵：已寄給 ${count}／${all} 位收件人。`,
  server: (words) => `郵件伺服器現時不收信：${words}`,
  refused: (who) => `伺服器拒收：${who}。`,
  waiting: (who) => `尚未寄出，「發送」會再試：${who}。`,
  unknown: (who) => `無法確定有否送達，不會自行重寄：${who}。`,
  bad: (who) => `並非電郵地址，已略過：${who}。`,
  comma: '、',
  with: (recipient, words) => `${recipient}（${words}）`,
  hangs: '伺服器在 90 秒內沒有回應。',
};

/** Where the edition has recipients, and no mail server is set. */
export function sayUnmailed(recipients: number): Readonly<Record<Locale, string>> {
  return {
    en: `E-mail: nobody was mailed, because SMTP_URL is not set; the edition has ${recipients} ${recipients === 1 ? 'recipient' : 'recipients'}.`,
    zh: `電郵：沒有寄給任何人，因為未設定 SMTP_URL；版面設定中有 ${recipients} 位收件人。`,
  };
}

/** A line for each thing that there is to say. */
export function sayMail(
  { records, bad, server }: Pick<MailReport, 'records' | 'bad' | 'server'>,
  locale: Locale,
): string[] {
  const words = locale === 'zh' ? ZH : EN;
  // What a server says is quoted; what we say of it is in the reader's language.
  const told = (said: string) => (said === HANGS ? words.hangs : said);
  const inState = (state: MailState) => records.filter((record) => record.state === state);
  const named = (found: readonly MailRecord[]) =>
    found
      .map((one) => (one.words === undefined ? one.recipient : words.with(one.recipient, told(one.words))))
      .join(words.comma);
  const line = (state: MailState, say: (who: string) => string) =>
    inState(state).length === 0 ? [] : [say(named(inState(state)))];
  return [
    words.sent(inState('sent').length, records.length),
    ...(server === undefined ? [] : [words.server(told(server))]),
    ...line('refused', words.refused),
    ...line('waiting', words.waiting),
    ...line('unknown', words.unknown),
    ...(bad.length === 0 ? [] : [words.bad(bad.join(words.comma))]),
  ];
}
