/**
 * Writes one story: dedupe → sources → gate → worker → pictures → publish, and records its status.
 *
 * It can be interrupted after any step and resumed: external effects come before the status that records them, and
 * are harmless when repeated (ops and stories have keys, turns have ids, files are replaced atomically). A published
 * story is only marked; a finished one is left alone.
 */
import { wholeOf } from '../batches/order-batch.ts';
import { marketSource } from '../edition/market-source.ts';
import { isoTime } from '../model/job-times.ts';
import { killOf } from '../model/story-actions.ts';
import type { PublishedStory } from '../model/story-book.ts';
import { hasEnded } from '../model/assignment.ts';
import type { Assignment, StoryError } from '../model/assignment.ts';
import type { SourcePack } from '../model/source-pack.ts';
import { wordingOf } from '../edition/wording.ts';
import { jobInScript, listedInScript } from '../verify/one-script.ts';
import { endedIfKilled, endedIfCovered } from './coverage-gate.ts';
import { endedIfRefused } from './end-published.ts';
import type { OpenStory } from './open-story.ts';
import type { PipelineDeps } from './pipeline-deps.ts';
import { releaseDraft, storedDraft } from './release-draft.ts';
import { draftStory } from './story-drafting.ts';
import type { ReadyDraft } from './story-drafting.ts';
import { illustrate } from './story-pictures.ts';

/** A story that waited longer for the pipeline is stale. */
const STALE_HOURS = 48;
/** The newest ones; a thread may have many. */
const MOST_UPDATES = 5;

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

/** Its source pack, built once and stored beside its job. Rejects with the signal's reason when the pipeline closes. */
async function sourcesOf(story: OpenStory): Promise<SourcePack> {
  const { files, sources, edition, assets } = story.deps;
  const { signal } = story.terms;
  const stored = await files.sources(story.job);
  if (stored) return stored;
  const built = await sources.build(story.job, signal);
  const found = await listedInScript(built, edition.language);
  signal.throwIfAborted();
  const stands = sources.lacking(found, story.job) === undefined;
  const pack = stands && assets ? await withMarket(found, story) : found;
  await files.saveSources(story.job, pack);
  const usable = pack.sources.filter((source) => source.usable).length;
  story.note('sources_ready', { sources: pack.sources.length, usable });
  return pack;
}

/** Market data are added as a source, for the writer and for readers. */
async function withMarket(pack: SourcePack, story: OpenStory): Promise<SourcePack> {
  const { category, title, concrete_anchor } = story.job.story;
  const planned = { category, title, concreteAnchor: concrete_anchor };
  const { assets, edition } = story.deps;
  const { snapshot, failures } = (await assets?.beforeWriting(planned, story.terms.signal)) ?? {
    failures: [],
  };
  if (failures.length > 0) story.note('assets_ready', { failures });
  if (!snapshot) return pack;
  const source = marketSource(snapshot, pack.sources.length + 1, edition);
  return { ...pack, sources: [...pack.sources, source], market: snapshot };
}

/**
 * The job with the updates that stand in its thread added to `told`, so that none is told again. The order of an update
 * knows only the story itself, and others may be posted while it waits. Withdrawn ones don't count.
 */
async function withToldByNow(
  job: Assignment,
  { stories, actions }: Pick<PipelineDeps, 'stories' | 'actions'>,
): Promise<Assignment> {
  const { told, update_of } = job.story;
  const whole = update_of === undefined ? undefined : await wholeOf(update_of, (id) => stories.find(id));
  if (!told || !whole) return job;
  const standing: PublishedStory[] = [];
  for (const update of await stories.updatesOf(whole))
    if (!killOf(await actions.of(update.id))) standing.push(update);
  const texts = standing.slice(-MOST_UPDATES).map(({ title, body }) => `${title}\n${body}`);
  return { ...job, story: { ...job.story, told: { ...told, body: [told.body, ...texts].join('\n\n') } } };
}
