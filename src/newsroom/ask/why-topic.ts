/** What happened to a topic: the desk channel's own stories about it, else why there is none. */
import type { SessionKey } from '../../sessions/key.ts';
import type { StoryService, StoryStatus } from '../model/story-service.ts';
import { whyLeftOut } from './why-left-out.ts';
import type { LeftOutDeps, LeftOutStory } from './why-left-out.ts';

export interface WhyTopic {
  /** Posted, withdrawn, waiting, killed, failed or left out; the most similar first. */
  readonly stories: readonly StoryStatus[];
  /** Candidates that never became a story. */
  readonly leftOut: readonly LeftOutStory[];
}

/** Why the newsroom told a topic, or left it out. */
export async function whyTopic(
  topic: string,
  desk: SessionKey,
  deps: LeftOutDeps & { readonly editors: Pick<StoryService, 'about'> },
): Promise<WhyTopic> {
  const stories = await deps.editors.about(topic, desk);
  const leftOut = await whyLeftOut(topic, desk, deps);
  const titles = new Set(stories.map(({ title }) => title));
  return {
    stories,
    // Candidates that became stories are already listed.
    leftOut: leftOut.filter(
      ({ title, why }) => !titles.has(title) && (stories.length === 0 || why !== undefined),
    ),
  };
}
