/** A newsletter's e-mail over a server on loopback, with a clock that tests move. */
import type { MailBook, MailRecord } from '../../../src/newsletter/mail/mail-book.ts';
import { NewsletterMail } from '../../../src/newsletter/mail/newsletter-mail.ts';
import type { MailOptions } from '../../../src/newsletter/mail/newsletter-mail.ts';
import type { MailSettings } from '../../../src/newsletter/mail/smtp-settings.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { openSmtp } from '../../support/mail/loopback-smtp.ts';
import type { SmtpRules } from '../../support/mail/loopback-smtp.ts';
import { MemoryMailBook } from '../../support/mail/memory-mail-book.ts';
import { ENGLISH } from '../render/sample-letters.ts';

const zone = 'Asia/Hong_Kong';
export const never = new AbortController().signal;
/** By the name before the at sign. */
export const stateOf = (records: readonly MailRecord[]): Record<string, string> =>
  Object.fromEntries<string>(records.map(({ recipient, state }) => [recipient.split('@')[0] ?? '', state]));

interface Logged {
  readonly fields: object;
  readonly message: string;
}

export function aDesk(
  port: number,
  settings: Partial<MailSettings> = {},
  book: MailBook = new MemoryMailBook(),
) {
  const clock = new FakeClock();
  const logged: Logged[] = [];
  const log = {
    info: (fields: object, message: string) => void logged.push({ fields, message }),
    warn: (fields: object, message: string) => void logged.push({ fields, message }),
  };
  const mail = new NewsletterMail({
    book,
    clock,
    log,
    settings: {
      smtpUrl: `smtp://127.0.0.1:${port}`,
      from: 'The Desk <desk@news.example>',
      ...settings,
    },
  });
  const send = (
    recipients: readonly string[],
    more: Partial<MailOptions> = {},
    letter = ENGLISH,
    signal = never,
  ) => mail.send(letter, recipients, { zone, ...more }, signal);
  return { mail, send, clock, book, logged };
}

export const world = async (rules: SmtpRules = {}, settings: Partial<MailSettings> = {}) => {
  const server = await openSmtp(rules);
  return { server, ...aDesk(server.port, settings) };
};
