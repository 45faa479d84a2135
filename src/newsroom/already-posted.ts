import type { SessionKey } from '../sessions/key.ts';
import type { KilledStory } from './deed-book.ts';
import type { EventMarks } from './event-marks.ts';
import { storyKey } from './jobs/story-job.ts';
import type { StoryJob } from './jobs/story-job.ts';
import type { LineHouse } from './line-house.ts';
import { urlKey } from './pool/url-key.ts';
import { isSameTitle } from './select/duplicates.ts';
import type { PublishedStory } from './story-book.ts';

/** What was posted within this time is not posted again. */
const REPEAT_MS = 24 * 3_600_000;
/** What was killed within this time is not written again, unless an editor orders it. */
const KILLED_MS = 48 * 3_600_000;
const MOST = 200;

/**
 * The story of the last day in this desk channel that a job would repeat: the same page, the same event or the same
 * title. A development is an event of its own, and an update is told to repeat its story: neither repeats anything.
 */
export async function alreadyPosted(
  job: StoryJob,
  desk: SessionKey,
  { stories, clock }: Pick<LineHouse, 'stories' | 'clock'>,
  events: EventMarks,
): Promise<PublishedStory | undefined> {
  const { update_of } = job.story;
  const recent = await stories.recent({ sinceMs: clock.now() - REPEAT_MS, desk, limit: MOST });
  for (const other of recent) {
    if (other.id === storyKey(job) || other.id === update_of) continue;
    const { eventId, primaryUrl } = other;
    // Its earlier updates and it are about the same happening.
    if (update_of !== undefined && other.updateOf === update_of && urlKey(primaryUrl) !== urlOf(job))
      continue;
    if (await isAbout(job, { url: primaryUrl, ...(eventId !== undefined && { eventId }) }, events))
      return other;
    if (update_of === undefined && (await isTitledAs(job, other, events))) return other;
  }
  return undefined;
}

/** What editors killed of the same happening; what one of them orders is written all the same. */
export async function killedBefore(
  job: StoryJob,
  { deeds, clock }: Pick<LineHouse, 'deeds' | 'clock'>,
  events: EventMarks,
): Promise<KilledStory | undefined> {
  if (job.story.ordered_by !== undefined) return undefined;
  for (const killed of await deeds.killedSince(clock.now() - KILLED_MS))
    if (killed.story !== storyKey(job) && (await isAbout(job, killed, events))) return killed;
  return undefined;
}

/** A story of the same happening that waits for an editor or a time. */
export async function waitsAlready(
  job: StoryJob,
  waiting: readonly StoryJob[],
  events: EventMarks,
): Promise<StoryJob | undefined> {
  for (const other of waiting) {
    if (storyKey(other) === storyKey(job)) continue;
    const { primary_url: url, event_id } = other.story;
    if (await isAbout(job, { url, ...(event_id !== null && { eventId: event_id }) }, events)) return other;
  }
  return undefined;
}

/** A development may have the title of its parent, and of the parent's other developments. */
async function isTitledAs(job: StoryJob, other: PublishedStory, events: EventMarks): Promise<boolean> {
  if (!isSameTitle(job.story.title, other.title)) return false;
  return !(await events.isFamily(job.story.event_id, other.eventId));
}

/** The same page, or the same event by its number and by one of its pages. */
async function isAbout(
  job: StoryJob,
  other: { readonly url: string; readonly eventId?: number },
  events: EventMarks,
): Promise<boolean> {
  const key = urlOf(job);
  if (key !== undefined && urlKey(other.url) === key) return true;
  const { event_id } = job.story;
  return event_id !== null && other.eventId === event_id && events.isSame(event_id, other.url);
}

function urlOf({ story }: StoryJob): string | undefined {
  return urlKey(story.primary_url);
}
