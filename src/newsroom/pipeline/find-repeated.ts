/**
 * Whether a story was covered before: decided by rules and, if they are in doubt, by one call of a language model.
 *
 * - At most one call per story, whatever the outcome. The answers are stored in the job, where a restart finds them.
 * - Without a model or a usable answer, a doubtful story is written: no news should be missed because of a
 *   similarity.
 * - A story that an editor ordered is never left out on a model's word.
 */
import { askSameStory } from './check-turns.ts';
import { askedAbout, sameStoryInput, verdictsOf } from '../coverage/same-story.ts';
import type { SameStoryVerdict } from '../coverage/same-story.ts';
import { findCoverage } from '../coverage/find-coverage.ts';
import type { Asking } from '../coverage/find-coverage.ts';
import type { StoryEvents } from '../coverage/event-marks.ts';
import type { CoveredStory } from '../coverage/covered-stories.ts';
import type { StoryEvent } from '../batches/story-log.ts';
import type { Assignment } from '../model/assignment.ts';
import type { PipelineDeps } from './pipeline-deps.ts';
import type { SourcePack } from '../model/source-pack.ts';
import type { SessionKey } from '../../sessions/key.ts';

interface SaidDeps {
  readonly deps: PipelineDeps;
  readonly desk: SessionKey;
  readonly events: StoryEvents;
  readonly signal: AbortSignal;
  readonly note: (event: StoryEvent, fields: object) => void;
  /** Stores the answers; absent when no model may be asked. */
  readonly keep?: (verdicts: SameStoryVerdict[]) => Promise<void>;
}

/** @returns the covered story that this one would repeat. */
export async function findRepeated(
  job: Assignment,
  asking: Asking,
  { deps, desk, events, signal, note, keep }: SaidDeps,
  pack?: SourcePack,
): Promise<CoveredStory | undefined> {
  const { covered, doubtful, happening } = await findCoverage(job, desk, { ...deps, events }, asking, pack);
  if (covered || doubtful.length === 0 || job.story.ordered_by !== undefined) return covered;
  const isFirst = job.result.same_story === null && keep !== undefined;
  if (isFirst && deps.hasLanguageModel?.('verify') !== true) return undefined;
  const verdicts = isFirst ? await asked() : (job.result.same_story ?? []);
  return doubtful.find(({ item: { id } }) => verdicts.some((it) => it.story === id && it.answer === 'same'))
    ?.item;

  async function asked(): Promise<SameStoryVerdict[]> {
    const about = askedAbout(doubtful);
    const turns = { ask: deps.ask, render: deps.render, signal, note };
    const reply = await askSameStory(job, sameStoryInput(happening, about), turns);
    const answers = verdictsOf(typeof reply === 'string' ? { told: [] } : reply, about);
    note('coverage_checked', { answers, ...(typeof reply === 'string' && { because: reply }) });
    await keep?.(answers);
    return answers;
  }
}
