/**
 * Writes one story: dedupe → sources → gate → worker → pictures → publish, and records its status.
 *
 * It can be interrupted after any step and resumed: external effects come before the status that records them, and
 * are harmless when repeated (ops and stories have keys, turns have ids, files are replaced atomically). A published
 * story is only marked; a finished one is left alone.
 */
import { isoTime } from '../model/job-times.ts';
import { hasEnded } from '../model/assignment.ts';
import type { StoryError } from '../model/assignment.ts';
import type { SourcePack } from '../model/source-pack.ts';
import { wordingOf } from '../edition/wording.ts';
import { jobInScript } from '../verify/one-script.ts';
import { endedIfKilled, endedIfCovered } from './coverage-gate.ts';
import { endedIfRefused } from './end-published.ts';
import type { OpenStory } from './open-story.ts';
import { releaseDraft, storedDraft } from './release-draft.ts';
import { draftStory } from './story-drafting.ts';
import type { ReadyDraft } from './story-drafting.ts';
import { illustrate } from './story-pictures.ts';
import { sourcesOf } from './story-sources.ts';
import { withToldByNow } from './told-by-now.ts';

/** A story that waited longer for the pipeline is stale. */
const STALE_HOURS = 48;

/**
 * Continue a story from its current state until it is published. Rejects with the signal's reason when the pipeline
 * closes.
 */
export async function writeStory(story: OpenStory): Promise<void> {
  const { stories, edition } = story.deps;
  const { status } = story.job.state;
  if (hasEnded(story.job)) return;
  story.inScript(await jobInScript(story.job, edition.language));
  story.note('job_seen', { status });
  if (await stories.find(story.key)) return; // it is published
  if (await endedIfRefused(story)) return;
  if (await endedIfKilled(story)) return;
  const pack = status === 'PLANNED' ? await dispatch(story) : await sourcesOf(story);
  if (pack === undefined) return; // it has ended
  const ready = storedDraft(story.job) ?? (await draft(story, pack));
  story.terms.signal.throwIfAborted();
  await (Array.isArray(ready) ? story.fail(ready) : releaseDraft(story, ready as ReadyDraft, pack));
}

/** Skip a story whose batch has stopped. */
export function passOver(story: OpenStory): Promise<void> {
  return story.skip('policy', wordingOf(story.deps.edition.language).stopsAtFailure);
}

/** @returns its sources; undefined when it has ended. */
async function dispatch(story: OpenStory): Promise<SourcePack | undefined> {
  const { deps, signal, orderedAtMs } = story.terms;
  const skip = async (reason: 'policy' | 'missing_sources', detail: string) => {
    await story.skip(reason, detail);
    return undefined;
  };
  if (deps.clock.now() - orderedAtMs > STALE_HOURS * 3_600_000)
    return skip('policy', wordingOf(deps.edition.language).stale(STALE_HOURS));
  if (await endedIfCovered(story, 'pipeline')) return undefined;
  const pack = await sourcesOf(story);
  signal.throwIfAborted();
  const lacking = deps.sources.lacking(pack, story.job);
  if (lacking !== undefined) return skip('missing_sources', lacking);
  await story.save({
    status: 'DISPATCHED',
    attempts: story.job.state.attempts + 1,
    dispatched_at: isoTime(deps.clock.now()),
  });
  return pack;
}

/** @returns a draft that may be posted, or what was wrong. */
async function draft(story: OpenStory, pack: SourcePack): Promise<ReadyDraft | StoryError[]> {
  const { deps, signal } = story.terms;
  const { note } = story;
  const { draft: drafted, errors } = await draftStory(await withToldByNow(story.job, deps), pack, {
    ...deps,
    signal,
    note,
    rescuing: (attempt) => story.save({ rescue_attempts: attempt }),
  });
  if (!drafted) return [...errors];
  signal.throwIfAborted();
  const images = await illustrate(story.job, drafted, pack, { ...deps, signal, note });
  return { ...drafted, errors, images };
}
