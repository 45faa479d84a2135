/**
 * A process that sends a newsletter by e-mail, to be killed: `sending-child.ts HOME PORT RECIPIENTS [hold]`. With `hold` it
 * stops between the server's yes and the record of it, and says so.
 */
import type { MailBook } from '../../../src/newsletter/mail/mail-book.ts';
import { NewsletterMail } from '../../../src/newsletter/mail/newsletter-mail.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { openStores } from '../../support/stores.ts';
import { ENGLISH } from '../render/sample-letters.ts';

const [home = '', port = '', recipients = '', hold] = process.argv.slice(2);
const { mails } = openStores(home);
let changes = 0;
const held: MailBook = {
  list: (session) => mails.list(session),
  change: async (session, recipient, decide) => {
    changes += 1;
    if (changes === 1) return mails.change(session, recipient, decide);
    process.stdout.write('before the record\n');
    return new Promise(() => {});
  },
};
const mail = new NewsletterMail({
  book: hold === undefined ? mails : held,
  clock: systemClock,
  log: { info: () => {}, warn: () => {} },
  settings: { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'desk@news.example' },
});
setInterval(() => {}, 60_000); // it lives until it is killed
await mail.send(ENGLISH, recipients.split(','), { zone: 'UTC' }, new AbortController().signal);
process.stdout.write('sent\n');
