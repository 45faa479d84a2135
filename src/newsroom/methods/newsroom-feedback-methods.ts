import { z } from 'zod';
import { RpcError } from '../../feature/rpc-error.ts';
import { method, noParams } from '../../feature/rpc-method.ts';
import type { Opened } from '../../feature/rpc-method.ts';
import { storyVotesSchema, type Feedback } from '../intake/feedback.ts';
import type { StoryService } from '../model/story-service.ts';
import { feedbackWeightSchema } from '../model/story-vote.ts';

interface FeedbackMethodDeps {
  readonly editors: Opened<Pick<StoryService, 'record'>>;
  readonly feedback: Opened<Feedback>;
}

const name = z.string().trim().min(1).max(200);

const feedbackSchema = z.strictObject({
  /** Whether selection uses them. */
  on: z.boolean(),
  weights: z.array(feedbackWeightSchema),
});

/** `newsroom.story.vote` and `newsroom.feedback.*`: 👍 and 👎 on stories, and what they weigh in selection. */
export function newsroomFeedbackMethods({ editors, feedback }: FeedbackMethodDeps) {
  return {
    'newsroom.story.vote': method(
      {
        description: "A person's 👍 or 👎 on a story, or none: one vote a person a story.",
        scope: 'editor',
        params: z.strictObject({
          id: z.string().min(1).max(200),
          vote: z.enum(['up', 'down', 'none']),
          by: z.string().trim().min(1).max(100).default('gateway'),
        }),
        result: storyVotesSchema,
        hints: { idempotent: true },
      },
      async ({ id, vote, by }) => {
        const story = await (await editors()).record(id);
        if (!story) throw new RpcError('not_found', `there is no story ${id}`);
        const request = vote === 'none' ? vote : { likes: vote === 'up', how: 'set' as const };
        return (await feedback()).vote(story, { person: `name:${by}`, by }, request);
      },
    ),
    'newsroom.feedback.list': method(
      {
        description: 'What votes on stories weigh in selection, by outlet, category and topic.',
        scope: 'read',
        params: noParams,
        result: feedbackSchema,
        hints: { readOnly: true },
      },
      async () => {
        const book = await feedback();
        return { on: book.isOn, weights: [...(await book.weights())] };
      },
    ),
    'newsroom.feedback.forget': method(
      {
        description:
          'Forget the votes on stories: all, or those counted for an outlet, a category or a topic.',
        scope: 'editor',
        params: z
          .strictObject({
            all: z.literal(true).exactOptional(),
            kind: feedbackWeightSchema.shape.kind.exactOptional(),
            name: name.exactOptional(),
          })
          .refine(
            (it) => (it.all !== undefined) !== (it.kind !== undefined && it.name !== undefined),
            'all, or a kind and a name',
          ),
        result: z.strictObject({ forgotten: z.int().min(0) }),
        hints: { destructive: true, idempotent: true },
      },
      async ({ kind: of, name: called }) => {
        const what = of === undefined || called === undefined ? 'all' : { kind: of, name: called };
        return { forgotten: await (await feedback()).forget(what) };
      },
    ),
  };
}
