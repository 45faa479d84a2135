/** What is done with newsletters, whoever asks: a command, a method, a job, the command line. */
import { errorMessage } from '../text/error-message.ts';
import { unlessAborted } from '../async/joined.ts';
import type { Actor } from '../sessions/actor.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { Locale } from '../time/locale.ts';
import {
  decideBegin,
  decideBeginOfDay,
  decideLeft,
  decideResume,
  decideSend,
  decideStop,
  isOfPlace,
  openStatusOf,
  placeFor,
  recipientsAgain,
} from './decide-workflow.ts';
import type { Beginning, Begun, SendOutcome } from './decide-workflow.ts';
import type { LeftOut } from './mail/recipients.ts';
import { sayUnmailed } from './mail/say-mail.ts';
import type { NewsletterRecord, SendAgain } from './model/newsletter-record.ts';
import type { Newsletter } from './model/outputs.ts';
import { parseSessionName, sessionOfDay } from './model/session-name.ts';
import { firstSeen, mayAct, maySee } from './may-see.ts';
import type { Viewer } from './may-see.ts';
import { NewsletterRefused } from './refusal.ts';
import type { ServiceDeps } from './service-deps.ts';
import type { StepFiles } from './step-files.ts';
import { LEFT } from './words.ts';
import { nextStep } from './workflow-status.ts';

export interface RunRequest {
  /** That of the day and the place, where none is named. */
  readonly session?: string | undefined;
  /** Go on with one that stopped. */
  readonly resume?: boolean | undefined;
  readonly place?: SessionKey | undefined;
  readonly by: Pick<Actor, 'name'> & Viewer['actor'];
  /** In whose day it is. */
  readonly atMs?: number;
  /** Asked in place of those configured. */
  readonly model?: string | undefined;
}

/** What becomes of a request to send one, and who asked for it again in vain. */
export interface Sending extends SendOutcome {
  readonly leftOut: readonly LeftOut[];
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
  async run(request: RunRequest): Promise<{ readonly session: string; readonly outcome: Begun }> {
    const { session, outcome } = await this.#begin(request, 'workflow');
    if (outcome === 'begun') this.#deps.tasks.take(session);
    return { session, outcome };
  }

  /**
   * The same for somebody who calls its steps one by one; what is made is delivered after that.
   * @param work resolves with why it ended, for those who see it end before the last step.
   * @throws NewsletterRefused, BadSessionName
   */
  async runBy(
    request: RunRequest,
    work: (session: string) => Promise<string>,
  ): Promise<{ readonly session: string; readonly outcome: Begun; readonly done: Promise<void> }> {
    const { session, outcome } = await this.#begin(request, 'agent');
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
    const because = await work(session).catch((error: unknown) => errorMessage(error));
    const record = await book.change(session, (found) => decideLeft(found, because, clock.now()));
    if (record?.state === 'sending') tasks.take(session);
    if (record?.state === 'stopped') await this.#deps.show(record);
  }

  /** Resolves with how it stands when nothing of it is under way. */
  async finished(session: string, signal: AbortSignal): Promise<NewsletterRecord | undefined> {
    const { book, tasks } = this.#deps;
    await unlessAborted(this.#called.get(session) ?? Promise.resolve(), signal);
    const left = await book.find(session);
    // After a restart somebody may ask before it is taken up.
    if (left && !tasks.isActive(session)) await tasks.renew(left);
    await unlessAborted(tasks.idle(session), signal);
    return book.find(session);
  }

  /** @throws BadSessionName */
  async find(session: string): Promise<NewsletterRecord | undefined> {
    return this.#deps.book.find(parseSessionName(session));
  }

  /** The newest that somebody may see, those of this chat first. */
  async newest(viewer: Viewer): Promise<NewsletterRecord | undefined> {
    return firstSeen(await this.#deps.book.newest(MOST_LOOKED_THROUGH), viewer, this.#deps.reach);
  }

  async maySee(viewer: Viewer, { place }: Pick<NewsletterRecord, 'place'>): Promise<boolean> {
    return maySee(viewer, place, this.#deps.reach);
  }

  /** Who acts on one from another channel has to be an editor there. @throws NewsletterRefused */
  async mustBeTheirs(viewer: Viewer, { session, place }: NewsletterRecord): Promise<void> {
    if (!(await mayAct(viewer, place, this.#deps.reach)))
      throw NewsletterRefused.of('not_theirs', { session });
  }

  /** As it would be sent. @throws NewsletterRefused, BadSessionName, StepFileError */
  async preview(session: string): Promise<Newsletter> {
    const record = await this.find(session);
    if (!record) throw NewsletterRefused.of('unknown', { session });
    if (nextStep(record.checkpoints) !== undefined)
      throw NewsletterRefused.of('not_made', openStatusOf(record));
    return this.#deps.files.read(session, 'finalize_newsletter');
  }

  /**
   * Have it delivered: one that waits for an editor, or what of it did not arrive.
   * @param wanted recipients who are to have its e-mail although they refused it, or may have it. Others among them are left out.
   * @throws NewsletterRefused, BadSessionName, StepFileError
   */
  async send(session: string, by: Pick<Actor, 'name'>, wanted?: SendAgain['to']): Promise<Sending> {
    parseSessionName(session);
    const { book, clock, tasks } = this.#deps;
    const found = await book.find(session);
    const { again, leftOut } =
      found && wanted !== undefined
        ? recipientsAgain(wanted, this.#deps.edition.recipients)
        : { again: wanted, leftOut: [] };
    const hasLost = await this.#deps.hasLost(session);
    const isSent = found?.state === 'done' && again === undefined && !hasLost;
    // One that nobody can read is not approved.
    if (found && nextStep(found.checkpoints) === undefined && !isSent) await this.preview(session);
    const sending = await book.change(session, (record) =>
      decideSend(record, { session, by: by.name, again, hasLost, nowMs: clock.now() }),
    );
    if (sending.outcome === 'sending') tasks.take(session);
    return { ...sending, leftOut };
  }

  /** Stop one that is being made. @returns whether it was. @throws NewsletterRefused, BadSessionName */
  async stop(session: string, by: Pick<Actor, 'name'>): Promise<boolean> {
    const { book, clock, show } = this.#deps;
    const request = { session: parseSessionName(session), by: by.name, nowMs: clock.now() };
    const stopped = await book.change(session, (found) => decideStop(found, request));
    if (stopped) await show(stopped);
    return stopped !== undefined;
  }

  /** What a step handed on. @throws StepFileError */
  get read(): StepFiles['read'] {
    const { files } = this.#deps;
    return (session, step) => files.read(session, step);
  }

  /** Why a newsletter that is sent reaches nobody by e-mail, where somebody is to have it. */
  get unmailed(): Readonly<Record<Locale, string>> | undefined {
    return this.#deps.edition.unmailed;
  }

  /** The same, also where nobody is to have it. */
  get whyUnmailed(): Readonly<Record<Locale, string>> | undefined {
    const { unmailed, recipients } = this.#deps.edition;
    return unmailed ?? (recipients.length === 0 ? sayUnmailed([], true) : undefined);
  }

  /** Take up what a dead desk left. One whose files are gone keeps nothing else from starting. */
  async takeUp(): Promise<void> {
    const { book, offer, failed } = this.#deps;
    for (const record of await book.open()) await this.goOn(record);
    for (const record of await book.newest(MOST_LOOKED_THROUGH))
      if (record.state === 'waiting' && record.trouble === undefined)
        await offer(record).catch((error: unknown) =>
          failed(`offering the newsletter ${record.session}`, error),
        );
  }

  /** Take up one that is under way: a turn that is started again may wait for it before `takeUp` comes to it. */
  async goOn(record: NewsletterRecord): Promise<void> {
    const { book, clock, tasks } = this.#deps;
    if (record.driver === 'workflow' || record.state !== 'running') return tasks.renew(record);
    if (this.#called.has(record.session)) return;
    // The turn that called its steps is over.
    await book.change(record.session, (found) => decideLeft(found, LEFT.stopped, clock.now()));
  }

  /** Resolves when nobody calls steps any more. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#called.values());
  }

  /** The place's newsletter of the day that a moment is in; undefined where it has none yet. */
  async ofDay(atMs: number, place?: SessionKey): Promise<NewsletterRecord | undefined> {
    return (await this.#ofDay(atMs, place)).record;
  }

  /** The session of today's newsletter of the edition's desk channel, and whether it was begun. */
  async today(): Promise<{ readonly session: string; readonly isBegun: boolean }> {
    const { session, record } = await this.#ofDay(this.#deps.clock.now());
    return { session, isBegun: record !== undefined };
  }

  async #ofDay(atMs: number, asked?: SessionKey) {
    const { book, edition } = this.#deps;
    const place = placeFor(asked, edition.desk);
    for (let nth = 1; ; nth++) {
      const session = sessionOfDay(atMs, edition.zone, nth);
      const record = await book.find(session);
      if (isOfPlace(record, place)) return { session, record };
    }
  }

  async #begin(
    request: RunRequest,
    driver: NewsletterRecord['driver'],
  ): Promise<{ readonly session: string; readonly outcome: Begun }> {
    const { clock, edition } = this.#deps;
    const { session: named, resume, atMs = clock.now() } = request;
    if (named !== undefined) return this.#beginNamed(parseSessionName(named), request, driver);
    if (resume) throw NewsletterRefused.of('resume_unnamed', {});
    for (let nth = 1; ; nth++) {
      const session = sessionOfDay(atMs, edition.zone, nth);
      const beginning = await this.#beginning(session, request, driver);
      const outcome = await this.#deps.book.change(session, (found) => decideBeginOfDay(found, beginning));
      if (outcome !== 'taken') return { session, outcome };
    }
  }

  async #beginNamed(session: string, request: RunRequest, driver: NewsletterRecord['driver']) {
    const { book } = this.#deps;
    const known = await book.find(session);
    const viewer = { actor: request.by, session: request.place };
    if (known && !(await this.maySee(viewer, known))) throw NewsletterRefused.of('elsewhere', { session });
    if (known) await this.mustBeTheirs(viewer, known);
    if (!known && (await book.hasIssued(session))) throw NewsletterRefused.of('long_ago', { session });
    const beginning = await this.#beginning(session, request, driver);
    const decide = request.resume ? decideResume : decideBegin;
    return { session, outcome: await book.change(session, (found) => decide(found, beginning)) };
  }

  async #beginning(
    session: string,
    { place, by, model }: RunRequest,
    driver: NewsletterRecord['driver'],
  ): Promise<Beginning> {
    const { clock, tasks, edition } = this.#deps;
    await tasks.look(session);
    const { name, language, zone, needsApproval, desk } = edition;
    const isActive = tasks.isActive(session) || this.#called.has(session);
    return {
      ...{ session, edition: name, language, zone, needsApproval },
      ...{ place: placeFor(place, desk), driver, by: by.name, nowMs: clock.now(), isActive },
      ...(model !== undefined && { model }),
    };
  }
}
