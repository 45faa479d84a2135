/** A batch's state for its message, computed from its order, job files and editorial actions. Pure. */
import { linkTo } from '../../sessions/traits-of.ts';
import { dayAndTime } from '../../time/zone.ts';
import type { EditorsRequest } from '../model/editorial-action.ts';
import { editorsZone } from '../edition/edition.ts';
import type { Edition } from '../edition/edition.ts';
import type { QuarantinedFile } from '../batches/job-files.ts';
import type { BatchPlan } from '../model/batch-plan.ts';
import { hasEnded, storyKey, wasPosted } from '../model/assignment.ts';
import type { Assignment } from '../model/assignment.ts';
import { titleOf, waitsOf } from '../edition/say-report.ts';
import type { PublishedStory } from '../model/story-book.ts';
import type { BatchState, BatchStory } from '../views/live-batch.ts';
import { localeOf } from '../../time/locale.ts';

/** Everything known about a batch. */
export interface KnownBatch {
  readonly plan: BatchPlan;
  readonly stories: readonly Assignment[];
  readonly quarantined: readonly QuarantinedFile[];
  /** The ids of stories that have started. */
  readonly begun: ReadonlySet<string>;
  /** Keyed by story. */
  readonly published: ReadonlyMap<string, PublishedStory>;
  /** Who approved a story, keyed by story. */
  readonly approved: ReadonlyMap<string, string>;
  /** Who ordered a story again, keyed by story. */
  readonly retried: ReadonlyMap<string, Pick<EditorsRequest, 'by' | 'atMs'>>;
  readonly stuck?: string | undefined;
}

type Spoken = Pick<Edition, 'language' | 'zone' | 'editorsZone'>;

/** A batch as its message shows it: a line for each story, who ordered it, and what holds it up. */
export function batchState(known: KnownBatch, edition: Spoken): BatchState {
  const { plan, stories, quarantined } = known;
  const planned = plan.stories.map(({ story }) => story.story_id);
  const ids = [...new Set([...planned, ...quarantined.map(({ storyId }) => storyId)])];
  const told = ids.flatMap((id): BatchStory[] => {
    const aside = quarantined.find(({ storyId }) => storyId === id);
    const job =
      stories.find(({ story }) => story.story_id === id) ??
      plan.stories.find(({ story }) => story.story_id === id);
    const published = known.published.get(`${plan.run.run.run_id}/${id}`);
    if (aside && published)
      return [{ id: published.id, title: published.title, stage: 'posted', link: linkOf(published) }];
    if (aside) return [quarantinedStory(aside, job, known, edition)];
    return job ? [storyOf(job, known, edition)] : [];
  });
  const by = new Set(plan.stories.flatMap(({ story }) => story.ordered_by ?? []));
  return { stories: told, by: [...by], stuck: known.stuck };
}

function storyOf(job: Assignment, known: KnownBatch, edition: Spoken): BatchStory {
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

function quarantinedStory(
  { storyId, reason }: QuarantinedFile,
  planned: Assignment | undefined,
  known: KnownBatch,
  edition: Spoken,
): BatchStory {
  const id = `${known.plan.run.run.run_id}/${storyId}`;
  return {
    ...{ id, title: planned?.story.title ?? storyId },
    stage: 'unposted',
    because: reason,
    isQuarantined: true,
    // A story without a plan can't be ordered again.
    ...again(id, planned !== undefined, known, edition),
  };
}

/** Whether it can be ordered again, or was. */
function again(id: string, isFailed: boolean, { retried }: KnownBatch, edition: Spoken): object {
  const action = retried.get(id);
  if (!action) return isFailed ? { canRetry: true } : {};
  const locale = localeOf(edition.language);
  return { retried: { by: action.by, when: dayAndTime(action.atMs, editorsZone(edition), locale) } };
}

/** If the platform has links to threads. */
function linkOf(published: PublishedStory | undefined): string | undefined {
  const thread = published?.thread;
  return thread === undefined ? undefined : linkTo(thread);
}
