/**
 * From a source pack to a draft that may be published: worker, validator, repair, then rescue with what went wrong.
 * Every turn that it asks for has a fixed id, so after a restart it goes the same way by stored ends.
 */
import type { StoryEvent } from './jobs/story-log.ts';
import type { StoryError, StoryJob } from './jobs/story-job.ts';
import type { WorkerResult } from './jobs/worker-result.ts';
import { deskLengths, lengthsOf } from './lengths.ts';
import type { WritingPhase } from './lengths.ts';
import type { LineHouse } from './line-house.ts';
import type { SourcePack } from './source-pack.ts';
import { repairStory } from './validate/repair-story.ts';
import { BUILTIN_VALIDATORS } from './validate/validate-story.ts';
import type { Submission } from './validate/finding.ts';
import { askWorker } from './write/ask-worker.ts';
import type { WorkerAnswer } from './write/ask-worker.ts';
import type { WorkerTask } from './write/worker-task.ts';

export interface Drafted {
  readonly result: WorkerResult;
  readonly languageModel: boolean;
}

/** `draft` is missing when nothing publishable came of it; `errors` says why, in order. */
interface Drafting {
  readonly draft?: Drafted;
  readonly errors: readonly StoryError[];
}

interface DraftingHouse extends Pick<LineHouse, 'ask' | 'render' | 'edition' | 'clock'> {
  readonly signal: AbortSignal;
  readonly note: (event: StoryEvent, fields?: object) => Promise<void>;
  /** A rescue is about to be asked for. */
  readonly rescuing: (attempt: number) => Promise<void>;
}

export async function draftStory(job: StoryJob, pack: SourcePack, house: DraftingHouse): Promise<Drafting> {
  const errors: StoryError[] = [];
  let rejected = '';
  const attempt = async (phase: WritingPhase, n: number): Promise<Drafted | undefined> => {
    house.signal.throwIfAborted();
    const last = errors.at(-1);
    const before = last && { before: { error: last, draft: rejected } };
    await house.note('spawn_ok', { phase, attempt: n });
    const answer = await asked({ phase, n, job, pack, edition: house.edition, ...before }, house);
    if (answer.kind === 'error') {
      errors.push({ phase, error_type: answer.type, error_message: answer.message });
      await house.note('worker_error', { phase, error_type: answer.type, error_message: answer.message });
      return undefined;
    }
    rejected = answer.result.draft.body;
    await house.note('result_found', { phase, length: rejected.length });
    const judged = await judge(answer, phase, job, pack, house);
    if (typeof judged === 'object') return { result: judged, languageModel: answer.languageModel };
    errors.push({ phase, error_type: 'validation_failed', error_message: judged });
    return undefined;
  };

  let draft = await attempt('write', 1);
  const rescues = job.recover.enabled ? job.recover.max_rescue_attempts : 0;
  for (let n = 1; draft === undefined && n <= rescues; n++) {
    await house.rescuing(n);
    draft = await attempt('rescue', n);
  }
  return { errors, ...(draft && { draft }) };
}

/** @returns the result that may be published, repaired where needed, or what is wrong with it. */
async function judge(
  { result, languageModel }: Extract<WorkerAnswer, { kind: 'draft' }>,
  phase: WritingPhase,
  job: StoryJob,
  pack: SourcePack,
  house: DraftingHouse,
): Promise<WorkerResult | string> {
  const id = job.validation.validator_id;
  const validate = Object.hasOwn(BUILTIN_VALIDATORS, id) ? BUILTIN_VALIDATORS[id] : undefined;
  if (!validate) return `there is no validator "${id}"`;
  const { edition } = house;
  const lengths = languageModel ? lengthsOf(edition, phase) : deskLengths(edition, pack);
  const submission: Submission = {
    result,
    job,
    pack,
    language: edition.language,
    lengths,
    languageModel,
    phase,
  };
  const findings = validate(submission);
  if (findings.length === 0) {
    await house.note('validation_ok', { phase });
    return result;
  }
  const repaired = repairStory(submission);
  const left = validate({ ...submission, result: repaired });
  if (left.length > 0) {
    await house.note('validation_failed', { phase, errors: left });
    return left.join('; ');
  }
  await house.note('result_repaired', { phase, errors: findings });
  await house.note('validation_ok', { phase });
  return repaired;
}

/** Ask the worker; the log says every `poll_seconds` that it is still being waited for, though nothing polls. */
async function asked(task: WorkerTask, house: DraftingHouse): Promise<WorkerAnswer> {
  const { clock } = house;
  const everyMs = task.job.monitor.poll_seconds * 1_000;
  const answered = new AbortController();
  const waiting = async () => {
    const nap = () =>
      clock.until(clock.now() + everyMs, answered.signal).then(
        () => true,
        () => false, // it has answered
      );
    while (await nap()) await house.note('monitor_poll', { phase: task.phase });
  };
  const told = waiting();
  try {
    return await askWorker(task, house);
  } finally {
    answered.abort(new Error('answered'));
    await told;
  }
}
