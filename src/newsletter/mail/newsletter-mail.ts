/**
 * A newsletter by e-mail: each recipient gets one message, once, whatever crashes.
 *
 * How `letter` calls it, when `SMTP_URL` and recipients are set:
 *   const mail = new NewsletterMail({ book, clock, log, settings: { smtpUrl, from } });
 *   const report = await mail.send(newsletter, recipients, { zone }, signal);
 *   sayMail(report, language);
 * `send` may be repeated at any time (after a crash, after an error, by `/newsletter send`): it sends what is not sent yet
 * and may be tried, and reports all. Who was refused, and of whom nobody knows, is sent to again only when an editor names
 * the address in `again`. It rejects with a MailSettingsError before anything is sent, and with the signal's reason.
 *
 * - One at a time; when the server takes no mail at all, the rest isn't tried and stays waiting.
 * - `sending` is on record before the server hears of a message. What stands so when a run begins was cut off by a crash.
 */
import { Joined } from '../../async/joined.ts';
import type { Log } from '../../newsroom/model/log.ts';
import type { Clock } from '../../time/clock.ts';
import type { SendAgain } from '../model/newsletter-record.ts';
import type { Newsletter } from '../model/outputs.ts';
import { composeMail, renderMail } from './compose-mail.ts';
import type { Rendered } from './compose-mail.ts';
import { begin, giveUp, settle } from './decide-mail.ts';
import { handIn } from './hand-in.ts';
import type { HandedIn } from './hand-in.ts';
import type { MailBook, MailRecord } from './mail-book.ts';
import { readRecipients } from './recipients.ts';
import type { Recipient } from './recipients.ts';
import { senderAddress, smtpServer } from './smtp-settings.ts';
import type { MailSettings, SmtpServer } from './smtp-settings.ts';

export interface MailDeps {
  readonly book: MailBook;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly settings: MailSettings;
}

export interface MailOptions {
  readonly zone: string;
  /** Whom an editor wants sent to although they were refused, or may have it already. */
  readonly again?: SendAgain | undefined;
}

export interface MailReport {
  /** Every good address of the list, as it stands now. */
  readonly records: readonly MailRecord[];
  /** How many were sent in this run. */
  readonly sentNow: number;
  /** What is no address, as it was written: left out. */
  readonly bad: readonly string[];
  /** Why the server took no mail, in its words. */
  readonly server?: string;
}

export class NewsletterMail {
  readonly #deps: MailDeps;
  readonly #running = new Joined();

  constructor(deps: MailDeps) {
    this.#deps = deps;
  }

  /** Who asks while the same newsletter is being sent gets the outcome of that run. */
  async send(
    newsletter: Newsletter,
    recipients: readonly string[],
    options: MailOptions,
    signal: AbortSignal,
  ): Promise<MailReport> {
    const server = smtpServer(this.#deps.settings);
    senderAddress(this.#deps.settings);
    return this.#running.do(newsletter.session, () =>
      this.#run(newsletter, recipients, options, { server, signal }),
    );
  }

  async #run(
    newsletter: Newsletter,
    recipients: readonly string[],
    { zone, again }: MailOptions,
    line: Line,
  ): Promise<MailReport> {
    const { book, clock, log } = this.#deps;
    const { session } = newsletter;
    const { good, bad } = readRecipients(recipients);
    const isWanted = wantedAgain(again);
    for (const record of await book.list(session))
      if (record.state === 'sending') await book.change(session, record.recipient, giveUp(clock.now()));
    const rendered = renderMail(newsletter, { zone });
    let sentNow = 0;
    let server: string | undefined;
    for (const recipient of good) {
      line.signal.throwIfAborted();
      const askedAtMs = isWanted(recipient) ? again?.askedAtMs : undefined;
      const outcome = await this.#one(rendered, recipient, askedAtMs, line);
      if (outcome?.kind === 'sent') sentNow += 1;
      if (outcome?.ofServer) server = outcome.words;
      if (server !== undefined) break;
    }
    line.signal.throwIfAborted();
    const keys = new Set(good.map(({ key }) => key));
    const known = new Map((await book.list(session)).map((record) => [record.recipient, record]));
    const records = [...keys].map(
      (recipient): MailRecord =>
        known.get(recipient) ?? { session, recipient, state: 'waiting', attempts: 0, atMs: clock.now() },
    );
    const told = { session, recipients: good.length, sentNow, bad: bad.length };
    if (server === undefined) log.info(told, 'the newsletter was sent by e-mail');
    else log.warn({ ...told, server }, 'the mail server takes no mail');
    return { records, sentNow, bad, ...(server !== undefined && { server }) };
  }

  /** Undefined where nothing is to be sent. */
  async #one(
    rendered: Rendered,
    recipient: Recipient,
    askedAtMs: number | undefined,
    { server, signal }: Line,
  ): Promise<HandedIn | undefined> {
    const { book, clock, settings } = this.#deps;
    const { session } = rendered;
    const moment = { session, recipient: recipient.key, nowMs: clock.now() };
    const message = await composeMail(rendered, recipient, settings, moment.nowMs);
    const begun = await book.change(session, recipient.key, begin(moment, askedAtMs));
    if (begun === undefined) return undefined;
    const envelope = { from: senderAddress(settings), to: recipient.address };
    const outcome = await handIn(message, envelope, { clock, server, signal });
    await book.change(session, recipient.key, settle(outcome, clock.now()));
    return outcome;
  }
}

function wantedAgain(again: SendAgain | undefined): (recipient: Recipient) => boolean {
  if (again?.to === 'all') return () => true;
  const wanted = new Set(readRecipients(again?.to ?? []).good.map(({ key }) => key));
  return ({ key }) => wanted.has(key);
}

interface Line {
  readonly server: SmtpServer;
  readonly signal: AbortSignal;
}
