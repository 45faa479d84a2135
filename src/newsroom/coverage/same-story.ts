/**
 * The question to a model when the rules are in doubt: its input about the story and about covered ones, and its
 * answer. The field names are those in `prompts/same_story_v1.md`.
 */
import { z } from 'zod';
import { outputShape } from '../../sessions/output.ts';
import { isoTime } from '../model/job-times.ts';
import type { Happening } from './same-happening.ts';
import type { Found } from './coverage-index.ts';
import type { CoveredStory } from './covered-stories.ts';

/** The most similar stories come first; a model is not asked about more. */
const MOST_ASKED = 5;
const MOST_TITLES = 4;
const MOST_TEXT = 900;

export const sameStoryReplySchema = z.object({
  told: z.array(
    z.object({
      /** The number in the prompt. */
      n: z.int().positive(),
      answer: z.enum(['same', 'development', 'another']),
      why: z.string().nullish(),
    }),
  ),
});
export type SameStoryReply = z.infer<typeof sameStoryReplySchema>;

/** The output of the profile `same_story`: `same_story_reply`. */
export const sameStoryOutput = outputShape<SameStoryReply>({
  schema: sameStoryReplySchema as z.ZodType<SameStoryReply>,
  end: (value) => ({ status: 'ok', summary: `Compared with ${value.told.length} told stories.`, value }),
});

/** The answer about one doubtful story, as kept in the job. */
export type SameStoryVerdict = {
  readonly story: string;
  readonly answer: 'same' | 'development' | 'another' | 'unanswered';
  readonly why?: string;
};

/** The stories to ask about, most similar first. */
export function askedAbout(doubtful: readonly Found<CoveredStory>[]): readonly Found<CoveredStory>[] {
  const shared = ({ shared = [] }: Found<CoveredStory>) => shared.length;
  return [...doubtful].sort((a, b) => shared(b) - shared(a)).slice(0, MOST_ASKED);
}

/** The input for the model: one happening, and numbered stories that may be about it. */
export function sameStoryInput(happening: Happening, asked: readonly Found<CoveredStory>[]): string {
  const told = asked.map(({ item: { kind, atMs, titles, title, text = '' }, shared = [] }, n) =>
    [
      `${n + 1} (${kind} ${isoTime(atMs)})`,
      ...sayTelling([title, ...titles], text),
      ...(shared.length > 0 ? [`  both have: ${shared.join(', ')}`] : []),
    ].join('\n'),
  );
  return ['STORY', ...sayTelling(happening.titles, happening.text), '', 'TOLD', ...told].join('\n');
}

/** One verdict per story that was asked about; the first answer for a number counts. */
export function verdictsOf(reply: SameStoryReply, asked: readonly Found<CoveredStory>[]): SameStoryVerdict[] {
  return asked.map(({ item: { id } }, at) => {
    const answer = reply.told.find(({ n }) => n === at + 1);
    return { story: id, answer: answer?.answer ?? 'unanswered', ...(answer?.why && { why: answer.why }) };
  });
}

function sayTelling(titles: readonly string[], text: string): string[] {
  const shown = [...new Set(titles)].slice(0, MOST_TITLES).map((title) => `  title: ${title}`);
  const opening = text.slice(0, MOST_TEXT).replace(/\s+/gu, ' ').trim();
  return [...shown, ...(opening === '' ? [] : [`  text: ${opening}`])];
}
