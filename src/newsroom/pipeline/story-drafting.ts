/**
 * From a source pack to a publishable draft: worker, validator, repair, rescue with the errors; then its claims.
 * Doubted sentences go back to the worker once per story, which doesn't count as a rescue. All turns have fixed ids,
 * so after a restart their stored ends are used.
 */
import type { ClaimsReport } from '../model/claim.ts';
import { askChecker, askMends } from './check-turns.ts';
import { supported } from './claims-round.ts';
import type { StoryEvent } from '../batches/story-log.ts';
import { kindOf } from '../model/assignment.ts';
import type { StoryError, Assignment } from '../model/assignment.ts';
import type { WorkerResult } from '../model/worker-result.ts';
import { deskLengths, easedLengths, lengthsOf } from '../edition/lengths.ts';
import type { WritingPhase } from '../edition/lengths.ts';
import type { PipelineDeps } from './pipeline-deps.ts';
import type { SourcePack } from '../model/source-pack.ts';
import { resultInScript } from '../verify/one-script.ts';
import { plainResult } from '../verify/plain-result.ts';
import { repairStory } from '../verify/repair-story.ts';
import { BUILTIN_VALIDATORS } from '../verify/validate-story.ts';
import { finding, sayFindings, tellFindings } from '../verify/finding.ts';
import type { Finding, Submission } from '../verify/finding.ts';
import { askWorker } from '../write/ask-worker.ts';
import type { WorkerAnswer } from '../write/ask-worker.ts';
import { asPosted } from '../write/posts.ts';
import { postsItself } from '../write/worker-task.ts';
import type { WorkerTask } from '../write/worker-task.ts';

export interface Drafted {
  readonly result: WorkerResult;
  readonly languageModel: boolean;
  readonly claims: ClaimsReport;
  /** The body as the messages that the worker posted; absent when the desk splits it. */
  readonly messages?: readonly string[] | undefined;
}

/** A draft that may be posted, with the errors on the way. */
export interface ReadyDraft extends Drafted {
  readonly errors: readonly StoryError[];
  readonly images: Assignment['result']['images'];
}

/** `draft` is missing when nothing publishable resulted; `errors` says why, in order. */
interface Drafting {
  readonly draft?: Drafted;
  readonly errors: readonly StoryError[];
}

interface DraftingDeps extends Pick<PipelineDeps, 'ask' | 'render' | 'instructions' | 'edition' | 'clock'> {
  readonly signal: AbortSignal;
  readonly note: (event: StoryEvent, fields?: object) => void;
  /** Called before a rescue is requested. */
  readonly rescuing: (attempt: number) => Promise<void>;
}

/** Let reporters write a story: first draft, rewrites on a refusal, a rescue at last. Each failure is recorded. */
export async function draftStory(job: Assignment, pack: SourcePack, deps: DraftingDeps): Promise<Drafting> {
  const errors: StoryError[] = [];
  /** The latest draft, and what was wrong with it. */
  let rejected: WorkerTask['before'];
  const attempt = async (phase: WritingPhase, n: number): Promise<Drafted | undefined> => {
    deps.signal.throwIfAborted();
    const last = errors.at(-1);
    // A failed rescue has left no draft, so the previous one is the latest.
    const before = rejected ?? (last && { error: last, draft: '' });
    deps.note('spawn_ok', { phase, attempt: n, publisher_mode: job.spawn.publisher_mode });
    const answer = await asked(
      { phase, n, job, pack, edition: deps.edition, ...(before && { before }) },
      deps,
    );
    if (answer.kind === 'error') {
      errors.push({ phase, error_type: answer.type, error_message: answer.message });
      deps.note('worker_error', { phase, error_type: answer.type, error_message: answer.message });
      return undefined;
    }
    const draft = answer.result.draft.body;
    deps.note('result_found', { phase, length: draft.length, ...saidOf(answer, job, phase) });
    const valid = judge(answer, phase, job, pack, deps);
    if (!Array.isArray(valid)) return borneOut(valid, answer, { phase, job, pack }, deps);
    const error = {
      phase,
      error_type: 'validation_failed',
      error_message: tellFindings(valid),
      said: sayFindings(valid, deps.edition.language),
    };
    errors.push(error);
    rejected = { error, draft };
    return undefined;
  };

  let draft = await attempt('write', 1);
  const rescues = job.recover.enabled ? job.recover.max_rescue_attempts : 0;
  // An update for which the reporter finds nothing new would be written as the whole story again.
  const isNothingNew = () => kindOf(job) === 'update' && errors.at(-1)?.error_type === 'missing_data';
  for (let n = 1; draft === undefined && n <= rescues && !isNothingNew(); n++) {
    await deps.rescuing(n);
    draft = await attempt('rescue', n);
  }
  return { errors, ...(draft && { draft }) };
}

/** The draft with its claims checked and mended, ready to be posted or to wait for an editor. */
async function borneOut(
  valid: WorkerResult,
  { languageModel, posts }: Draft & { readonly posts: readonly string[] },
  { phase, job, pack }: Pick<WorkerTask, 'phase' | 'job' | 'pack'>,
  deps: DraftingDeps,
): Promise<Drafted> {
  const note = (event: StoryEvent, fields: object) => deps.note(event, { phase, ...fields });
  const { result, report } = await supported(valid, {
    job,
    pack,
    edition: deps.edition,
    languageModel,
    instructions: deps.instructions,
    note,
    validated: (one, terms) => {
      const { left, result: repaired } = validated(
        { result: one, languageModel, ...terms },
        phase,
        job,
        pack,
        deps,
      );
      return left.length > 0 ? tellFindings(left) : repaired;
    },
    askChecker: ({ text }) => askChecker(job, text, { ...deps, note }),
    askMends: (sentences) => askMends({ job, edition: deps.edition }, sentences, { ...deps, note }),
  });
  const messages = asPosted(posts, result.draft.body);
  return { result, languageModel, claims: report, ...(messages && { messages }) };
}

/** For the log: whether the worker was to post its story, and whether it did. */
function saidOf(
  { posts, without }: Extract<WorkerAnswer, { kind: 'draft' }>,
  job: Assignment,
  phase: WritingPhase,
): object {
  if (phase !== 'write' || !postsItself(job)) return {};
  return posts.length === 0
    ? { posts: 0, published_as: 'script_posts', because: 'the worker handed in a body and posted nothing' }
    : { posts: posts.length, ...(without !== undefined && { without_result: without }) };
}

/** @returns the result, repaired if needed, or what is still wrong with it. */
function judge(
  answer: Draft,
  phase: WritingPhase,
  job: Assignment,
  pack: SourcePack,
  deps: DraftingDeps,
): WorkerResult | Finding[] {
  const judged = validated(answer, phase, job, pack, deps);
  if (judged.left.length > 0) {
    deps.note('validation_failed', { phase, errors: judged.left.map(({ told }) => told) });
    return [...judged.left];
  }
  if (judged.repaired.length > 0) {
    const errors = judged.repaired.map(({ told }) => told);
    deps.note('result_repaired', { phase, errors });
  }
  deps.note('validation_ok', { phase });
  return judged.result;
}

type Draft = Pick<Extract<WorkerAnswer, { kind: 'draft' }>, 'result' | 'languageModel'> & {
  /** Sentences were mended or removed, so a slightly wrong length is accepted. */
  readonly mended?: boolean;
};

interface Validated {
  readonly result: WorkerResult;
  /** Problems that were repaired. */
  readonly repaired: readonly Finding[];
  /** Problems that remain. */
  readonly left: readonly Finding[];
}

function validated(
  { result, languageModel, mended = false }: Draft,
  phase: WritingPhase,
  job: Assignment,
  pack: SourcePack,
  { edition }: DraftingDeps,
): Validated {
  const id = job.validation.validator_id;
  const validate = Object.hasOwn(BUILTIN_VALIDATORS, id) ? BUILTIN_VALIDATORS[id] : undefined;
  if (!validate) return { result, repaired: [], left: [noValidator(id)] };
  const kind = kindOf(job);
  const asked = languageModel ? lengthsOf(edition, phase, kind) : deskLengths(edition, kind);
  const lengths = mended ? easedLengths(asked) : asked;
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
  if (findings.length === 0) return { result, repaired: [], left: [] };
  const repaired = repairStory(submission);
  const left = validate({ ...submission, result: repaired });
  return { result: repaired, repaired: findings, left };
}

function noValidator(id: string): Finding {
  return finding(`there is no validator "${id}"`, `there are no checks “${id}”`, `沒有「${id}」這套檢查`);
}

/** Ask the worker. Every `poll_seconds` the log says that it is still waiting, though nothing polls. */
async function asked(task: WorkerTask, deps: DraftingDeps): Promise<WorkerAnswer> {
  const { clock } = deps;
  const everyMs = task.job.monitor.poll_seconds * 1_000;
  const answered = new AbortController();
  const waiting = async () => {
    const nap = () =>
      clock.until(clock.now() + everyMs, answered.signal).then(
        () => true,
        () => false, // it has answered
      );
    while (await nap()) deps.note('monitor_poll', { phase: task.phase });
  };
  const told = waiting();
  try {
    return await inScript(await askWorker(task, deps), task, deps);
  } finally {
    answered.abort(new Error('answered'));
    await told;
  }
}

/** Put a worker's result into the desk's notation and the edition's script before anything else. */
async function inScript(
  answer: WorkerAnswer,
  { phase, pack }: WorkerTask,
  { edition, note }: DraftingDeps,
): Promise<WorkerAnswer> {
  if (answer.kind === 'error') return answer;
  const plain = plainResult(answer.result, pack);
  const { result, repaired } = await resultInScript(plain.result, edition.language);
  const errors = [...plain.repaired, ...repaired];
  if (errors.length > 0) note('result_repaired', { phase, errors });
  return { ...answer, result };
}
