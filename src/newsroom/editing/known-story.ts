/** Properties of a known story: whether actions are possible, its titles, how it was ordered and killed. */
import type { SeenStory } from '../model/editorial-action-book.ts';
import type { EditorialAction } from '../model/editorial-action.ts';
import type { KilledBefore, OrderedStory } from '../model/story-service.ts';
import type { BatchPlan } from '../model/batch-plan.ts';
import { hasEnded, storyKey, wasPosted } from '../model/assignment.ts';
import { killOf } from '../model/story-actions.ts';
import { titleOf } from '../edition/say-report.ts';
import { titlesOf } from '../coverage/posted-stories.ts';
import type { Known } from './story-queries.ts';
import * as refusals from './refusals.ts';

/** @throws StoryRefusal for a story that is killed or finished. */
export function mustLive({ actions, published }: SeenStory, { job }: Known): void {
  const killed = killOf(actions);
  if (killed) throw refusals.killed(killed.by, published !== undefined);
  if (!published && job && hasEnded(job) && !wasPosted(job))
    throw refusals.ended(job.state.detail ?? job.state.status);
}

/** The notice for an order that repeats a killed story. */
export function killedAs({ by, atMs, why }: EditorialAction, { published }: Known): KilledBefore {
  return { by, atMs, wasPosted: published !== undefined, ...(why !== undefined && { why }) };
}

/** The only story of a batch that an editor ordered. */
export function orderedOf({ stories }: BatchPlan): OrderedStory {
  const [job] = stories;
  if (!job) throw new Error('a run without stories was ordered');
  return { id: storyKey(job), title: job.story.title };
}

/** All its titles, and those of its sources. */
export function titlesKnown({ published, job }: Known): string[] {
  const planned = job ? [job.story.title, titleOf(job)] : [];
  return [...new Set([...planned, ...(published ? titlesOf(published) : [])])];
}

/** @param id used for a story without a title. */
export function titleIn({ published, job }: Known, id: string): string {
  return published?.title ?? job?.story.title ?? id;
}
