/**
 * Bringing a newsletter to its readers and editors: files, messages, mail. Whatever is repeated after a crash arrives once:
 * messages have keys that never change, and mail has a book of its own.
 */
import type { OpBook } from '../../sessions/op-book.ts';
import type { SessionIndex } from '../../sessions/session-index.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { Clock } from '../../time/clock.ts';
import type { Newsletter } from '../model/outputs.ts';
import type { NewsletterRecord } from '../model/newsletter-record.ts';
import type { StepFiles } from '../step-files.ts';
import { newsletterKey, newsletterOps, previewOps } from './newsletter-ops.ts';
import type { NewsletterPlace } from './newsletter-ops.ts';
import { SUPERSEDED, progressOp } from './progress-op.ts';

/** A newsletter in the forms that readers have. */
export interface Rendered {
  readonly markdown: string;
  readonly html: string;
  readonly text: string;
}

/** @returns what of it went wrong, in a sentence; undefined when all is well. */
export type MailNewsletter = (
  newsletter: Newsletter,
  rendered: Rendered,
  signal: AbortSignal,
) => Promise<string | undefined>;

export interface DeliveryDeps {
  readonly files: StepFiles;
  readonly ops: Pick<OpBook, 'put' | 'under' | 'failed'>;
  readonly sessions: Pick<SessionIndex, 'get'>;
  readonly clock: Clock;
  readonly render: (newsletter: Newsletter) => Rendered | Promise<Rendered>;
  /** Without it nothing is mailed. */
  readonly mail?: MailNewsletter | undefined;
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
    const { newsletter } = await this.#written(record);
    const { ops, clock, posted } = this.#deps;
    const place = await this.#place(record.place);
    await ops.put(previewOps({ newsletter, place, nowMs: clock.now() }));
    posted();
  };

  /** @returns what of it went wrong, in a sentence. */
  readonly deliver = async (record: NewsletterRecord, signal: AbortSignal): Promise<string | undefined> => {
    const { ops, clock, posted, mail } = this.#deps;
    const { newsletter, rendered } = await this.#written(record);
    signal.throwIfAborted();
    const place = await this.#place(record.place);
    await ops.put(newsletterOps({ newsletter, place, nowMs: clock.now() }));
    posted();
    return mail?.(newsletter, rendered, signal);
  };

  /** Its files are written anew: what stands in `finalize_newsletter.json` may have been edited. */
  async #written({ session }: NewsletterRecord): Promise<{ newsletter: Newsletter; rendered: Rendered }> {
    const { files, render } = this.#deps;
    const newsletter = await files.read(session, 'finalize_newsletter');
    const rendered = await render(newsletter);
    await files.writeText(session, 'newsletter.md', rendered.markdown);
    await files.writeText(session, 'newsletter.html', rendered.html);
    await files.writeText(session, 'newsletter.txt', rendered.text);
    return { newsletter, rendered };
  }

  async #place(session: SessionKey): Promise<NewsletterPlace> {
    const kind = (await this.#deps.sessions.get(session))?.origin.kind;
    return { session, ...(kind !== undefined && { kind }) };
  }
}
