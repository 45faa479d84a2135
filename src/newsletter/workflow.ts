/**
 * The line of a newsletter: its nine steps in order, each written down before and after, then its delivery.
 *
 * A step that fails stops the line. One that was cut off, by a crash or when the desk closes, stays `started` and is taken
 * up again; nothing that was complete is done twice. Each checkpoint leaves the task of what comes next (`nextTasks`).
 */
import { errorMessage } from '../text/error-message.ts';
import { urlKey } from '../newsroom/model/url-key.ts';
import type { Clock } from '../time/clock.ts';
import type { StepName, StepResult } from './model/steps.ts';
import type { Newsletter } from './model/outputs.ts';
import type { Change, CheckpointBook } from './model/checkpoint-book.ts';
import type { NewsletterRecord } from './model/newsletter-record.ts';
import { insist } from '../async/insist.ts';
import { decideComplete, decideDelivered, decideFail, decideStart, decideStep } from './decide-workflow.ts';
import type { UnderWay } from './decide-workflow.ts';
import type { Step, StepContext, Steps } from './step.ts';
import type { StepFiles } from './step-files.ts';

export interface WorkflowDeps {
  readonly book: CheckpointBook;
  readonly files: StepFiles;
  readonly steps: Steps;
  readonly clock: Clock;
  /** Show it as it is now to whoever looks on. */
  readonly show: (record: NewsletterRecord) => Promise<void>;
  /** Bring one that is made to its editors, who have to approve it. */
  readonly offer: (record: NewsletterRecord) => Promise<void>;
  /** Deliver it: repeated, it delivers nothing twice. */
  readonly deliver: (record: NewsletterRecord, signal: AbortSignal) => Promise<Delivered>;
  readonly failed: (what: string, error: unknown) => void;
}

/** `trouble`: something is left to be sent, and why. `remark`: what else is to be said of it. */
export type Delivered = Pick<NewsletterRecord, 'trouble' | 'onlyAgain' | 'remark'>;

type Found = NewsletterRecord | undefined;
type DecideEnd = (found: Found) => Change<Found>;

export class Workflow {
  readonly #deps: WorkflowDeps;

  constructor(deps: WorkflowDeps) {
    this.#deps = deps;
  }

  /**
   * Do this step, where it is what is next.
   * @throws the signal's reason when it was stopped: then it is to be done again.
   */
  async doStep(session: string, name: StepName, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { book, clock } = this.#deps;
    const begun = await book.change(session, (found) => decideStart(found, name, clock.now()));
    if (begun) await this.#do(begun, name, signal);
  }

  /** Deliver it, where that is to be done. @throws the signal's reason, as `doStep` does. */
  async send(session: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const record = await this.#deps.book.find(session);
    if (record?.state === 'sending') await this.#deliver(record, signal);
  }

  /**
   * Do this step, which has to be the next one. Its failure is in the record, too.
   * @throws NewsletterRefused
   */
  async step(session: string, name: StepName, signal: AbortSignal): Promise<NewsletterRecord> {
    signal.throwIfAborted();
    const { book, clock } = this.#deps;
    const begun = await book.change(session, (found) => decideStep(found, name, clock.now()));
    return this.#do(begun, name, signal);
  }

  async #do(begun: NewsletterRecord, name: StepName, signal: AbortSignal): Promise<NewsletterRecord> {
    const { clock } = this.#deps;
    const { session } = begun;
    const under: UnderWay = { step: name, atMs: begun.checkpoints[name]?.startedAtMs };
    await this.#show(begun);
    let decide: DecideEnd;
    try {
      const result = await this.#run(name, begun, signal);
      signal.throwIfAborted();
      await this.#deps.files.write(session, name, result.output as never);
      decide = (found) => decideComplete(found, under, result, clock.now());
    } catch (error) {
      signal.throwIfAborted();
      this.#deps.failed(`${name} of ${session}`, error);
      decide = (found) => decideFail(found, under, messageOf(error), clock.now());
    }
    const made = await this.#keep(session, decide, signal);
    if (!made) return this.#known(session);
    await this.#show(made);
    if (made.state === 'waiting') await this.#deps.offer(made);
    return made;
  }

  /** How a step ended is written when it can be: else it would be done again. */
  #keep(session: string, decide: DecideEnd, signal: AbortSignal): Promise<Found> {
    const { book, clock } = this.#deps;
    const failed = (error: unknown) => this.#deps.failed(`the checkpoint of ${session}`, error);
    return insist(() => book.change(session, decide), { clock, signal, failed });
  }

  #run(name: StepName, record: NewsletterRecord, signal: AbortSignal): Promise<StepResult<unknown>> {
    const { book, files, steps } = this.#deps;
    const context: StepContext = {
      newsletter: record,
      read: (step) => files.read(record.session, step),
      issued: () => book.issued(record.edition, record.session),
      signal,
    };
    return (steps[name] as Step<StepName>)(context);
  }

  async #deliver(record: NewsletterRecord, signal: AbortSignal): Promise<void> {
    const { book, clock, deliver, files } = this.#deps;
    let issued: readonly string[] = [];
    let outcome: Delivered;
    try {
      issued = articlesOf(await files.read(record.session, 'finalize_newsletter'));
      outcome = await deliver(record, signal);
    } catch (error) {
      signal.throwIfAborted();
      this.#deps.failed(`delivering ${record.session}`, error);
      outcome = { trouble: messageOf(error) };
    }
    // A draft that nobody sends has told nobody anything.
    const delivered = await book.change(record.session, (found) => ({
      ...decideDelivered(found, outcome, clock.now()),
      issued,
    }));
    if (delivered) await this.#show(delivered);
  }

  /** Nobody's newsletter stops because nobody could be shown how far it is. */
  async #show(record: NewsletterRecord): Promise<void> {
    await this.#deps
      .show(record)
      .catch((error: unknown) => this.#deps.failed(`showing ${record.session}`, error));
  }

  async #known(session: string): Promise<NewsletterRecord> {
    const found = await this.#deps.book.find(session);
    if (!found) throw new Error(`there is no newsletter ${session}`);
    return found;
  }
}

/** The articles that readers were told of, by their keys. */
function articlesOf({ sections }: Newsletter): string[] {
  const urls = sections.flatMap(({ stories }) => stories.flatMap((story) => story.urls));
  return [...new Set(urls.map((url) => urlKey(url) ?? url))];
}

function messageOf(error: unknown): string {
  const said = errorMessage(error);
  return said.replaceAll(/\s+/gu, ' ').trim();
}
