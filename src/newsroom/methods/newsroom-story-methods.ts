import { z } from 'zod';
import type { EditorsRequest } from '../model/editorial-action.ts';
import { doneActionSchema, type StoryService } from '../model/story-service.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { Clock } from '../../time/clock.ts';
import { RpcError } from '../../feature/rpc-error.ts';
import { keyParam, method } from '../../feature/rpc-method.ts';
import type { Opened } from '../../feature/rpc-method.ts';
import { openedStory, openedStorySchema } from '../views/opened-story.ts';
import { orderedAnewSchema, storySourcesSchema } from './newsroom-results.ts';

interface StoryMethodDeps {
  readonly editors: Opened<StoryService>;
  /** The default place for orders. */
  readonly deskChannel: SessionKey;
  readonly clock: Pick<Clock, 'now'>;
}

/** `<run id>/<story id>` */
const id = z.string().min(1).max(200);
/** Who acts, and why; both are stored with the action and shown. */
const told = {
  by: z.string().trim().min(1).max(100).default('gateway'),
  why: z.string().trim().min(1).max(1_000).exactOptional(),
};

/** `newsroom.story.*`: a story's sources, and editorial actions, as with `/story`. */
export function newsroomStoryMethods({ editors, deskChannel, clock }: StoryMethodDeps) {
  const request = ({ by, why }: { by: string; why?: string }): EditorsRequest => ({
    by,
    atMs: clock.now(),
    ...(why !== undefined && { why }),
  });
  return {
    'newsroom.story.sources': method(
      {
        description: 'What a story stands on: the texts of its sources, its claims with their passages.',
        scope: 'read',
        params: z.strictObject({ id }),
        result: storySourcesSchema,
        hints: { readOnly: true, material: true },
      },
      async ({ id: story }) => {
        const record = await (await editors()).record(story);
        if (!record) throw new RpcError('not_found', `there is no story ${story}`);
        const { status, standsOn } = record;
        const { pack, claims, conflicts, removed = [] } = standsOn ?? {};
        return {
          id: status.id,
          title: status.title,
          ...(pack && { builtAtMs: pack.builtAtMs }),
          sources: (pack?.sources ?? []).map(({ image: _image, shown: _shown, ...source }) => source),
          ...(claims && { claims }),
          ...(conflicts && { conflicts }),
          removed,
        };
      },
    ),
    'newsroom.story.open': method(
      {
        description:
          'A story beside its sources: its sentences, each claim with its passage or the doubt about it, changes, log, cost.',
        scope: 'read',
        params: z.strictObject({ id, locale: z.enum(['en', 'zh']).default('en') }),
        result: openedStorySchema,
        hints: { readOnly: true, material: true },
      },
      async ({ id: story, locale }) => {
        const record = await (await editors()).record(story);
        if (!record) throw new RpcError('not_found', `there is no story ${story}`);
        return openedStory(record, locale === 'en' ? 'en' : 'zh-Hant-HK');
      },
    ),
    'newsroom.story.write': method(
      {
        description:
          'Order a story apart from the schedule: about a page, or about what is known of a topic.',
        scope: 'editor',
        params: z.strictObject({
          what: z.string().trim().min(1).max(1_000),
          sessionKey: keyParam.exactOptional(),
          embargoUntilMs: z.int().positive().exactOptional(),
          update: z.boolean().default(false),
          again: z.boolean().default(false),
          ...told,
        }),
        result: orderedAnewSchema,
        hints: { openWorld: true },
      },
      async ({ what, sessionKey: desk = deskChannel, embargoUntilMs, update, again, ...who }) =>
        (await editors()).write({
          ...request(who),
          what,
          desk,
          update,
          again,
          ...(embargoUntilMs !== undefined && { embargoUntilMs }),
        }),
    ),
    'newsroom.story.approve': method(
      {
        description:
          'Let a story go that waits; an embargo stands until its time, unless it is to go out now.',
        scope: 'editor',
        params: z.strictObject({ id, now: z.boolean().default(false), ...told }),
        result: doneActionSchema,
        hints: { idempotent: true },
      },
      async ({ id: story, now, ...who }) => (await editors()).approve(story, { ...request(who), now }),
    ),
    'newsroom.story.hold': method(
      {
        description:
          'Keep a story from being posted, until it is approved or until a time; mark a posted one as being checked.',
        scope: 'editor',
        params: z.strictObject({ id, untilMs: z.int().positive().exactOptional(), ...told }),
        result: doneActionSchema,
        hints: { idempotent: true },
      },
      async ({ id: story, untilMs, ...who }) =>
        (await editors()).hold(story, { ...request(who), ...(untilMs !== undefined && { untilMs }) }),
    ),
    'newsroom.story.kill': method(
      {
        description: 'End a story that is not posted; withdraw a posted one. It asks nothing back.',
        scope: 'editor',
        params: z.strictObject({ id, ...told }),
        result: doneActionSchema,
        hints: { destructive: true, idempotent: true },
      },
      async ({ id: story, ...who }) => (await editors()).kill(story, request(who)),
    ),
    'newsroom.story.retry': method(
      {
        description: 'Order a story anew that failed, was left out, was killed or was withdrawn.',
        scope: 'editor',
        params: z.strictObject({ id, ...told }),
        result: orderedAnewSchema,
        hints: { openWorld: true },
      },
      async ({ id: story, ...who }) => (await editors()).retry(story, request(who)),
    ),
    'newsroom.story.correct': method(
      {
        description: 'Correct a posted story: a visible line under its title, and a message in its thread.',
        scope: 'editor',
        params: z.strictObject({ id, text: z.string().trim().min(1).max(4_000), ...told }),
        result: doneActionSchema,
        hints: { destructive: true },
      },
      async ({ id: story, text, ...who }) => (await editors()).correct(story, { ...request(who), text }),
    ),
  };
}
