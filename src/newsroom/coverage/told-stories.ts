import type { SessionKey } from '../../sessions/key.ts';
import type { ToldBooks } from './already-posted.ts';
import { runPlanSchema } from '../jobs/run-plan.ts';
import { hasEnded } from '../jobs/story-job.ts';
import type { StoryBook } from '../story-book.ts';
import { titleOf } from '../say-report.ts';
import type { JobFiles } from '../jobs/job-files.ts';
import { KILLED_MS, REPEAT_MS, textOf, titlesOf } from './told-story.ts';
import type { ToldStory } from './told-story.ts';

interface ToldStoriesHouse extends ToldBooks {
  readonly stories: Pick<StoryBook, 'recent' | 'openRuns'>;
  readonly files: Pick<JobFiles, 'story'>;
}

/** As many as the last day has. */
const ALL = Number.MAX_SAFE_INTEGER;

/** What is not to be offered to this desk: what it has posted, what was killed anywhere, and what is under way. */
export async function toldStories(desk: SessionKey, house: ToldStoriesHouse): Promise<ToldStory[]> {
  const { stories, deeds, clock } = house;
  const nowMs = clock.now();
  const killed = await deeds.killedSince(nowMs - KILLED_MS);
  const withdrawn = new Set(killed.map(({ story }) => story));
  const posted = await stories.recent({ sinceMs: nowMs - REPEAT_MS, desk, limit: ALL });
  return [
    ...killed.map(({ url, titles = [], by }): ToldStory => {
      return { kind: 'killed', title: titles[0] ?? url, url, titles, by };
    }),
    ...posted
      .filter(({ id }) => !withdrawn.has(id))
      .map((story): ToldStory => {
        const { title, primaryUrl: url } = story;
        return { kind: 'posted', title, url, titles: titlesOf(story), text: textOf(story) };
      }),
    ...(await underWay(house)),
  ];
}

async function underWay({ stories, files }: ToldStoriesHouse): Promise<ToldStory[]> {
  const planned = (await stories.openRuns()).flatMap(({ id, plan }) => {
    const read = runPlanSchema.safeParse(plan);
    return read.success ? read.data.stories.map((job) => ({ id, job })) : [];
  });
  const jobs = await Promise.all(
    planned.map(async ({ id, job }) => (await files.story(id, job.story.story_id)) ?? job),
  );
  return jobs
    .filter((job) => !hasEnded(job))
    .map((job): ToldStory => {
      const title = titleOf(job);
      return {
        kind: 'waiting',
        title,
        url: job.story.primary_url,
        titles: [...new Set([title, job.story.title])],
      };
    });
}
