/**
 * The turns of the checker, the mending reporter, and the comparison with covered stories. Failures are recorded in
 * the story's log.
 */
import type { AskTurn } from '../../sessions/perform.ts';
import type { TurnEnd } from '../../sessions/turn.ts';
import { sameStoryReplySchema } from '../coverage/same-story.ts';
import type { SameStoryReply } from '../coverage/same-story.ts';
import type { Edition } from '../edition/edition.ts';
import type { StoryEvent } from '../batches/story-log.ts';
import type { Assignment } from '../model/assignment.ts';
import { checkerReplySchema } from '../verify/checker-reply.ts';
import type { CheckerReply } from '../verify/checker-reply.ts';
import { mendInput } from '../verify/doubted-sentences.ts';
import type { DoubtedSentence } from '../verify/doubted-sentences.ts';
import { mendReplySchema } from '../verify/mend-reply.ts';
import type { MendReply } from '../verify/mend-reply.ts';
import { endOf } from '../write/ask-worker.ts';
import { checkerInbound, mendInbound, sameStoryInbound } from '../write/check-tasks.ts';
import type { RenderPrompt } from '../write/worker-task.ts';

interface TurnsDeps {
  readonly ask: AskTurn;
  readonly render: RenderPrompt;
  readonly signal: AbortSignal;
  readonly note: (event: StoryEvent, fields: object) => void;
}

/** @returns a language model's verdicts on the sentences, or why there are none. */
export async function askChecker(
  job: Assignment,
  check: string,
  deps: TurnsDeps,
): Promise<CheckerReply | string> {
  deps.signal.throwIfAborted();
  const end = await endOf((n) => checkerInbound(job, check, deps.render, n), deps);
  const read = checkerReplySchema.safeParse(end.value);
  if (read.success) return read.data;
  deps.note('worker_error', { part: 'verify', error_message: because(end) });
  return because(end);
}

/** @returns a language model's answer about similar covered stories, or why there is none. */
export async function askSameStory(
  job: Assignment,
  stories: string,
  deps: TurnsDeps,
): Promise<SameStoryReply | string> {
  deps.signal.throwIfAborted();
  const end = await endOf((n) => sameStoryInbound(job, stories, deps.render, n), deps);
  const read = sameStoryReplySchema.safeParse(end.value);
  if (read.success && end.servedBy?.languageModel !== false) return read.data;
  deps.note('worker_error', { part: 'same', error_message: because(end) });
  return because(end);
}

/** @returns the reporter's answer about the sentences; undefined when there is no usable one. */
export async function askMends(
  story: { readonly job: Assignment; readonly edition: Pick<Edition, 'language'> },
  sentences: readonly DoubtedSentence[],
  deps: TurnsDeps,
): Promise<MendReply | undefined> {
  deps.signal.throwIfAborted();
  const doubts = sentences.map(({ i, doubts }) => `${i}: ${doubts.join('; ')}`);
  deps.note('spawn_ok', { part: 'mend', sentences: doubts });
  const end = await endOf((n) => mendInbound(story, mendInput(sentences), deps.render, n), deps);
  const read = mendReplySchema.safeParse(end.value);
  if (read.success) return read.data;
  deps.note('worker_error', { part: 'mend', error_message: because(end) });
  return undefined;
}

function because({ summary, error }: TurnEnd): string {
  return error === undefined ? summary : `${summary.replace(/\.$/, '')}: ${error}`;
}
