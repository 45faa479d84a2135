/** A language model's opinion of a draft: a score of ten, and what is wrong. Without an answer there is none. */
import { z } from 'zod';
import { writtenRemark } from '../../text/written-remark.ts';
import type { LetterModel } from './deps.ts';
import { lineOf, writtenScore } from './read-items.ts';

export interface Critique {
  /** 0 to 10. */
  readonly score: number;
  readonly problems: readonly string[];
}

const MOST_PROBLEMS = 12;
const problem = writtenRemark.pipe(lineOf);
const read = z.object({
  score: writtenScore.transform((score) => Math.min(10, Math.max(0, score))),
  problems: z
    .array(z.unknown())
    .nullish()
    .transform((all) =>
      (all ?? []).flatMap((one) => problem.safeParse(one).data ?? []).slice(0, MOST_PROBLEMS),
    ),
});
const answer = z.object({ score: z.number(), problems: z.array(z.string()) });

/** @param what is criticised: "a section", "the title and opening". */
export async function critiqueOf(
  model: LetterModel,
  what: string,
  input: unknown,
  signal: AbortSignal,
): Promise<Critique | undefined> {
  const reply = await model.ask({
    profile: 'newsletter_critique',
    values: { WHAT: what },
    input,
    answer,
    signal,
  });
  return reply.kind === 'answered' ? read.safeParse(reply.value).data : undefined;
}
