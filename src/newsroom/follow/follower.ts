/**
 * Following a story: a bound job of its thread, whose turns ask the pool what became of it. No model is asked for that:
 * a turn ends quietly, or it orders one update, which the pipeline writes and posts into the same thread.
 *
 * - What was told, or ordered to be told, is never ordered again; the order is marked with the turn, so a turn that is
 *   repeated after a crash orders nothing twice.
 * - A follow ends with its time, with the story, or when somebody removes its job.
 */
import { batchTask } from '../model/batch-task.ts';
import type { Pass } from '../../sessions/perform.ts';
import type { Turn, TurnEnd } from '../../sessions/turn.ts';
import type { Clock } from '../../time/clock.ts';
import { sayDuration } from '../../time/duration.ts';
import type { EditorialActionBook } from '../model/editorial-action-book.ts';
import type { EditorialAction } from '../model/editorial-action.ts';
import type { NewsEvent } from '../model/event.ts';
import { findDevelopment } from './find-development.ts';
import type { Development, Told } from './find-development.ts';
import type { BatchPlan } from '../model/batch-plan.ts';
import type { Pool } from '../intake/pool/pool.ts';
import { urlKey } from '../model/url-key.ts';
import type { OrderedBatch, PublishedStory, StoryBook } from '../model/story-book.ts';

/** The turn profile of jobs that follow. */
export const FOLLOW_PROFILE = 'story_follow';

interface FollowDeps {
  readonly stories: Pick<StoryBook, 'ofThread' | 'recent' | 'runsOf' | 'order'>;
  readonly actions: Pick<EditorialActionBook, 'of'>;
  readonly pool: Pick<Pool, 'event' | 'openEvents' | 'postedEvents' | 'runs'>;
  /** Read the feeds that are due, and cluster what is new. */
  readonly refresh: () => Promise<unknown>;
  readonly draft: DraftUpdate;
  readonly clock: Clock;
  /** An update is ordered: the pipeline may take it. */
  readonly ordered: (plan: BatchPlan) => Promise<void>;
  /** A follow is over: its job is to go. */
  readonly ended: (jobId: string) => Promise<void>;
}

/** The run that writes one update. */
export type DraftUpdate = (wish: {
  readonly story: PublishedStory;
  readonly development: Development;
  readonly turn: Turn;
  readonly nowMs: number;
}) => BatchPlan;

/** A pool that was read within this time is fresh enough. */
const FRESH_MS = 15 * 60_000;
/** As long as an event lives in the pool. */
const EVENT_LIFE_MS = 7 * 24 * 3_600_000;
const MOST_RUNS = 500;
const MOST_STORIES = 1_000;
/** A development of a development, and so on. */
const DEEPEST = 8;

export class Follower {
  readonly #deps: FollowDeps;

  constructor(deps: FollowDeps) {
    this.#deps = deps;
  }

  /** What takes time, before the turn waits in its lane: see that the pool is fresh. */
  readonly prepare = async (_turn: Turn, signal: AbortSignal): Promise<void> => {
    const { pool, clock, refresh } = this.#deps;
    const [last] = await pool.runs(1);
    // One that seems to end later was seen on a clock that has been set back since.
    if (last && Math.abs(clock.now() - last.finishedAtMs) < FRESH_MS) return;
    signal.throwIfAborted();
    await refresh();
  };

  /** Perform the turn of a job that follows. */
  readonly perform = async (pass: Pass): Promise<void> => {
    const { turn } = pass.started;
    const { end, over } = await this.#look(pass);
    await pass.settle(end);
    // Only then: a job that is removed takes its waiting turns with it.
    if (over && turn.run) await this.#deps.ended(turn.run.jobId);
  };

  async #look(pass: Pass): Promise<{ readonly end: TurnEnd; readonly over: boolean }> {
    const { turn, fence } = pass.started;
    const { stories, actions, clock, draft, ordered } = this.#deps;
    const nowMs = clock.now();
    const story = await stories.ofThread(turn.session);
    if (!story) return { end: quiet('There is no story in this thread.'), over: true };
    if (isOver(await actions.of(story.id), nowMs))
      return { end: quiet(`The follow of "${story.title}" has ended.`), over: true };
    const told = await this.#toldOf(story);
    const development = findDevelopment(await this.#eventsOf(story, told), told);
    pass.signal.throwIfAborted();
    if (!development) {
      const since = sayDuration(Math.max(0, nowMs - told.sinceMs));
      return { end: quiet(`Nothing new about "${story.title}" for ${since}.`), over: false };
    }
    const plan = draft({ story, development, turn, nowMs });
    const run = plan.run.run.run_id;
    const what = `ordered an update of "${story.title}"`;
    await stories.order(
      { id: run, session: story.desk, plan, createdAtMs: nowMs, tasks: [batchTask(run, nowMs)] },
      { turn: turn.id, fence, n: pass.nextEffect(), atMs: nowMs, what },
    );
    await ordered(plan);
    return { end: quiet(sayOrdered(story, development)), over: false };
  }

  /** What the thread was told: the story, its updates, and what was ordered to be told. */
  async #toldOf(story: PublishedStory): Promise<Told> {
    const { stories } = this.#deps;
    const { desk, publishedAtMs } = story;
    const later = await stories.recent({ sinceMs: publishedAtMs, desk, limit: MOST_STORIES });
    const told = [story, ...later.filter(({ updateOf }) => updateOf === story.id)];
    const orders = (await stories.runsOf(desk, MOST_RUNS)).flatMap((run) => urlsOfUpdate(run, story.id));
    return {
      urls: [...told.flatMap(({ pack, primaryUrl }) => [primaryUrl, ...urlsOf(pack)]), ...orders],
      texts: told.flatMap(({ title, body, pack }) => [title, body, ...pack.sources.map(sayAll)]),
      sinceMs: Math.max(...told.map(({ pack }) => pack.builtAtMs)),
    };
  }

  /** The story's event as it stands under the pool's numbers of today, and all that developed from it. */
  async #eventsOf(
    { eventId }: PublishedStory,
    { urls }: Told,
  ): Promise<{ own: NewsEvent | undefined; developments: NewsEvent[] }> {
    const { pool, clock } = this.#deps;
    const nowMs = clock.now();
    const keys = new Set(urls.map((url) => urlKey(url)));
    const isOurs = (event: NewsEvent) => event.links.some(({ key }) => keys.has(key));
    const all = [...(await pool.openEvents(nowMs)), ...(await pool.postedEvents(nowMs - EVENT_LIFE_MS))];
    const numbered = eventId === undefined ? undefined : await pool.event(eventId);
    // A rebuilt pool numbers its events anew.
    const own =
      numbered && isOurs(numbered) ? numbered : all.find((event) => event.parentId === null && isOurs(event));
    if (!own) return { own, developments: [] };
    const parents = new Map(all.map(({ id, parentId }) => [id, parentId]));
    const developments = all.filter(({ parentId }) => descends(parentId, own.id, parents));
    return { own, developments };
  }
}

/** Whether an event of this parent comes from another one. */
function descends(
  parentId: number | null,
  ancestor: number,
  parents: ReadonlyMap<number, number | null>,
): boolean {
  let at: number | null = parentId;
  for (let depth = 0; at !== null && depth < DEEPEST; depth++) {
    if (at === ancestor) return true;
    at = parents.get(at) ?? null;
  }
  return false;
}

/** Killed, unfollowed, or past its time; a follow that nobody wrote down is none. */
function isOver(actions: readonly EditorialAction[], nowMs: number): boolean {
  const last = actions.findLast(({ kind }) => kind === 'follow' || kind === 'unfollow' || kind === 'kill');
  return last?.kind !== 'follow' || (last.untilMs ?? Infinity) <= nowMs;
}

function quiet(summary: string): TurnEnd {
  return { status: 'quiet', summary };
}

function sayOrdered({ title }: PublishedStory, { kind, event, news }: Development): string {
  const what =
    kind === 'development' ? `a development: "${event.title}"` : `new: ${news.slice(0, 5).join(', ')}`;
  return `Ordered an update of "${title}" (${what}).`;
}

function urlsOf({ sources }: PublishedStory['pack']): string[] {
  return sources.map(({ url }) => url);
}

/** What an order of an update was about; nothing for other orders. Plans are read no further than needed. */
function urlsOfUpdate({ plan }: OrderedBatch, story: string): string[] {
  const { stories = [] } = plan as Partial<BatchPlan>;
  return stories
    .filter((job) => job.story.update_of === story)
    .flatMap(({ story: { primary_url, supporting_urls, new_urls = [] } }) => [
      primary_url,
      ...supporting_urls,
      ...new_urls,
    ]);
}

function sayAll({ title, text }: { readonly title: string; readonly text: string }): string {
  return `${title}\n${text}`;
}
