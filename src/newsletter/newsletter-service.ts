/** What is done with newsletters, whoever asks: a command, a method, a job, the command line. */
import { unlessAborted } from '../async/joined.ts';
import type { Actor } from '../sessions/actor.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { Clock } from '../time/clock.ts';
import type { WrittenLanguage } from '../time/locale.ts';
import { NewsletterRefused, decideBegin, decideLeft, decideResume, decideSend } from './decide-workflow.ts';
import type { Begun } from './decide-workflow.ts';
import type { CheckpointBook } from './model/checkpoint-book.ts';
import type { NewsletterRecord } from './model/newsletter-record.ts';
import type { Newsletter } from './model/outputs.ts';
import { parseSessionName, sessionOfDay } from './model/session-name.ts';
import type { NewsletterTasks } from './newsletter-tasks.ts';
import type { StepFiles } from './step-files.ts';
import { nextStep } from './workflow-status.ts';

export interface NewsletterEdition {
  readonly name: string;
  readonly language: WrittenLanguage;
  readonly zone: string;
  readonly needsApproval: boolean;
  /** Where newsletters go that nobody asked for in a chat. */
  readonly desk: SessionKey;
}

export interface ServiceDeps {
  readonly book: CheckpointBook;
  readonly files: Pick<StepFiles, 'read'>;
  readonly tasks: NewsletterTasks;
  readonly edition: NewsletterEdition;
  readonly clock: Clock;
  /** Show how far one is. */
  readonly show: (record: NewsletterRecord) => Promise<void>;
  /** Bring one that waits to its editors, once. */
  readonly offer: (record: NewsletterRecord) => Promise<void>;
  readonly failed: (what: string, error: unknown) => void;
  /** The server that a session belongs to. */
  readonly guildOf: (session: SessionKey) => Promise<string | undefined>;
}

export interface Wish {
  /** That of the day, where none is named. */
  readonly session?: string | undefined;
  /** Go on with one that stopped. */
  readonly resume?: boolean | undefined;
  readonly place?: SessionKey | undefined;
  readonly by: Pick<Actor, 'name' | 'guild'>;
  /** In whose day it is. */
  readonly atMs?: number;
}

const MOST_LOOKED_THROUGH = 100;

export class NewsletterService {
  readonly #deps: ServiceDeps;
  /** Those whose steps somebody calls one by one. */
  readonly #called = new Map<string, Promise<void>>();

  constructor(deps: ServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Have a newsletter made, or gone on with. Returns once that is written down.
   * @throws NewsletterRefused, BadSessionName
   */
  async run(wish: Wish): Promise<{ readonly session: string; readonly outcome: Begun }> {
    const session = this.#named(wish);
    const outcome = await this.#begin(session, wish, 'workflow');
    if (outcome === 'begun') this.#deps.tasks.take(session);
    return { session, outcome };
  }

  /**
   * The same for somebody who calls its steps one by one; what is made is delivered after that.
   * @param work resolves with why it ended, for those who see it end before the last step.
   * @throws NewsletterRefused, BadSessionName
   */
  async runBy(
    wish: Wish,
    work: (session: string) => Promise<string>,
  ): Promise<{ readonly session: string; readonly outcome: Begun; readonly done: Promise<void> }> {
    const session = this.#named(wish);
    const outcome = await this.#begin(session, wish, 'agent');
    const done = outcome === 'over' ? Promise.resolve() : this.#whileCalled(session, work);
    return { session, outcome, done };
  }

  async #whileCalled(session: string, work: (session: string) => Promise<string>): Promise<void> {
    const ended = this.#called.get(session) ?? this.#work(session, work);
    this.#called.set(session, ended);
    await ended.finally(() => this.#called.delete(session));
  }

  async #work(session: string, work: (session: string) => Promise<string>): Promise<void> {
    const { book, clock, tasks } = this.#deps;
    const because = await work(session).catch((error: unknown) => messageOf(error));
    const record = await book.change(session, (found) => decideLeft(found, because, clock.now()));
    if (record) await this.#deps.show(record);
    if (record?.state === 'sending') tasks.take(session);
  }

  /** Resolves with how it stands when nothing of it is under way. */
  async finished(session: string, signal: AbortSignal): Promise<NewsletterRecord | undefined> {
    await unlessAborted(this.#called.get(session) ?? Promise.resolve(), signal);
    await unlessAborted(this.#deps.tasks.idle(session), signal);
    return this.#deps.book.find(session);
  }

  /** @throws BadSessionName */
  async find(session: string): Promise<NewsletterRecord | undefined> {
    return this.#deps.book.find(parseSessionName(session));
  }

  /** The newest that somebody may see, those of this chat first. */
  async newest(actor: Pick<Actor, 'guild'>, place?: SessionKey): Promise<NewsletterRecord | undefined> {
    let first: NewsletterRecord | undefined;
    for (const record of await this.#deps.book.newest(MOST_LOOKED_THROUGH)) {
      if (record.place === place) return record;
      if (!first && (await this.maySee(actor, record))) first = record;
    }
    return first;
  }

  /** Servers hear nothing of each other. */
  async maySee(
    { guild }: Pick<Actor, 'guild'>,
    { place }: Pick<NewsletterRecord, 'place'>,
  ): Promise<boolean> {
    return guild === undefined || (await this.#deps.guildOf(place)) === guild;
  }

  /** As it would be sent. @throws NewsletterRefused, BadSessionName, StepFileError */
  async preview(session: string): Promise<Newsletter> {
    const record = await this.find(session);
    if (!record) throw new NewsletterRefused('not_found', `there is no newsletter ${session}`);
    const step = nextStep(record.checkpoints);
    if (step !== undefined)
      throw new NewsletterRefused('refused', `${session} is not made yet: it is at ${step}`);
    return this.#deps.files.read(session, 'finalize_newsletter');
  }

  /**
   * Have it delivered: one that waits for an editor, or what of it did not arrive.
   * @throws NewsletterRefused, BadSessionName, StepFileError
   */
  async send(session: string, by: Pick<Actor, 'name'>): Promise<'sending' | 'sent'> {
    parseSessionName(session);
    const { book, clock, tasks } = this.#deps;
    const found = await book.find(session);
    // One that nobody can read is not approved.
    if (found && nextStep(found.checkpoints) === undefined && found.state !== 'done')
      await this.preview(session);
    const outcome = await book.change(session, (record) =>
      decideSend(record, { session, by: by.name, nowMs: clock.now() }),
    );
    if (outcome === 'sending') tasks.take(session);
    return outcome;
  }

  /** Take up what a dead desk left. One whose files are gone keeps nothing else from starting. */
  async takeUp(): Promise<void> {
    const { book, clock, tasks, offer, failed } = this.#deps;
    for (const record of await book.open()) {
      // The turn that called its steps is over.
      if (record.driver === 'agent' && record.state === 'running')
        await book.change(record.session, (found) => decideLeft(found, 'the desk was stopped', clock.now()));
      else tasks.take(record.session);
    }
    for (const record of await book.newest(MOST_LOOKED_THROUGH))
      if (record.state === 'waiting')
        await offer(record).catch((error: unknown) =>
          failed(`offering the newsletter ${record.session}`, error),
        );
  }

  /** Resolves when nobody calls steps any more. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#called.values());
  }

  /** The session of the day that a moment is in. */
  sessionOf(atMs: number): string {
    return sessionOfDay(atMs, this.#deps.edition.zone);
  }

  #named({ session, resume, atMs }: Wish): string {
    if (session !== undefined) return parseSessionName(session);
    if (resume)
      throw new NewsletterRefused(
        'refused',
        'resume needs a session: --resume --session newsletter_YYYYMMDD',
      );
    return this.sessionOf(atMs ?? this.#deps.clock.now());
  }

  async #begin(session: string, wish: Wish, driver: NewsletterRecord['driver']): Promise<Begun> {
    const { book, clock, tasks, edition } = this.#deps;
    const { place = edition.desk, by, resume = false } = wish;
    const known = await book.find(session);
    if (known && !(await this.maySee(by, known)))
      throw new NewsletterRefused('refused', `${session} belongs to another server`);
    const nowMs = clock.now();
    const isActive = tasks.isActive(session) || this.#called.has(session);
    const { name, language, zone, needsApproval } = edition;
    return book.change(session, (found) =>
      resume
        ? decideResume(found, { session, driver, nowMs, isActive })
        : decideBegin(found, {
            ...{ session, edition: name, language, zone, needsApproval },
            ...{ place, driver, by: by.name, nowMs, isActive },
          }),
    );
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
