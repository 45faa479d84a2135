/** The story that a model names for what a person asks, and whether that person spoke of it. */
import { ToolRefusal } from '../../sessions/tool.ts';
import type { ToolContext } from '../../sessions/tool.ts';
import type { StoryVerb } from './asked-action.ts';
import { findStory } from './find-story.ts';
import type { StoryFinder } from './find-story.ts';
import type { FollowStory } from '../follow/follow-story.ts';
import type { StoryStatus } from '../model/story-service.ts';
import * as refusals from './refusals.ts';
import { isSpokenOf } from './spoken-of.ts';

/** @throws StoryRefusal that names the stories within reach. */
export async function named(
  deps: StoryFinder,
  story: string | undefined,
  context: ToolContext,
  fits?: (story: StoryStatus) => boolean,
): Promise<string> {
  const found = await findStory(deps, context, story, fits);
  if (found.kind === 'one') return found.id;
  const names = found.stories.slice(0, 8).map(({ id, title }) => `${title.slice(0, 80)} (${id})`);
  throw refusals.whichStory(found.kind, names);
}

/** "Stop following it": the only one that is followed. What is published or changed is named. */
async function fitting(
  { follow }: { readonly follow: Pick<FollowStory, 'threads'> },
  action: StoryVerb,
): Promise<((story: StoryStatus) => boolean) | undefined> {
  if (action !== 'unfollow') return undefined;
  const threads = new Set(await follow.threads());
  return ({ posted }) => posted?.thread !== undefined && threads.has(posted.thread);
}

/** The same, for what is about to be changed. @throws ToolRefusal unless the person spoke of it, or speaks in its thread. */
export async function meant(
  deps: StoryFinder & { readonly follow: Pick<FollowStory, 'threads'> },
  { action, story }: { readonly action: StoryVerb; readonly story?: string },
  context: ToolContext,
): Promise<string> {
  const id = await named(deps, story, context, await fitting(deps, action));
  const record = await deps.editors.record(id);
  if (!record || (await deps.stories.ofThread(context.session))?.id === id) return id;
  if (isSpokenOf({ given: story, record, action }, context)) return id;
  const { title } = record.status;
  throw new ToolRefusal(
    `nobody spoke of the story "${title}" in this message: ask whether it is meant; /story ${action} does it`,
    { zh: `這則訊息沒有說明是指「${title}」這篇報道，請寫出標題再說一次` },
  );
}
