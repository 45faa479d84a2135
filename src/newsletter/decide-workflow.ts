/** What may be done with a newsletter, and what it is afterwards. Values in, a change of its record out. */
import type { StepName, StepResult } from './model/steps.ts';
import type { Change } from './model/checkpoint-book.ts';
import type { Checkpoint, NewsletterRecord } from './model/newsletter-record.ts';
import { nextStep } from './workflow-status.ts';

type Found = NewsletterRecord | undefined;

/** Whoever asked is told why nothing was done. */
export class NewsletterRefused extends Error {
  override readonly name = 'NewsletterRefused';
  readonly code: 'not_found' | 'refused';

  constructor(code: NewsletterRefused['code'], message: string) {
    super(message);
    this.code = code;
  }
}

export interface Beginning extends Pick<
  NewsletterRecord,
  'session' | 'edition' | 'language' | 'zone' | 'place' | 'needsApproval' | 'driver' | 'by'
> {
  readonly nowMs: number;
  /** Whether somebody works on it at this moment. */
  readonly isActive: boolean;
}

/** `begun`: there is something to do. `over`: all its steps were done before. */
export type Begun = 'begun' | 'over';

/** A newsletter of a session that there is not yet. */
export function decideBegin(found: Found, wish: Beginning): Change<Begun> {
  const { nowMs, isActive, ...terms } = wish;
  if (found && nextStep(found.checkpoints) === undefined) return { result: 'over' };
  if (found) {
    mustBeIdle(found, isActive);
    throw new NewsletterRefused('refused', `${found.session} was begun before. ${sayResume(found)}`);
  }
  const record: NewsletterRecord = {
    ...{ ...terms, state: 'running', checkpoints: {} },
    ...{ createdAtMs: nowMs, updatedAtMs: nowMs },
  };
  return { record, result: 'begun' };
}

/** Go on with one that stopped, or that a dead desk left. Its place and its terms stay. */
export function decideResume(
  found: Found,
  { session, driver, nowMs, isActive }: Pick<Beginning, 'session' | 'driver' | 'nowMs' | 'isActive'>,
): Change<Begun> {
  if (!found) throw unknown(session);
  const isMade = nextStep(found.checkpoints) === undefined;
  if (isMade && found.state !== 'sending' && found.trouble === undefined) return { result: 'over' };
  mustBeIdle(found, isActive);
  const { trouble: _, ...known } = found;
  const state = isMade ? 'sending' : 'running';
  return { record: { ...known, driver, state, updatedAtMs: nowMs }, result: 'begun' };
}

/** Take up the next step. @returns its name; undefined where none is to be done. */
export function decideStart(found: Found, nowMs: number): Change<StepName | undefined> {
  if (found?.state !== 'running') return { result: undefined };
  const step = nextStep(found.checkpoints);
  if (step === undefined) return { result: undefined };
  const checkpoint: Checkpoint = { status: 'started', message: '', counts: {}, startedAtMs: nowMs };
  return { record: withStep(found, step, checkpoint, nowMs), result: step };
}

/**
 * Take up this step and no other: somebody asks for the steps one by one.
 * @throws NewsletterRefused that says which is next.
 */
export function decideStep(found: Found, step: StepName, nowMs: number): Change<StepName> {
  const next = found && nextStep(found.checkpoints);
  if (!found || next === undefined)
    throw new NewsletterRefused('refused', 'All nine steps are complete. Report the final status.');
  if (found.state !== 'running')
    throw new NewsletterRefused(
      'refused',
      `The workflow stopped at ${next}${said(found, next)}. Don't retry: stop here and report the error.`,
    );
  if (next !== step)
    throw new NewsletterRefused(
      'refused',
      `${step} ${found.checkpoints[step]?.status === 'complete' ? 'is complete already' : 'is not next'}. The next step is ${next}.`,
    );
  return { ...decideStart(found, nowMs), result: step };
}

/** Whoever called its steps one by one is gone before the last one: somebody has to resume it. */
export function decideLeft(found: Found, because: string, nowMs: number): Change<Found> {
  if (found?.state !== 'running') return { result: found };
  const record: NewsletterRecord = { ...found, state: 'stopped', trouble: because, updatedAtMs: nowMs };
  return { record, result: record };
}

/** A step was done. After the last one the newsletter is to be sent, or waits for an editor. */
export function decideComplete(
  found: Found,
  step: StepName,
  { message, counts }: Pick<StepResult<unknown>, 'message' | 'counts'>,
  nowMs: number,
): Change<NewsletterRecord> {
  const record = ended(found, step, { status: 'complete', message, counts }, nowMs);
  if (nextStep(record.checkpoints) !== undefined) return { record, result: record };
  const made: NewsletterRecord = { ...record, state: record.needsApproval ? 'waiting' : 'sending' };
  return { record: made, result: made };
}

/** A step failed: the line stops, and nothing tries it again by itself. */
export function decideFail(
  found: Found,
  step: StepName,
  message: string,
  nowMs: number,
): Change<NewsletterRecord> {
  const failed = ended(found, step, { status: 'error', message, counts: {} }, nowMs);
  const record: NewsletterRecord = { ...failed, state: 'stopped' };
  return { record, result: record };
}

/** Send one that is made: it waits for that, or its delivery went wrong. */
export function decideSend(
  found: Found,
  { session, by, nowMs }: { readonly session: string; readonly by: string; readonly nowMs: number },
): Change<'sending' | 'sent'> {
  if (!found) throw unknown(session);
  if (found.state === 'done') return { result: 'sent' };
  if (nextStep(found.checkpoints) !== undefined)
    throw new NewsletterRefused('refused', `${session} is not made yet. ${sayResume(found)}`);
  const { trouble: _, ...known } = found;
  return {
    record: { ...known, state: 'sending', approvedBy: by, updatedAtMs: nowMs },
    result: 'sending',
  };
}

/** It was delivered, or not whole: then it waits for somebody, with the reason. */
export function decideDelivered(
  found: Found,
  { trouble, remark }: Pick<NewsletterRecord, 'trouble' | 'remark'>,
  nowMs: number,
): Change<Found> {
  if (found?.state !== 'sending') return { result: found };
  const { trouble: _, remark: _before, ...known } = found;
  const record: NewsletterRecord = {
    ...known,
    state: trouble === undefined ? 'done' : 'waiting',
    ...(trouble !== undefined && { trouble }),
    ...(remark !== undefined && { remark }),
    updatedAtMs: nowMs,
  };
  return { record, result: record };
}

/** How somebody goes on with it. */
export function sayResume({ session, checkpoints, state, trouble = '' }: NewsletterRecord): string {
  const step = nextStep(checkpoints);
  if (state === 'running') return `It is at ${step}. Resume it: ${resumeCommand(session)}`;
  return `It stopped at ${step}${said({ checkpoints }, step) || (trouble && ` (${trouble})`)}. Resume it: ${resumeCommand(session)}`;
}

function said({ checkpoints }: Pick<NewsletterRecord, 'checkpoints'>, step: StepName | undefined): string {
  const because = (step && checkpoints[step]?.message) ?? '';
  return because === '' ? '' : ` (${because})`;
}

function resumeCommand(session: string): string {
  return `nightdesk newsletter run --session ${session} --resume`;
}

function mustBeIdle({ session }: NewsletterRecord, isActive: boolean): void {
  if (isActive)
    throw new NewsletterRefused(
      'refused',
      `${session} runs already; nightdesk newsletter status --session ${session} shows how far it is`,
    );
}

function unknown(session: string): NewsletterRefused {
  return new NewsletterRefused('not_found', `there is no newsletter ${session}`);
}

type Ending = Pick<Checkpoint, 'status' | 'message' | 'counts'>;

function ended(found: Found, step: StepName, ending: Ending, nowMs: number): NewsletterRecord {
  const begun = found?.checkpoints[step];
  if (!found || begun?.status !== 'started') throw new Error(`${step} is not under way`);
  return withStep(found, step, { ...begun, ...ending, endedAtMs: nowMs }, nowMs);
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
