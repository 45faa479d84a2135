/** A story's further turns: those of the checker and of the mending reporter. Failures are recorded in its log. */
import type { z } from 'zod';
import type { AskTurn } from '../../sessions/perform.ts';
import type { Inbound } from '../../sessions/turn.ts';
import type { Edition } from '../edition/edition.ts';
import type { StoryEvent } from '../batches/story-log.ts';
import type { Assignment } from '../model/assignment.ts';
import { checkerReplySchema } from '../verify/checker-reply.ts';
import type { CheckerReply } from '../verify/checker-reply.ts';
import { mendInput } from '../verify/doubted-sentences.ts';
import type { DoubtedSentence } from '../verify/doubted-sentences.ts';
import { mendReplySchema } from '../verify/mend-reply.ts';
import type { MendReply } from '../verify/mend-reply.ts';
import { endOf, sayEnd } from '../write/ask-worker.ts';
import { checkerInbound, mendInbound } from '../write/check-tasks.ts';
import type { RenderPrompt } from '../write/worker-task.ts';

interface TurnsDeps {
  readonly ask: AskTurn;
  readonly render: RenderPrompt;
  readonly signal: AbortSignal;
  readonly note: (event: StoryEvent, fields: object) => void;
}

/** @returns a language model's verdicts on the sentences, or why there are none. */
export function askChecker(job: Assignment, check: string, deps: TurnsDeps): Promise<CheckerReply | string> {
  return answerTo('verify', (n) => checkerInbound(job, check, deps.render, n), checkerReplySchema, deps);
}

/** @returns the reporter's answer about the sentences; undefined when there is no usable one. */
export async function askMends(
  story: { readonly job: Assignment; readonly edition: Pick<Edition, 'language'> },
  sentences: readonly DoubtedSentence[],
  deps: TurnsDeps,
): Promise<MendReply | undefined> {
  const doubts = sentences.map(({ i, doubts }) => `${i}: ${doubts.join('; ')}`);
  deps.note('spawn_ok', { part: 'mend', sentences: doubts });
  const input = mendInput(sentences);
  const reply = await answerTo(
    'mend',
    (n) => mendInbound(story, input, deps.render, n),
    mendReplySchema,
    deps,
  );
  return typeof reply === 'string' ? undefined : reply;
}

/** A language model's answer in this form, or why there is none. */
export async function answerTo<Reply>(
  part: string,
  inboundOf: (n: number) => Inbound,
  form: z.ZodType<Reply>,
  deps: TurnsDeps,
): Promise<Reply | string> {
  deps.signal.throwIfAborted();
  const end = await endOf(inboundOf, deps);
  const read = form.safeParse(end.value);
  if (read.success && end.servedBy?.languageModel !== false) return read.data;
  const because = sayEnd(end);
  deps.note('worker_error', { part, error_message: because });
  return because;
}
