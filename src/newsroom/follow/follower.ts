/**
 * Turns of jobs that follow a story. They look in the pool for developments, without a model: a turn ends quietly, or
 * orders one update, which the pipeline writes and posts in the same thread.
 *
 * - What was reported or ordered is never ordered again. The order is marked with the turn, so a turn repeated after
 *   a crash orders nothing twice.
 * - A follow ends at its time, with the story, or when its job is removed.
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
  readonly stories: Pick<StoryBook, 'ofThread' | 'updatesOf' | 'runsOf' | 'order'>;
  readonly actions: Pick<EditorialActionBook, 'of'>;
  readonly pool: Pick<Pool, 'event' | 'openEvents' | 'postedEvents' | 'runs'>;
  /** Read the due feeds, and cluster new links. */
  readonly refresh: () => Promise<unknown>;
  readonly draft: DraftUpdate;
  readonly clock: Clock;
  /** Called when an update was ordered. */
  readonly ordered: (plan: BatchPlan) => Promise<void>;
  /** Called when a follow is over, to remove its job. */
  readonly ended: (jobId: string) => Promise<void>;
}

/** The run that writes one update. */
export type DraftUpdate = (request: {
  readonly story: PublishedStory;
  readonly development: Development;
  readonly turn: Turn;
  readonly nowMs: number;
}) => BatchPlan;

/** A pool updated within this time is fresh enough. */
const FRESH_MS = 15 * 60_000;
/** As long as an event lives in the pool. */
const EVENT_LIFE_MS = 7 * 24 * 3_600_000;
const MOST_RUNS = 500;
/** The maximum depth of developments of developments. */
const DEEPEST = 8;

export class Follower {
  readonly #deps: FollowDeps;

  constructor(deps: FollowDeps) {
    this.#deps = deps;
  }

  /** Update the pool before the turn enters its lane, because that takes time. */
  readonly prepare = async (_turn: Turn, signal: AbortSignal): Promise<void> => {
    const { pool, clock, refresh } = this.#deps;
    const [last] = await pool.runs(1);
    // An update that seems to be in the future was made before the clock was set back.
    if (last && Math.abs(clock.now() - last.finishedAtMs) < FRESH_MS) return;
    signal.throwIfAborted();
    await refresh();
  };

  /** Perform the turn of a job that follows. */
  readonly perform = async (pass: Pass): Promise<void> => {
    const { turn } = pass.started;
    await pass.settle(await this.#look(pass));
    // Last, because removing a job also removes its waiting turns. Meanwhile it may be followed again.
    const story = await this.#deps.stories.ofThread(turn.session);
    if (turn.run && !(story && (await this.#isFollowed(story)))) await this.#deps.ended(turn.run.jobId);
  };

  async #isFollowed({ id }: PublishedStory): Promise<boolean> {
    return !isOver(await this.#deps.actions.of(id), this.#deps.clock.now());
  }

  async #look(pass: Pass): Promise<TurnEnd> {
    const { turn, fence } = pass.started;
    const { stories, clock, draft, ordered } = this.#deps;
    const nowMs = clock.now();
    const story = await stories.ofThread(turn.session);
    if (!story) return quiet('There is no story in this thread.');
    if (!(await this.#isFollowed(story))) return quiet(`The follow of "${story.title}" has ended.`);
    const told = await this.#coveredOf(story);
    const development = findDevelopment(await this.#eventsOf(story, told), told);
    pass.signal.throwIfAborted();
    if (!development) {
      const since = sayDuration(Math.max(0, nowMs - told.sinceMs));
      return quiet(`Nothing new about "${story.title}" for ${since}.`);
    }
    const plan = draft({ story, development, turn, nowMs });
    const run = plan.run.run.run_id;
    const what = `ordered an update of "${story.title}"`;
    await stories.order(
      { id: run, session: story.desk, plan, createdAtMs: nowMs, tasks: [batchTask(run, nowMs)] },
      { turn: turn.id, fence, n: pass.nextEffect(), atMs: nowMs, what },
    );
    await ordered(plan);
    return quiet(sayOrdered(story, development));
  }

  /** What the thread has reported: the story, its updates, and ordered updates. */
  async #coveredOf(story: PublishedStory): Promise<Told> {
    const { stories } = this.#deps;
    const told = [story, ...(await stories.updatesOf(story))];
    const orders = (await stories.runsOf(story.desk, MOST_RUNS)).flatMap((run) =>
      urlsOfUpdate(run, story.id),
    );
    return {
      urls: [...told.flatMap(({ pack, primaryUrl }) => [primaryUrl, ...urlsOf(pack)]), ...orders],
      texts: told.flatMap(({ title, body, pack }) => [title, body, ...pack.sources.map(sayAll)]),
      sinceMs: Math.max(...told.map(({ pack }) => pack.builtAtMs)),
      fromMs: story.pack.builtAtMs,
    };
  }

  /** The story's current event and all its developments. */
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
    // A rebuilt pool has new event numbers.
    const own =
      numbered && isOurs(numbered) ? numbered : all.find((event) => event.parentId === null && isOurs(event));
    if (!own) return { own, developments: [] };
    const parents = new Map(all.map(({ id, parentId }) => [id, parentId]));
    const developments = all.filter(({ parentId }) => descends(parentId, own.id, parents));
    return { own, developments };
  }
}

/** Whether an event is a descendant of another. */
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

/** Killed, unfollowed, or past its time; also when no follow is recorded. */
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

/** The links of an ordered update; empty for other orders. Plans are parsed only as far as needed. */
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
