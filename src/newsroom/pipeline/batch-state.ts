/** A batch as its message tells it, from its order, its job files and what editors did with its stories. Pure. */
import { linkTo } from '../../sessions/traits-of.ts';
import { dayAndTime } from '../../time/zone.ts';
import type { Deed } from '../model/deed.ts';
import { editorsZone } from '../edition/edition.ts';
import type { Edition } from '../edition/edition.ts';
import type { Jailed } from '../batches/job-files.ts';
import type { RunPlan } from '../model/run-plan.ts';
import { hasEnded, storyKey, wasPosted } from '../model/story-job.ts';
import type { StoryJob } from '../model/story-job.ts';
import { titleOf, waitsOf } from '../edition/say-report.ts';
import type { PublishedStory } from '../model/story-book.ts';
import type { BatchState, BatchStory } from '../views/live-batch.ts';

/** All that is known of a batch. */
export interface KnownBatch {
  readonly plan: RunPlan;
  readonly stories: readonly StoryJob[];
  readonly jailed: readonly Jailed[];
  /** The ids of stories whose turn has come. */
  readonly begun: ReadonlySet<string>;
  /** By a story's key. */
  readonly published: ReadonlyMap<string, PublishedStory>;
  /** Who let it go, by a story's key. */
  readonly approved: ReadonlyMap<string, string>;
  /** Who had it written anew, by a story's key. */
  readonly retried: ReadonlyMap<string, Pick<Deed, 'by' | 'atMs'>>;
  readonly stuck?: string | undefined;
}

type Spoken = Pick<Edition, 'language' | 'zone' | 'editorsZone'>;

export function batchState(known: KnownBatch, edition: Spoken): BatchState {
  const { plan, stories, jailed } = known;
  const planned = plan.stories.map(({ story }) => story.story_id);
  const ids = [...new Set([...planned, ...jailed.map(({ storyId }) => storyId)])];
  const told = ids.flatMap((id): BatchStory[] => {
    const aside = jailed.find(({ storyId }) => storyId === id);
    const job =
      stories.find(({ story }) => story.story_id === id) ??
      plan.stories.find(({ story }) => story.story_id === id);
    const published = known.published.get(`${plan.run.run.run_id}/${id}`);
    if (aside && published)
      return [{ id: published.id, title: published.title, stage: 'posted', link: linkOf(published) }];
    if (aside) return [jailedStory(aside, job, known, edition)];
    return job ? [storyOf(job, known, edition)] : [];
  });
  const by = new Set(plan.stories.flatMap(({ story }) => story.ordered_by ?? []));
  return { stories: told, by: [...by], stuck: known.stuck };
}

function storyOf(job: StoryJob, known: KnownBatch, edition: Spoken): BatchStory {
  const { state, story } = job;
  const head = { id: storyKey(job), title: titleOf(job) };
  if (wasPosted(job))
    return {
      ...head,
      stage: 'posted',
      link: linkOf(known.published.get(head.id)),
      approvedBy: known.approved.get(head.id),
    };
  if (hasEnded(job)) {
    const because = state.detail ?? state.reason ?? '–';
    return {
      ...head,
      stage: 'unposted',
      because,
      ...again(head.id, state.status === 'FAILURE', known, edition),
    };
  }
  if (state.hold !== null && state.drafted_at !== null && !known.published.has(head.id))
    return { ...head, stage: 'waiting', waits: waitsOf(job, edition) };
  const isBegun = state.status !== 'PLANNED' || known.begun.has(story.story_id);
  return { ...head, stage: isBegun ? 'writing' : 'next' };
}

function jailedStory(
  { storyId, reason }: Jailed,
  planned: StoryJob | undefined,
  known: KnownBatch,
  edition: Spoken,
): BatchStory {
  const id = `${known.plan.run.run.run_id}/${storyId}`;
  return {
    ...{ id, title: planned?.story.title ?? storyId },
    stage: 'unposted',
    because: reason,
    isJailed: true,
    // What nobody has planned can't be ordered anew.
    ...again(id, planned !== undefined, known, edition),
  };
}

/** Whether it can be written anew, or was ordered so. */
function again(id: string, isFailed: boolean, { retried }: KnownBatch, edition: Spoken): object {
  const deed = retried.get(id);
  if (!deed) return isFailed ? { canRetry: true } : {};
  const locale = edition.language === 'en' ? 'en' : 'zh';
  return { retried: { by: deed.by, when: dayAndTime(deed.atMs, editorsZone(edition), locale) } };
}

/** Where a platform has links to threads. */
function linkOf(published: PublishedStory | undefined): string | undefined {
  const thread = published?.thread;
  return thread === undefined ? undefined : linkTo(thread);
}
