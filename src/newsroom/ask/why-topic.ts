/** What became of a topic: the desk's own stories of it, else why it came to none. */
import type { SessionKey } from '../../sessions/key.ts';
import type { StoryService, StoryStatus } from '../model/story-service.ts';
import { whyLeftOut } from './why-left-out.ts';
import type { LeftOutDeps, LeftOutStory } from './why-left-out.ts';

export interface WhyTopic {
  /** Posted, withdrawn, waiting, killed, failed or left out; the most alike first. */
  readonly stories: readonly StoryStatus[];
  /** What never was a story. */
  readonly leftOut: readonly LeftOutStory[];
}

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
    // What became a story was offered, too: that says nothing more.
    leftOut: leftOut.filter(
      ({ title, why }) => !titles.has(title) && (stories.length === 0 || why !== undefined),
    ),
  };
}
