/** What readers know before an update is written: the story as it was posted, and the updates that followed it. */
import { wholeOf } from '../batches/order-batch.ts';
import type { Assignment } from '../model/assignment.ts';
import type { PublishedStory } from '../model/story-book.ts';
import { killOf } from '../model/story-actions.ts';
import type { PipelineDeps } from './pipeline-deps.ts';

/** The newest ones; a thread may have many. */
const MOST_UPDATES = 5;

/**
 * The job with the updates that stand in its thread added to `told`, so that none is told again. The order of an update
 * knows only the story itself, and others may be posted while it waits. Withdrawn ones don't count.
 */
export async function withToldByNow(
  job: Assignment,
  { stories, actions }: Pick<PipelineDeps, 'stories' | 'actions'>,
): Promise<Assignment> {
  const { told, update_of } = job.story;
  const whole = update_of === undefined ? undefined : await wholeOf(update_of, (id) => stories.find(id));
  if (!told || !whole) return job;
  const standing: PublishedStory[] = [];
  for (const update of await stories.updatesOf(whole))
    if (!killOf(await actions.of(update.id))) standing.push(update);
  const texts = standing.slice(-MOST_UPDATES).map(({ title, body }) => `${title}\n${body}`);
  return { ...job, story: { ...job.story, told: { ...told, body: [told.body, ...texts].join('\n\n') } } };
}
