/**
 * What a job would repeat: a story that was posted, one that editors killed, one that waits. A happening is recognised
 * by its page, by any page of its event, and by its title in either language.
 */
import type { SessionKey } from '../../sessions/key.ts';
import type { Clock } from '../../time/clock.ts';
import type { DeedBook, KilledStory } from '../deed-book.ts';
import { isFamily } from '../event.ts';
import type { NewsEvent } from '../event.ts';
import type { StoryEvents } from './event-marks.ts';
import { storyKey } from '../jobs/story-job.ts';
import type { StoryJob } from '../jobs/story-job.ts';
import { urlKey } from '../pool/url-key.ts';
import { isSameTitle } from './same-title.ts';
import { likeness, readTelling } from './same-telling.ts';
import type { ReadTelling } from './same-telling.ts';
import type { PublishedStory, StoryBook } from '../story-book.ts';
import { KILLED_MS, REPEAT_MS, textOf, titlesOf } from './told-story.ts';

/** As many as the last day has: what isn't looked at is posted twice. */
const ALL = Number.MAX_SAFE_INTEGER;
/** Of a large event: more repeat each other. */
const MOST_TITLES = 12;

/** Where it stands what was told. */
export interface ToldBooks {
  readonly stories: Pick<StoryBook, 'recent'>;
  readonly deeds: Pick<DeedBook, 'killedSince'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** What a job is about, looked up once. */
interface Happening {
  readonly job: StoryJob;
  readonly key: string | undefined;
  readonly event: NewsEvent | undefined;
  /** Its titles and what feeds say of it. */
  readonly telling: ReadTelling;
}

/**
 * The story of the last day in this desk channel that a job would repeat: the same page, the same event or the same
 * title. A development is an event of its own, and an update is told to repeat its story: neither repeats anything, nor
 * does what is written after a withdrawal.
 */
export async function alreadyPosted(
  job: StoryJob,
  desk: SessionKey,
  { stories, deeds, clock }: ToldBooks,
  events: StoryEvents,
): Promise<PublishedStory | undefined> {
  const { update_of } = job.story;
  const recent = await stories.recent({ sinceMs: clock.now() - REPEAT_MS, desk, limit: ALL });
  const others = recent.filter(({ id }) => id !== storyKey(job) && id !== update_of);
  if (others.length === 0) return undefined;
  const withdrawn = new Set((await deeds.killedSince(clock.now() - REPEAT_MS)).map(({ story }) => story));
  const happening = await happeningOf(job, events);
  for (const other of others) {
    if (withdrawn.has(other.id)) continue;
    const isSamePage = urlKey(other.primaryUrl) === happening.key;
    // Its earlier updates and it are about the same happening.
    if (update_of !== undefined && other.updateOf === update_of && !isSamePage) continue;
    if (isAbout(happening, other.primaryUrl) || standsOn(happening, other)) return other;
    if (update_of === undefined && (await isTitledAs(happening, other, events))) return other;
  }
  return undefined;
}

/** What editors killed of the same happening; what one of them orders is written all the same. */
export async function killedBefore(
  job: StoryJob,
  { deeds, clock }: Pick<ToldBooks, 'deeds' | 'clock'>,
  events: StoryEvents,
): Promise<KilledStory | undefined> {
  if (job.story.ordered_by !== undefined) return undefined;
  const killed = (await deeds.killedSince(clock.now() - KILLED_MS)).filter(
    ({ story }) => story !== storyKey(job),
  );
  if (killed.length === 0) return undefined;
  const happening = await happeningOf(job, events);
  for (const one of killed) {
    if (isAbout(happening, one.url)) return one;
    const isTitled = tellsSame(happening, one.titles ?? [], '');
    if (isTitled && !isFamily(happening.event, await events.find(one.eventId, one.url))) return one;
  }
  return undefined;
}

/** A story of the same happening that waits for an editor or a time. */
export async function waitsAlready(
  job: StoryJob,
  waiting: readonly StoryJob[],
  events: StoryEvents,
): Promise<StoryJob | undefined> {
  const others = waiting.filter((other) => storyKey(other) !== storyKey(job));
  if (others.length === 0) return undefined;
  const happening = await happeningOf(job, events);
  return others.find((other) => isAbout(happening, other.story.primary_url));
}

async function happeningOf(job: StoryJob, events: StoryEvents): Promise<Happening> {
  const event = await events.of(job);
  const links = event?.links ?? [];
  const telling = readTelling({
    titles: [job.story.title, ...links.map(({ title }) => title)].slice(0, MOST_TITLES),
    text: links.map(({ title, description }) => `${title}\n${description}`).join('\n'),
  });
  return { job, key: urlKey(job.story.primary_url), event, telling };
}

/** By one title, or by what both tell. What is doubtful is told: nobody misses news for a likeness. */
function tellsSame({ job, telling }: Happening, titles: readonly string[], text: string): boolean {
  if (titles.some((title) => isSameTitle(job.story.title, title))) return true;
  return titles.length > 0 && likeness(telling, readTelling({ titles, text })) === 'same';
}

/** The same page, or two pages of one event. */
function isAbout({ key, event }: Happening, url: string): boolean {
  const other = urlKey(url);
  return key === other || (event?.links.some((link) => link.key === other) ?? false);
}

/** A page that no event has, but that a story was written from. */
function standsOn({ key, event }: Happening, { pack }: PublishedStory): boolean {
  return event === undefined && pack.sources.some(({ url, usable }) => usable && urlKey(url) === key);
}

/** A development may have the title of its parent, and of the parent's other developments. */
async function isTitledAs(
  happening: Happening,
  other: PublishedStory,
  events: StoryEvents,
): Promise<boolean> {
  if (!tellsSame(happening, titlesOf(other), textOf(other))) return false;
  return !isFamily(happening.event, await events.find(other.eventId, other.primaryUrl));
}
