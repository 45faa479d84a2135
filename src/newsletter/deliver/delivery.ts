/**
 * Bringing a newsletter to its readers and editors: files, messages, mail. Whatever is repeated after a crash arrives once:
 * messages have keys, and mail has a book of its own.
 */
import type { Op } from '../../sessions/op.ts';
import type { OpBook } from '../../sessions/op-book.ts';
import type { SessionIndex } from '../../sessions/session-index.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { Clock } from '../../time/clock.ts';
import { localeOf } from '../../time/locale.ts';
import { sayDirect } from '../mail/say-mail.ts';
import type { Newsletter } from '../model/outputs.ts';
import type { NewsletterRecord, SendAgain } from '../model/newsletter-record.ts';
import { toHtml } from '../render/to-html.ts';
import { toMarkdown } from '../render/to-markdown.ts';
import { toText } from '../render/to-text.ts';
import type { StepFiles } from '../step-files.ts';
import type { Delivered } from '../workflow.ts';
import { messagesOf, newsletterKey, newsletterOps, previewOps } from './newsletter-ops.ts';
import type { NewsletterPlace } from './newsletter-ops.ts';
import { SUPERSEDED, progressOp } from './progress-op.ts';

/** What became of the mail, in sentences; `isWhole`: nothing is left that could be sent later. */
export interface Mailed extends Pick<NewsletterRecord, 'onlyAgain'> {
  readonly said: string;
  readonly isWhole: boolean;
}

/** Repeated, it sends nobody a second one. Undefined where there is nobody to send it to. */
export type MailNewsletter = (
  newsletter: Newsletter,
  signal: AbortSignal,
  again?: SendAgain,
) => Promise<Mailed | undefined>;

export interface DeliveryDeps {
  readonly files: StepFiles;
  readonly ops: Pick<OpBook, 'put' | 'under' | 'failed'>;
  readonly sessions: Pick<SessionIndex, 'get'>;
  readonly clock: Clock;
  /** Without it nothing is mailed. */
  readonly mail?: MailNewsletter | undefined;
  /** Where the edition's newsletters go. */
  readonly desk: SessionKey;
  /** There is something to send. */
  readonly posted: () => void;
}

export class Delivery {
  readonly #deps: DeliveryDeps;

  constructor(deps: DeliveryDeps) {
    this.#deps = deps;
  }

  /** Show in the newsletter's chat how far it is. */
  readonly show = async (record: NewsletterRecord): Promise<void> => {
    const { ops, clock, posted } = this.#deps;
    const made = await ops.under(newsletterKey(record.session, 'progress'));
    const next = progressOp(record, made, clock.now());
    if (!next) return;
    // Nobody has to see what is stale before it is sent.
    for (const key of next.superseded) await ops.failed(key, 'failed', SUPERSEDED);
    await ops.put([next.op]);
    posted();
  };

  /** Bring a draft to its editors. */
  readonly offer = async (record: NewsletterRecord): Promise<void> => {
    const { ops, posted } = this.#deps;
    await ops.put(previewOps(await this.#posting(record)));
    posted();
  };

  /** Whether a message of it failed, which is another try's when it is delivered once more. */
  readonly hasLost = async (session: string): Promise<boolean> =>
    messagesOf(await this.#made(session)).some(({ state }) => state === 'failed');

  readonly deliver = async (record: NewsletterRecord, signal: AbortSignal): Promise<Delivered> => {
    const { ops, posted, mail } = this.#deps;
    const posting = await this.#posting(record);
    const { newsletter, place } = posting;
    signal.throwIfAborted();
    await ops.put(newsletterOps(posting));
    posted();
    // It carries the newsroom's name: what somebody has made in a direct message stays there.
    if (mail && place.kind === 'dm' && record.place !== this.#deps.desk)
      return { remark: sayDirect(localeOf(record.language)) };
    const mailed = await mail?.(newsletter, signal, record.again);
    if (!mailed) return {};
    const { said, isWhole, onlyAgain } = mailed;
    return isWhole ? { remark: said } : { trouble: said, ...(onlyAgain && { onlyAgain }) };
  };

  /** Its files are written anew: what stands in `finalize_newsletter.json` may have been edited. */
  async #written({ session, zone }: NewsletterRecord): Promise<Newsletter> {
    const { files } = this.#deps;
    const newsletter = await files.read(session, 'finalize_newsletter');
    await files.writeText(session, 'newsletter.md', toMarkdown(newsletter, { zone }));
    await files.writeText(session, 'newsletter.html', toHtml(newsletter, { zone }));
    await files.writeText(session, 'newsletter.txt', toText(newsletter, { zone }));
    return newsletter;
  }

  async #posting(record: NewsletterRecord) {
    const { session, zone } = record;
    const [newsletter, place] = [await this.#written(record), await this.#place(record.place)];
    return { newsletter, place, zone, made: await this.#made(session), nowMs: this.#deps.clock.now() };
  }

  #made(session: string): Promise<Op[]> {
    return this.#deps.ops.under(newsletterKey(session, ''));
  }

  async #place(session: SessionKey): Promise<NewsletterPlace> {
    const kind = (await this.#deps.sessions.get(session))?.origin.kind;
    return { session, ...(kind !== undefined && { kind }) };
  }
}
