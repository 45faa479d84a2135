/** Reads everything known about stories, posted or not: joins the book, the job files and the actions. */
import type { SessionKey } from '../../sessions/key.ts';
import type { Clock } from '../../time/clock.ts';
import type { EditorialActionBook } from '../model/editorial-action-book.ts';
import type { Edition } from '../edition/edition.ts';
import type { StandsOn, StoryRecord, StoryStatus } from '../model/story-service.ts';
import type { JobFiles } from '../batches/job-files.ts';
import { batchPlanSchema } from '../model/batch-plan.ts';
import type { BatchPlan } from '../model/batch-plan.ts';
import { hasEnded, storyKey } from '../model/assignment.ts';
import type { Assignment } from '../model/assignment.ts';
import { shareIn } from '../model/events-like.ts';
import { urlKey } from '../model/url-key.ts';
import { titleOf } from '../edition/say-report.ts';
import type { OrderedBatch, PublishedStory, StoryBook } from '../model/story-book.ts';
import { storyStatusOf } from '../model/story-actions.ts';
import { titlesOf } from '../coverage/posted-stories.ts';
import * as refusals from './refusals.ts';

export interface StoryQueriesDeps {
  readonly stories: Pick<StoryBook, 'run' | 'runsOf' | 'openBatches' | 'find' | 'recent'>;
  readonly actions: Pick<EditorialActionBook, 'of' | 'costOf'>;
  readonly files: Pick<JobFiles, 'current' | 'sources'>;
  readonly edition: Pick<Edition, 'approval'>;
  readonly clock: Pick<Clock, 'now'>;
}

export interface Known {
  readonly job?: Assignment;
  readonly plan?: BatchPlan;
  readonly order?: OrderedBatch;
  readonly published?: PublishedStory;
}

interface Found extends Pick<Known, 'job' | 'published'> {
  readonly id: string;
  /** When it was ordered, or posted. */
  readonly atMs: number;
}

const MOST_RUNS = 60;
const MOST_ABOUT = 5;
/** How long finished stories are listed. */
const TOLD_MS = 48 * 3_600_000;
/** The least share of a topic's words in a story's titles. */
const ALIKE = 0.5;

export class StoryQueries {
  readonly #deps: StoryQueriesDeps;

  constructor(deps: StoryQueriesDeps) {
    this.#deps = deps;
  }

  async record(story: string): Promise<StoryRecord | undefined> {
    const { actions, edition, clock } = this.#deps;
    const known = await this.#look(story);
    const done = await actions.of(story);
    const { job, published, order } = known;
    const status = storyStatusOf({ job, published }, done, edition, clock.now());
    if (!status) return undefined;
    const standsOn = await this.#standsOn(known);
    const written = published ? undefined : job?.result.worker;
    return {
      status,
      actions: done,
      cost: await actions.costOf(story),
      ...(standsOn && { standsOn }),
      ...(written && { draft: { title: written.title, body: written.draft.body } }),
      ...(order && { desk: order.session }),
      ...(job && { job }),
      ...(published && { published }),
    };
  }

  /** The newest, and all that are unfinished, however old. */
  async recent(channel: SessionKey, limit: number): Promise<readonly StoryStatus[]> {
    const found = await this.#found(channel, limit);
    return this.#statuses(found.filter((story, at) => at < limit || isUnfinished(story)));
  }

  /** @param pages keys of pages about the topic, in addition to its words. */
  async about(
    topic: string,
    pages: ReadonlySet<string>,
    desk: SessionKey,
    least = ALIKE,
  ): Promise<readonly StoryStatus[]> {
    const oldestMs = this.#deps.clock.now() - TOLD_MS;
    const found = (await this.#found(desk, MOST_RUNS))
      .filter((story) => story.atMs >= oldestMs || isUnfinished(story))
      .map((story) => ({ story, alike: alikeness(story, topic, pages) }))
      .filter(({ alike }) => alike >= least)
      .sort((a, b) => b.alike - a.alike || b.story.atMs - a.story.atMs);
    return this.#statuses(found.slice(0, MOST_ABOUT).map(({ story }) => story));
  }

  /** Newest first. What waits is in an open batch, after which any number of others may have come. */
  async #found(channel: SessionKey, limit: number): Promise<Found[]> {
    const { stories } = this.#deps;
    const found = new Map<string, Found>();
    const newest = await stories.runsOf(channel, Math.min(limit, MOST_RUNS));
    const known = new Set(newest.map(({ id }) => id));
    const open = await stories.openBatches();
    for (const run of [...newest, ...open.filter(({ id, session }) => session === channel && !known.has(id))])
      for (const job of await this.#jobsOf(run)) {
        const id = storyKey(job);
        found.set(id, { id, atMs: run.createdAtMs, job });
      }
    for (const published of await stories.recent({ sinceMs: 0, channel, limit })) {
      const { id, publishedAtMs: atMs } = published;
      const job = found.get(id)?.job ?? (await this.#look(id)).job;
      found.set(id, { id, atMs, published, ...(job && { job }) });
    }
    return [...found.values()].sort((a, b) => b.atMs - a.atMs);
  }

  async #statuses(found: readonly Found[]): Promise<StoryStatus[]> {
    const { stories, actions, edition, clock } = this.#deps;
    const statuses = await Promise.all(
      found.map(async ({ id, job, published }) => {
        const at = published ?? (await stories.find(id));
        return storyStatusOf({ job, published: at }, await actions.of(id), edition, clock.now());
      }),
    );
    return statuses.filter((status) => status !== undefined);
  }

  /** @throws StoryRefusal */
  async known(story: string): Promise<Known> {
    const known = await this.#look(story);
    if (!known.job && !known.published) throw refusals.unknown(story);
    return known;
  }

  async #look(story: string): Promise<Known> {
    const [runId = '', storyId = ''] = story.split('/');
    const { stories, files } = this.#deps;
    const published = await stories.find(story);
    const order = await stories.run(runId);
    const plan = order && batchPlanSchema.parse(order.plan);
    const planned = plan?.stories.find((job) => job.story.story_id === storyId);
    const job = planned && (await files.current(planned));
    return {
      ...(published && { published }),
      ...(order && { order }),
      ...(plan && { plan }),
      ...(job && { job }),
    };
  }

  async #standsOn({ job, published }: Known): Promise<StandsOn | undefined> {
    const pack = published?.pack ?? (job && (await this.#deps.files.sources(job)));
    if (!pack) return undefined;
    const report = job?.result.claims;
    const claims = published ? published.claims : report?.claims;
    const conflicts = published ? published.conflicts : report?.conflicts;
    return {
      pack,
      ...(claims && { claims }),
      ...(conflicts && { conflicts }),
      removed: report?.removed ?? [],
      ...(report && { mended: report.mended, checker: report.checker }),
    };
  }

  async #jobsOf(run: OrderedBatch): Promise<Assignment[]> {
    const plan = batchPlanSchema.safeParse(run.plan);
    if (!plan.success) return [];
    return Promise.all(plan.data.stories.map((job) => this.#deps.files.current(job)));
  }
}

function isUnfinished({ job, published }: Found): boolean {
  return !published && job !== undefined && !hasEnded(job);
}

/** 0 to 1: the share of the words in its titles; 1 with a shared page. */
function alikeness({ job, published }: Found, topic: string, pages: ReadonlySet<string>): number {
  const sources = (published?.pack.sources ?? []).filter(({ usable }) => usable);
  const urls = [job?.story.primary_url, published?.primaryUrl, ...sources.map(({ url }) => url)];
  if (urls.some((url) => url !== undefined && pages.has(urlKey(url) ?? url))) return 1;
  const titles = [...(job ? [job.story.title, titleOf(job)] : []), ...(published ? titlesOf(published) : [])];
  return shareIn(topic, titles);
}
