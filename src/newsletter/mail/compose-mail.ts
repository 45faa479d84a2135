/** A newsletter as an e-mail to one recipient: HTML and plain text, as bytes for the server. */
import { createHash } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Newsletter } from '../model/outputs.ts';
import { pageOf, type RenderOptions } from '../render/page.ts';
import { toHtml } from '../render/to-html.ts';
import { toText } from '../render/to-text.ts';
import type { Recipient } from './recipients.ts';
import { senderAddress } from './smtp-settings.ts';
import type { MailSettings } from './smtp-settings.ts';

/** What all recipients get, made once. */
export interface Rendered {
  readonly session: string;
  readonly language: Newsletter['language'];
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** The parts that all recipients share: subject, HTML and plain text. */
export function renderMail(newsletter: Newsletter, options: RenderOptions): Rendered {
  const { session, language } = newsletter;
  return {
    session,
    language,
    // In a header, =?…?= is other words in disguise (RFC 2047), which nothing has looked at.
    subject: pageOf(newsletter, options).title.replaceAll('=?', '= ?'),
    html: toHtml(newsletter, options),
    text: toText(newsletter, options),
  };
}

/** The same for the same newsletter and recipient, whenever it is sent: programs that know it show it once. */
function messageId(session: string, { key }: Recipient, settings: MailSettings): string {
  const name = createHash('sha256').update(`${session}\n${key}`).digest('hex').slice(0, 32);
  return `<newsletter.${name}@${senderAddress(settings).split('@').at(-1)}>`;
}

/** Nothing in it is read from files or from the web. */
export async function composeMail(
  rendered: Rendered,
  recipient: Recipient,
  settings: MailSettings,
  nowMs: number,
): Promise<Buffer> {
  const { session, language, subject, html, text } = rendered;
  const mail = new MailComposer({
    from: settings.from,
    to: { name: '', address: recipient.address },
    subject,
    text,
    html,
    messageId: messageId(session, recipient, settings),
    date: new Date(nowMs),
    headers: {
      'Content-Language': language,
      'Auto-Submitted': 'auto-generated',
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return mail.compile().build();
}
