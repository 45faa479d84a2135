/** What may be done with a newsletter, and what it is afterwards. Values in, a change of its record out. */
import type { SessionKey } from '../sessions/key.ts';
import { isChat } from '../sessions/traits-of.ts';
import { sortRecipients } from './mail/recipients.ts';
import type { LeftOut } from './mail/recipients.ts';
import type { StepName, StepResult } from './model/steps.ts';
import type { Change } from './model/checkpoint-book.ts';
import type { Checkpoint, NewsletterRecord, SendAgain } from './model/newsletter-record.ts';
import { nextTasks } from './next-tasks.ts';
import { NewsletterRefused, sayOpenStatus } from './refusal.ts';
import type { OpenStatus } from './refusal.ts';
import { stoppedBy } from './words.ts';
import { nextStep } from './workflow-status.ts';

type Found = NewsletterRecord | undefined;

/** A step as it was begun: one that was begun anew since is somebody else's. */
export interface UnderWay {
  readonly step: StepName;
  readonly atMs: number | undefined;
}

export interface Beginning extends Pick<
  NewsletterRecord,
  'session' | 'edition' | 'language' | 'zone' | 'place' | 'needsApproval' | 'driver' | 'model' | 'by'
> {
  readonly nowMs: number;
  /** Whether somebody works on it at this moment. */
  readonly isActive: boolean;
}

/** `begun`: there is something to do. `over`: all its steps were done before. */
export type Begun = 'begun' | 'over';

/**
 * A newsletter of a session that there is not yet, or of which no step was ever begun: a model that can't serve, say, uses up no
 * session.
 */
export function decideBegin(found: Found, request: Beginning): Change<Begun> {
  const { nowMs, isActive, ...terms } = request;
  if (found && nextStep(found.checkpoints) === undefined) return { result: 'over' };
  if (found) {
    mustBeIdle(found, isActive);
    const isUntouched = found.state === 'stopped' && Object.keys(found.checkpoints).length === 0;
    if (!isUntouched) throw NewsletterRefused.of('begun_before', openStatusOf(found));
  }
  const record: NewsletterRecord = {
    ...{ ...terms, state: 'running', checkpoints: {} },
    ...{ createdAtMs: nowMs, updatedAtMs: nowMs },
  };
  return { record, tasks: nextTasks(record), result: 'begun' };
}

/**
 * The day's newsletter of a place, where nobody named its session. @returns `taken` where this session is another place's:
 * the next one may be its own.
 */
export function decideBeginOfDay(found: Found, request: Beginning): Change<Begun | 'taken'> {
  return isOfPlace(found, request.place) ? decideBegin(found, request) : { result: 'taken' };
}

/** Where one goes that is asked for somewhere: into that chat, and where nobody talks there to the edition's desk channel. */
export function placeFor(asked: SessionKey | undefined, desk: SessionKey): SessionKey {
  return asked !== undefined && isChat(asked) ? asked : desk;
}

/** Whether a session of the day is the place's, or may become it. */
export function isOfPlace(found: Found, place: SessionKey): boolean {
  return found === undefined || found.place === place;
}

/** Go on with one that stopped, or that a dead desk left. Its place and its terms stay, but for a model that is named now. */
export function decideResume(
  found: Found,
  {
    session,
    driver,
    model,
    nowMs,
    isActive,
  }: Pick<Beginning, 'session' | 'driver' | 'model' | 'nowMs' | 'isActive'>,
): Change<Begun> {
  if (!found) throw unknown(session);
  const isMade = nextStep(found.checkpoints) === undefined;
  if (isMade && found.state !== 'sending' && found.trouble === undefined) return { result: 'over' };
  mustBeIdle(found, isActive);
  const { trouble: _, ...known } = found;
  const state = isMade ? 'sending' : 'running';
  const record: NewsletterRecord = {
    ...{ ...known, driver, state, updatedAtMs: nowMs },
    ...(model !== undefined && { model }),
  };
  return { record, tasks: nextTasks(record), result: 'begun' };
}

/**
 * Take up this step as its task asks. @returns the newsletter as it is begun; undefined where the step is not the next one,
 * or somebody else calls the steps: its task was delivered again, or is stale.
 */
export function decideStart(found: Found, step: StepName, nowMs: number): Change<Found> {
  if (found?.driver !== 'workflow' || found.state !== 'running') return { result: undefined };
  if (nextStep(found.checkpoints) !== step) return { result: undefined };
  return started(found, step, nowMs);
}

/**
 * Take up this step and no other: somebody asks for the steps one by one.
 * @throws NewsletterRefused that says which is next.
 */
export function decideStep(found: Found, step: StepName, nowMs: number): Change<NewsletterRecord> {
  const next = found && nextStep(found.checkpoints);
  if (!found || next === undefined) throw NewsletterRefused.of('all_complete', {});
  if (found.state !== 'running')
    throw NewsletterRefused.of('stopped_at', { step: next, because: said(found, next) });
  if (next !== step)
    throw NewsletterRefused.of('out_of_order', {
      ...{ step, next, isComplete: found.checkpoints[step]?.status === 'complete' },
    });
  return started(found, step, nowMs);
}

/** Whoever called its steps one by one is gone before the last one: somebody has to resume it. */
export function decideLeft(found: Found, because: string, nowMs: number): Change<Found> {
  if (found?.state !== 'running') return { result: found };
  const record: NewsletterRecord = { ...found, state: 'stopped', trouble: because, updatedAtMs: nowMs };
  return { record, result: record };
}

/**
 * Somebody stops one that is being made. The step that is under way is done to its end, and none after it. @returns undefined where
 * it isn't being made.
 * @throws NewsletterRefused where it is being sent: what is out can't be called back.
 */
export function decideStop(
  found: Found,
  { session, by, nowMs }: { readonly session: string; readonly by: string; readonly nowMs: number },
): Change<Found> {
  if (!found) throw unknown(session);
  if (found.state === 'sending') throw NewsletterRefused.of('not_stopped', { session });
  return found.state === 'running' ? decideLeft(found, stoppedBy(by), nowMs) : { result: undefined };
}

/**
 * A step was done. After the last one the newsletter is to be sent, or waits for an editor.
 * @returns undefined where the step is no longer under way as it was begun: somebody else has done it, or does it.
 */
export function decideComplete(
  found: Found,
  begun: UnderWay,
  { message, counts }: Pick<StepResult<unknown>, 'message' | 'counts'>,
  nowMs: number,
): Change<Found> {
  const record = ended(found, begun, { status: 'complete', message, counts }, nowMs);
  if (!record) return { result: undefined };
  if (nextStep(record.checkpoints) !== undefined) return { record, tasks: nextTasks(record), result: record };
  const { trouble: _, ...known } = record;
  // What somebody stopped during its last step is not sent by itself.
  const waits = record.needsApproval || record.state === 'stopped';
  const made: NewsletterRecord = { ...known, state: waits ? 'waiting' : 'sending' };
  return { record: made, tasks: nextTasks(made), result: made };
}

/** A step failed: the line stops, and nothing tries it again by itself. @returns as `decideComplete` does. */
export function decideFail(found: Found, begun: UnderWay, message: string, nowMs: number): Change<Found> {
  const failed = ended(found, begun, { status: 'error', message, counts: {} }, nowMs);
  if (!failed) return { result: undefined };
  const record: NewsletterRecord = { ...failed, state: 'stopped' };
  return { record, result: record };
}

/** `already`: it is being sent since before, as this person approved, if somebody had to. */
export interface SendOutcome {
  readonly outcome: 'sending' | 'sent';
  readonly already?: { readonly by: string | undefined };
}

/**
 * Send one that is made: it waits for that, its delivery went wrong (`hasLost`: messages failed), or its e-mail is to go to
 * somebody `again`.
 * @throws NewsletterRefused also where it is being sent, and is to go to somebody again: what is under way knows nothing
 *   of them.
 */
export function decideSend(
  found: Found,
  {
    session,
    by,
    again,
    hasLost = false,
    nowMs,
  }: {
    readonly session: string;
    readonly by: string;
    readonly again?: SendAgain['to'] | undefined;
    readonly hasLost?: boolean;
    readonly nowMs: number;
  },
): Change<SendOutcome> {
  if (!found) throw unknown(session);
  if (found.state === 'done' && again === undefined && !hasLost) return { result: { outcome: 'sent' } };
  if (nextStep(found.checkpoints) !== undefined) throw NewsletterRefused.of('not_made', openStatusOf(found));
  const isSending = found.state === 'sending';
  if (isSending && again !== undefined) throw NewsletterRefused.of('being_sent', { session });
  const { trouble: _, ...known } = found;
  const record: NewsletterRecord = {
    ...{ ...known, state: 'sending', updatedAtMs: nowMs },
    // What is being sent stays as it was approved; its task may be lost.
    ...(!isSending && { approvedBy: by }),
    ...(again !== undefined && { again: { to: again, askedAtMs: nowMs } }),
  };
  const already = isSending && { already: { by: found.approvedBy } };
  return { record, tasks: nextTasks(record), result: { outcome: 'sending', ...already } };
}

/**
 * Who of an edition's recipients is sent it again, and who is not, with the reason.
 * @throws NewsletterRefused where nobody is.
 */
export function recipientsAgain(
  wanted: SendAgain['to'],
  recipients: readonly string[],
): { readonly again: SendAgain['to']; readonly leftOut: readonly LeftOut[] } {
  if (recipients.length === 0) throw NewsletterRefused.of('nobody_mailed', {});
  if (wanted === 'all') return { again: 'all', leftOut: [] };
  const { good, leftOut } = sortRecipients(wanted, recipients);
  if (good.length === 0) throw NewsletterRefused.of('no_recipients', { leftOut });
  return { again: good, leftOut };
}

/** It was delivered, or not whole: then it waits for somebody, with the reason. */
export function decideDelivered(
  found: Found,
  { trouble, onlyAgain, remark }: Pick<NewsletterRecord, 'trouble' | 'onlyAgain' | 'remark'>,
  nowMs: number,
): Change<Found> {
  if (found?.state !== 'sending') return { result: found };
  const { trouble: _, onlyAgain: _only, remark: _before, again: _asked, ...known } = found;
  const record: NewsletterRecord = {
    ...known,
    state: trouble === undefined ? 'done' : 'waiting',
    ...(trouble !== undefined && { trouble }),
    ...(onlyAgain && { onlyAgain }),
    ...(remark !== undefined && { remark }),
    updatedAtMs: nowMs,
  };
  return { record, result: record };
}

/** How somebody goes on with it. */
export function sayResume(record: NewsletterRecord): string {
  return sayOpenStatus(openStatusOf(record));
}

/** How far one is whose steps are not all done. */
export function openStatusOf({ session, checkpoints, state, trouble = '' }: NewsletterRecord): OpenStatus {
  const step = nextStep(checkpoints) ?? 'finalize_newsletter';
  const because = said({ checkpoints }, step) || trouble;
  return { session, step, isRunning: state === 'running', because };
}

function said({ checkpoints }: Pick<NewsletterRecord, 'checkpoints'>, step: StepName): string {
  return checkpoints[step]?.message ?? '';
}

function mustBeIdle({ session }: NewsletterRecord, isActive: boolean): void {
  if (isActive) throw NewsletterRefused.of('runs_already', { session });
}

function unknown(session: string): NewsletterRefused {
  return NewsletterRefused.of('unknown', { session });
}

type Ending = Pick<Checkpoint, 'status' | 'message' | 'counts'>;

function ended(found: Found, { step, atMs }: UnderWay, ending: Ending, nowMs: number): Found {
  const checkpoint = found?.checkpoints[step];
  if (!found || checkpoint?.status !== 'started' || checkpoint.startedAtMs !== atMs) return undefined;
  return withStep(found, step, { ...checkpoint, ...ending, endedAtMs: nowMs }, nowMs);
}

function started(found: NewsletterRecord, step: StepName, nowMs: number): Change<NewsletterRecord> {
  const checkpoint: Checkpoint = { status: 'started', message: '', counts: {}, startedAtMs: nowMs };
  const record = withStep(found, step, checkpoint, nowMs);
  return { record, result: record };
}

function withStep(
  record: NewsletterRecord,
  step: StepName,
  checkpoint: Checkpoint,
  nowMs: number,
): NewsletterRecord {
  return {
    ...record,
    checkpoints: { ...record.checkpoints, [step]: checkpoint },
    updatedAtMs: nowMs,
  };
}
