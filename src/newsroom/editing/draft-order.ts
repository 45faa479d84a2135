/**
 * The documents of a batch with one story that an editor orders, from search results or from an earlier story job.
 */
import type { EditorialAction } from '../model/editorial-action.ts';
import { isoTime, ukTime } from '../model/job-times.ts';
import type { BatchPlan } from '../model/batch-plan.ts';
import { plannedStory, storyKey } from '../model/assignment.ts';
import type { Assignment } from '../model/assignment.ts';
import type { ChosenStory } from '../plan/check-picks.ts';
import { draftBatch } from '../plan/draft-batch.ts';
import type { BatchTerms } from '../plan/draft-batch.ts';
import { asUpdate } from '../plan/draft-update.ts';
import { urlKey } from '../model/url-key.ts';
import type { PublishedStory } from '../model/story-book.ts';
import { orderedHold } from '../model/story-actions.ts';
import { NO_EVENT } from './find-news.ts';

type OrderTerms = Omit<BatchTerms, 'trigger' | 'passedOver'> & {
  /** The editor who orders it. */
  readonly by: string;
  readonly why: string;
  readonly embargoUntilMs?: number | undefined;
};

const MOST_SUPPORTING = 2;

/** The plan of a batch with the ordered story; its story job records who ordered it and why. */
export function draftOrder(story: ChosenStory, { by, why, embargoUntilMs, ...terms }: OrderTerms): BatchPlan {
  const plan = draftBatch([story], { ...terms, trigger: 'manual', passedOver: [] });
  return withStories(plan, (job) => ({
    ...job,
    story: {
      ...job.story,
      why,
      ordered_by: by,
      event_id: job.story.event_id === NO_EVENT ? null : job.story.event_id,
    },
    state: {
      ...job.state,
      ...(embargoUntilMs !== undefined && {
        hold: { kind: 'embargo', by, until: isoTime(embargoUntilMs) },
      }),
    },
  }));
}

/**
 * The order as an update of a posted story, from pages that the story didn't use; undefined where there are none.
 */
export function asUpdateOrder(
  plan: BatchPlan,
  chosen: ChosenStory,
  told: PublishedStory,
): BatchPlan | undefined {
  const known = new Set(
    [told.primaryUrl, ...told.pack.sources.map(({ url }) => url)].map((url) => urlKey(url)),
  );
  const { primary_url, supporting_urls } = chosen.candidate;
  const [primary, ...others] = [primary_url, ...supporting_urls].filter((url) => !known.has(urlKey(url)));
  if (primary === undefined) return undefined;
  return withStories(plan, (job) => {
    const story = { ...job.story, primary_url: primary, supporting_urls: others.slice(0, MOST_SUPPORTING) };
    return asUpdate({ ...job, story }, told, [primary, ...others]);
  });
}

interface Before {
  readonly plan: BatchPlan;
  readonly job: Assignment;
  /** The story's editorial actions, oldest first. */
  readonly actions: readonly EditorialAction[];
}

/** The same story again, in a batch of its own, with the hold that it was ordered with. */
export function draftAgain(
  { plan, job, actions }: Before,
  { runId, nowMs, by }: { readonly runId: string; readonly nowMs: number; readonly by: string },
): BatchPlan {
  // A finished story's file no longer contains its hold.
  const planned = plan.stories.find(({ story }) => story.story_id === job.story.story_id);
  const hold = orderedHold(job.state.hold ?? planned?.state.hold ?? null, actions);
  const { state, result } = plannedStory(nowMs);
  const run = { run_id: runId, trigger: 'manual' as const, run_time_uk: ukTime(nowMs) };
  const again: Assignment = {
    ...job,
    run,
    story: { ...job.story, story_id: 'story_01', ordered_by: by, retry_of: storyKey(job) },
    state: { ...state, hold },
    result,
  };
  const runner = { ...plan.run.runner, stagger_seconds: 0 };
  return { run: { ...plan.run, run, runner }, stories: [again], passed_over: [] };
}

function withStories(plan: BatchPlan, change: (job: Assignment) => Assignment): BatchPlan {
  return { ...plan, stories: plan.stories.map(change) };
}
