import type { SessionKey } from '../sessions/key.ts';
import type { EventMarks } from './event-marks.ts';
import { storyKey } from './jobs/story-job.ts';
import type { StoryJob } from './jobs/story-job.ts';
import type { LineHouse } from './line-house.ts';
import { urlKey } from './pool/url-key.ts';
import type { PublishedStory } from './story-book.ts';

/** What was posted within this time is not posted again. */
const REPEAT_MS = 24 * 3_600_000;
const MOST = 200;

/**
 * The story of the last day in this desk channel that a job would repeat: the same page, or the same event. A
 * development is an event of its own, so it repeats nothing.
 */
export async function alreadyPosted(
  job: StoryJob,
  desk: SessionKey,
  { stories, clock }: Pick<LineHouse, 'stories' | 'clock'>,
  events: EventMarks,
): Promise<PublishedStory | undefined> {
  const recent = await stories.recent({ sinceMs: clock.now() - REPEAT_MS, desk, limit: MOST });
  const { event_id, primary_url } = job.story;
  const key = urlKey(primary_url);
  for (const other of recent) {
    if (other.id === storyKey(job)) continue;
    if (key !== undefined && urlKey(other.primaryUrl) === key) return other;
    const sameNumber = event_id !== null && other.eventId === event_id;
    if (sameNumber && (await events.isSame(event_id, other.primaryUrl))) return other;
  }
  return undefined;
}
