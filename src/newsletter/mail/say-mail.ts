/** What became of a newsletter's e-mails, for people: `sayMail(report, localeOf(language))`. */
import type { Locale } from '../../time/locale.ts';
import { groupBy } from '../steps/group-by.ts';
import type { MailRecord, MailState } from './mail-book.ts';
import type { MailReport } from './newsletter-mail.ts';
import { HANGS } from './patience.ts';
import { readRecipients } from './recipients.ts';
import type { LeftOut } from './recipients.ts';

interface Words {
  sent(count: number, all: number): string;
  server(words: string): string;
  refused(who: string): string;
  waiting(who: string): string;
  unknown(who: string): string;
  bad(who: string): string;
  readonly nobody: string;
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
  nobody:
    'It reached nobody by e-mail. Those who refused it, or may have it, are mailed again when somebody asks for that: “send --again”, in a chat resend:all.',
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
  nobody:
    '電郵沒有送達任何人。拒收或未知有否收到的，要有人要求才會重寄：「send --again」，對話中則填 重寄:all。',
  comma: '、',
  with: (recipient, words) => `${recipient}（${words}）`,
  hangs: '伺服器在 90 秒內沒有回應。',
};

/** Why nobody is mailed: what the edition and the settings lack. Undefined where they lack nothing. */
export function sayUnmailed(
  recipients: readonly string[],
  hasServer: boolean,
): Readonly<Record<Locale, string>> | undefined {
  const { length } = recipients;
  if (length === 0)
    return {
      en: 'E-mail: nobody was mailed, because the edition has no recipients.',
      zh: '電郵：沒有寄給任何人，因為版面設定中沒有收件人。',
    };
  if (!hasServer)
    return {
      en: `E-mail: nobody was mailed, because SMTP_URL is not set; the edition has ${length} ${length === 1 ? 'recipient' : 'recipients'}.`,
      zh: `電郵：沒有寄給任何人，因為未設定 SMTP_URL；版面設定中有 ${length} 位收件人。`,
    };
  if (readRecipients(recipients).good.length > 0) return undefined;
  return {
    en: 'E-mail: nobody was mailed, because none of the edition’s recipients is an e-mail address.',
    zh: '電郵：沒有寄給任何人，因為版面設定中的收件人都不是電郵地址。',
  };
}

/** Why a newsletter that was made in a direct message is mailed to nobody. */
export function sayDirect(locale: Locale): string {
  return {
    en: 'E-mail: nobody was mailed, because it was made in a direct message.',
    zh: '電郵：沒有寄給任何人，因為通訊是在私訊中製作的。',
  }[locale];
}

const LEFT_OUT: Readonly<Record<LeftOut['because'], Readonly<Record<Locale, string>>>> = {
  no_address: { en: 'no e-mail address', zh: '並非電郵地址' },
  no_recipient: { en: 'no recipient of the edition', zh: '不是版面的收件人' },
};

/** Each address with the reason: "bob (no e-mail address), eve@example.org (no recipient of the edition)". */
export function sayLeftOut(leftOut: readonly LeftOut[], locale: Locale): string {
  const words = locale === 'zh' ? ZH : EN;
  return leftOut
    .map(({ address, because }) => words.with(address, LEFT_OUT[because][locale]))
    .join(words.comma);
}

/** What is said of e-mails, for those who are not told whose they are. */
export function withoutAddresses(said: string): string {
  return said.replace(/[^\s<>()（）,，、:：]+@[^\s<>()（）,，、:：。]*[\p{L}\p{N}]/gu, '…');
}

/** Whether there are recipients, and nobody got it. */
export function isUnreached(records: readonly MailRecord[]): boolean {
  return records.length > 0 && records.every(({ state }) => state !== 'sent');
}

/** A line for each thing that there is to say: of recipients one for each reason, with those whom it is about. */
export function sayMail(
  { records, bad, server }: Pick<MailReport, 'records' | 'bad' | 'server'>,
  locale: Locale,
): string[] {
  const words = locale === 'zh' ? ZH : EN;
  // What a server says is quoted; what we say of it is in the reader's language.
  const told = (said: string) => (said === HANGS ? words.hangs : said);
  const inState = (state: MailState) => records.filter((record) => record.state === state);
  const lines = (state: MailState, say: (who: string) => string) =>
    [...groupBy(inState(state), (one) => one.words)].map(([reason, its]) => {
      const who = its.map(({ recipient }) => recipient).join(words.comma);
      return say(reason === undefined ? who : words.with(who, told(reason)));
    });
  return [
    words.sent(inState('sent').length, records.length),
    ...(server === undefined ? [] : [words.server(told(server))]),
    ...lines('refused', words.refused),
    ...lines('waiting', words.waiting),
    ...lines('unknown', words.unknown),
    ...(isUnreached(records) && inState('waiting').length === 0 ? [words.nobody] : []),
    ...(bad.length === 0 ? [] : [words.bad(bad.join(words.comma))]),
  ];
}
