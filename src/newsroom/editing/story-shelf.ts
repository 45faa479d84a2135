/**
 * All that is known of stories, posted or not: joined from the book, the job files and the deeds. It only reads.
 */
import type { SessionKey } from '../../sessions/key.ts';
import type { DeedBook } from '../deed-book.ts';
import type { Edition } from '../edition.ts';
import type { StandsOn, StoryRecord, StoryStanding } from '../editors-desk.ts';
import type { JobFiles } from '../jobs/job-files.ts';
import { runPlanSchema } from '../jobs/run-plan.ts';
import type { RunPlan } from '../jobs/run-plan.ts';
import { storyKey } from '../jobs/story-job.ts';
import type { StoryJob } from '../jobs/story-job.ts';
import type { OrderedRun, PublishedStory, StoryBook } from '../story-book.ts';
import { standingOf } from '../story-deeds.ts';
import * as refusals from './refusals.ts';

export interface ShelfHouse {
  readonly stories: Pick<StoryBook, 'run' | 'runsOf' | 'find' | 'recent'>;
  readonly deeds: Pick<DeedBook, 'of' | 'costOf'>;
  readonly files: Pick<JobFiles, 'story' | 'sources'>;
  readonly edition: Pick<Edition, 'approval'>;
  readonly now: () => number;
}

export interface Known {
  readonly job?: StoryJob;
  readonly plan?: RunPlan;
  readonly order?: OrderedRun;
  readonly published?: PublishedStory;
}

const MOST_RUNS = 60;

export class StoryShelf {
  readonly #house: ShelfHouse;

  constructor(house: ShelfHouse) {
    this.#house = house;
  }

  async tell(story: string): Promise<StoryRecord | undefined> {
    const { deeds, edition, now } = this.#house;
    const known = await this.#look(story);
    const done = await deeds.of(story);
    const standing = standingOf({ job: known.job, published: known.published }, done, edition, now());
    if (!standing) return undefined;
    const { job, published } = known;
    const standsOn = await this.#standsOn(known);
    const written = published ? undefined : job?.result.worker;
    return {
      standing,
      deeds: done,
      cost: await deeds.costOf(story),
      ...(standsOn && { standsOn }),
      ...(written && { draft: { title: written.title, body: written.draft.body } }),
      ...(job && { job }),
      ...(published && { published }),
    };
  }

  async recent(channel: SessionKey, limit: number): Promise<readonly StoryStanding[]> {
    const { stories, deeds, edition, now } = this.#house;
    const found = new Map<string, { atMs: number; job?: StoryJob; published?: PublishedStory }>();
    for (const run of await stories.runsOf(channel, Math.min(limit, MOST_RUNS)))
      for (const job of await this.#jobsOf(run)) found.set(storyKey(job), { atMs: run.createdAtMs, job });
    for (const published of await stories.recent({ sinceMs: 0, channel, limit })) {
      const job = found.get(published.id)?.job ?? (await this.#look(published.id)).job;
      found.set(published.id, { atMs: published.publishedAtMs, published, ...(job && { job }) });
    }
    const newest = [...found].sort(([, a], [, b]) => b.atMs - a.atMs).slice(0, limit);
    const standings = await Promise.all(
      newest.map(async ([id, { job, published }]) => {
        const at = published ?? (await stories.find(id));
        return standingOf({ job, published: at }, await deeds.of(id), edition, now());
      }),
    );
    return standings.filter((standing) => standing !== undefined);
  }

  /** @throws StoryRefusal */
  async known(story: string): Promise<Known> {
    const known = await this.#look(story);
    if (!known.job && !known.published) throw refusals.unknown(story);
    return known;
  }

  async #look(story: string): Promise<Known> {
    const [runId = '', storyId = ''] = story.split('/');
    const { stories, files } = this.#house;
    const published = await stories.find(story);
    const order = await stories.run(runId);
    const plan = order && runPlanSchema.parse(order.plan);
    const planned = plan?.stories.find((job) => job.story.story_id === storyId);
    const job = order ? ((await files.story(runId, storyId)) ?? planned) : undefined;
    return {
      ...(published && { published }),
      ...(order && { order }),
      ...(plan && { plan }),
      ...(job && { job }),
    };
  }

  async #standsOn({ job, published }: Known): Promise<StandsOn | undefined> {
    const pack = published?.pack ?? (job && (await this.#house.files.sources(job)));
    if (!pack) return undefined;
    const report = job?.result.claims;
    const claims = published ? published.claims : report?.claims;
    const conflicts = published ? published.conflicts : report?.conflicts;
    return {
      pack,
      ...(claims && { claims }),
      ...(conflicts && { conflicts }),
      removed: report?.removed ?? [],
    };
  }

  async #jobsOf(run: OrderedRun): Promise<StoryJob[]> {
    const plan = runPlanSchema.safeParse(run.plan);
    if (!plan.success) return [];
    return Promise.all(
      plan.data.stories.map(
        async (job) => (await this.#house.files.story(run.id, job.story.story_id)) ?? job,
      ),
    );
  }
}
