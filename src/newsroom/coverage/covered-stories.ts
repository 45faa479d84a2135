/**
 * What a desk channel has covered, is covering, or must not cover. Selection, orders and the pipeline all use this,
 * so that nothing is offered that would be refused later. *Posted* is per desk channel; *killed* applies everywhere.
 */
import type { SessionKey } from '../../sessions/key.ts';
import type { Clock } from '../../time/clock.ts';
import type { EditorialActionBook } from '../model/editorial-action-book.ts';
import type { NewsEvent } from '../model/event.ts';
import { planIn } from '../model/batch-plan.ts';
import { hasEnded, storyKey } from '../model/assignment.ts';
import type { Assignment } from '../model/assignment.ts';
import { titleOf } from '../edition/say-report.ts';
import type { StoryBook } from '../model/story-book.ts';
import type { StoryEvents } from './event-marks.ts';
import { ofEvent } from './same-happening.ts';
import { keysOf, postedStories } from './posted-stories.ts';
import type { CoveredKeys } from './posted-stories.ts';
import type { Happening, ToldWords } from './same-happening.ts';

/** The books that record coverage. */
export interface CoverageBooks {
  readonly stories: Pick<StoryBook, 'postedSince' | 'find' | 'openBatches'>;
  readonly actions: Pick<EditorialActionBook, 'killedSince'>;
  readonly files: { current(planned: Assignment): Promise<Assignment> };
  readonly clock: Pick<Clock, 'now'>;
}

export interface CoveredStory {
  readonly kind: 'posted' | 'killed' | 'waiting';
  /** `<run id>/<story id>` */
  readonly id: string;
  readonly title: string;
  readonly url: string;
  /** When it was posted, planned or killed. */
  readonly atMs: number;
  readonly event?: Pick<NewsEvent, 'id' | 'parentId'> | undefined;
  /** In all known languages and spellings: its own, and those of its sources. */
  readonly titles: readonly string[];
  /** The text of its sources; absent when it isn't kept. */
  readonly text?: string;
  /** Its titles and text, parsed before. */
  readonly words?: ToldWords;
  /** The keys of its page, and of the pages that it was written from; absent when only its page is known. */
  readonly keys?: CoveredKeys;
  readonly updateOf?: string | undefined;
  readonly thread?: SessionKey | undefined;
  /** Who killed it, and the reason given. */
  readonly by?: string;
  readonly why?: string | undefined;
}

/** What people are told about it. */
export type CoveredNotice = Pick<CoveredStory, 'kind' | 'id' | 'title' | 'atMs' | 'thread' | 'by' | 'why'>;

/** A posted story is not posted again within this time. */
const REPEAT_MS = 24 * 3_600_000;
/** A killed story is not written again within this time, unless an editor orders it. */
export const KILLED_MS = 48 * 3_600_000;

/** Which unfinished stories count: all, those that wait for an editor or a time, or none. */
export type Unfinished = 'all' | 'held' | 'none';

/** What a desk channel has covered, is covering, or has killed recently. */
export async function coveredStories(
  desk: SessionKey,
  { stories, actions, files, clock }: CoverageBooks,
  events: StoryEvents,
  unfinished: Unfinished = 'all',
): Promise<CoveredStory[]> {
  const nowMs = clock.now();
  const killed = await actions.killedSince(nowMs - KILLED_MS);
  const withdrawn = new Set(killed.map(({ story }) => story));
  const recent = await postedStories(stories, { sinceMs: nowMs - REPEAT_MS, desk });
  const posted = recent.filter(({ id }) => !withdrawn.has(id));
  const open = unfinished === 'none' ? [] : await underWay(desk, unfinished, { stories, files });
  const told = [
    ...killed.map(({ story: id, url, eventId, titles = [], by, atMs, why }) => {
      const title = titles[0] ?? url;
      return { kind: 'killed' as const, id, title, url, eventId, titles, by, atMs, why };
    }),
    ...posted.map((story) => ({ ...story, kind: 'posted' as const })),
    ...open.map((job) => ofJob(job, nowMs)),
  ];
  return Promise.all(
    told.map(async ({ eventId, ...one }) => ({ ...one, event: await events.find(eventId, one.url) })),
  );
}

/** A covered story in the form that is compared. */
export function asHappening({ url, keys, titles, text = '', words, event }: CoveredStory): Happening {
  return { ...(keys ?? { pages: keysOf([url]) }), event, titles, text, words };
}

/** What a job is about: its own title and pages, and those of its event. */
export async function happeningOf({ story }: Assignment, events: StoryEvents): Promise<Happening> {
  const event = await events.find(story.event_id, story.primary_url);
  const own = keysOf([story.primary_url]);
  if (event === undefined) return { pages: own, titles: [story.title], text: '' };
  const { pages, titles, ...rest } = ofEvent(event);
  return { ...rest, pages: new Set([...own, ...pages]), titles: [story.title, ...titles] };
}

function ofJob(job: Assignment, nowMs: number) {
  const { story, state } = job;
  const title = titleOf(job);
  return {
    kind: 'waiting' as const,
    id: storyKey(job),
    title,
    url: story.primary_url,
    eventId: story.event_id,
    atMs: Date.parse(state.planned_at ?? '') || nowMs,
    titles: [...new Set([title, story.title])],
    updateOf: story.update_of,
  };
}

/** Unfinished stories of open batches: this desk channel's, and any that wait for an editor or a time. */
async function underWay(
  desk: SessionKey,
  unfinished: Exclude<Unfinished, 'none'>,
  { stories, files }: Pick<CoverageBooks, 'stories' | 'files'>,
): Promise<Assignment[]> {
  const runs = await stories.openBatches();
  const jobs = runs.map(async (order) => {
    const { session } = order;
    const planned = planIn(order)?.stories ?? [];
    const all = planned.map((job) => files.current(job));
    return (await Promise.all(all)).filter(
      (job) => !hasEnded(job) && (job.state.hold !== null || (unfinished === 'all' && session === desk)),
    );
  });
  return (await Promise.all(jobs)).flat();
}
