import { unlessAborted } from '../../async/joined.ts';
import type { AskTurn } from '../../sessions/perform.ts';
import type { Inbound, TurnEnd } from '../../sessions/turn.ts';
import { workerResultSchema } from '../model/worker-result.ts';
import type { StoryErrorType, WorkerResult } from '../model/worker-result.ts';
import { bodyOf, postsOf } from './posts.ts';
import { workerInbound } from './worker-task.ts';
import type { RenderPrompt, WorkerTask } from './worker-task.ts';

/** A worker's result. */
export type WorkerAnswer =
  | {
      readonly kind: 'draft';
      readonly result: WorkerResult;
      /** False if the desk model wrote it. */
      readonly languageModel: boolean;
      /** The messages that it posted itself, which are the body; empty when it handed in a body. */
      readonly posts: readonly string[];
      /** Why there are posts but no result; the posts stand without it. */
      readonly without?: string;
    }
  | { readonly kind: 'error'; readonly type: StoryErrorType; readonly message: string };

/** How often a turn that a crash interrupted is started again. An interruption doesn't count as an attempt. */
const STARTS = 3;

/**
 * Ask a worker to write, and wait for the end. Asking again for the same task, even after a restart, returns the same
 * turn's stored end.
 *
 * Rejects with the signal's reason when the pipeline closes; the turn itself continues.
 */
export async function askWorker(
  task: WorkerTask,
  deps: { readonly ask: AskTurn; readonly render: RenderPrompt; readonly signal: AbortSignal },
): Promise<WorkerAnswer> {
  return answerOf(await endOf((n) => workerInbound({ ...task, n }, deps.render), deps, task.n));
}

/**
 * The end of a turn, which is started again when it was interrupted.
 * @param inboundOf makes the turn for a number
 */
export async function endOf(
  inboundOf: (n: number) => Inbound,
  { ask, signal }: { readonly ask: AskTurn; readonly signal: AbortSignal },
  first = 1,
): Promise<TurnEnd> {
  for (let start = 1; ; start++) {
    // Repeated starts use separate numbers from further tries: 1, 101, 201.
    const end = await unlessAborted(ask(inboundOf(first + (start - 1) * 100)), signal);
    if (end.status !== 'interrupted' || start === STARTS) return end;
  }
}

/** Take a result or posts even after the deadline. */
function answerOf(end: TurnEnd): WorkerAnswer {
  const posts = postsOf(end);
  const languageModel = end.servedBy?.languageModel ?? true;
  const read = workerResultSchema.safeParse(end.value);
  if (read.success && read.data.status === 'SUCCESS')
    return { kind: 'draft', result: handedIn(read.data, posts), languageModel, posts };
  if (read.success)
    return {
      kind: 'error',
      type: errorType(read.data.error_type),
      message: read.data.error_message ?? end.summary,
    };
  const because = end.error ?? end.summary;
  if (posts.length > 0 && (end.status === 'failed' || end.status === 'timed_out')) {
    const result = handedIn(workerResultSchema.parse({ status: 'SUCCESS' }), posts);
    return { kind: 'draft', result, languageModel, posts, without: because };
  }
  if (end.fault === 'form') return { kind: 'error', type: 'validation_failed', message: sayEnd(end) };
  return { kind: 'error', type: end.status === 'timed_out' ? 'timeout' : 'unknown', message: because };
}

/** The summary of a turn that gave no usable answer, and exactly what was wrong. */
export function sayEnd({ summary, error }: TurnEnd): string {
  return error === undefined ? summary : `${summary.replace(/\.$/, '')}: ${error}`;
}

/** The result, with the posts as its body. Whether they were delivered isn't known yet. */
function handedIn(result: WorkerResult, posts: readonly string[]): WorkerResult {
  const { draft } = result;
  const body = posts.length > 0 ? bodyOf(posts) : draft.body;
  return {
    ...result,
    thread_id: null,
    content_posted: false,
    content_message_ids: [],
    images_attached_count: 0,
    report_char_count: body.length,
    draft: { ...draft, body },
  };
}

const ERROR_TYPES: readonly StoryErrorType[] = [
  'discord_429',
  'discord_403',
  'discord_error',
  'http_429',
  'http_503',
  'timeout',
  'paywall',
  'missing_data',
  'validation_failed',
];

function errorType(given: string | null | undefined): StoryErrorType {
  // A reporter fails for one reason: the sources can't carry a story.
  if (given == null || given === '') return 'missing_data';
  return ERROR_TYPES.find((type) => type === given) ?? 'unknown';
}
