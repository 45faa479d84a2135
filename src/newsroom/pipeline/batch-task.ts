/**
 * The task of a batch: starts stories when their turn comes, each as a task of its own, and updates the batch's
 * message when none is running. It doesn't wait for stories; each one that finishes or pauses triggers it again. A
 * batch with waiting stories stays open.
 */
import type { TaskNext } from '../../async/task-queue.ts';
import type { EventMarks } from '../coverage/event-marks.ts';
import type { BatchFolder } from '../batches/job-files.ts';
import { planOf } from '../model/batch-plan.ts';
import type { BatchPlan } from '../model/batch-plan.ts';
import { draftTask, isOfStory, storyTask, storyTasksOf } from '../model/batch-task.ts';
import { batchSummary } from '../batches/batch-summary.ts';
import { hasEnded, storyKey } from '../model/assignment.ts';
import type { PipelineDeps } from './pipeline-deps.ts';
import type { LiveBatches } from './live-batches.ts';
import { nextOfBatch } from './next-of-batch.ts';
import { directOps } from '../publish/direct-ops.ts';
import type { OrderedBatch } from '../model/story-book.ts';

/** How long an ordered story holds its event. */
const HOLD_MS = 2 * 3_600_000;

export interface BatchTerms {
  readonly deps: PipelineDeps;
  readonly events: EventMarks;
  readonly live: LiveBatches;
  readonly signal: AbortSignal;
  /** When a story of each batch last started in this process; keyed by batch id. */
  readonly lastBegun: Map<string, number>;
}

/**
 * Look at everything: all its files, which may have been changed, every waiting draft, and stories that a problem
 * interrupted.
 */
export async function takeUpBatch(order: OrderedBatch, terms: BatchTerms): Promise<TaskNext> {
  const { deps, live, events, signal } = terms;
  const { files, tasks, clock } = deps;
  const plan = planOf(order);
  await live.begin(order);
  await files.ensure(plan);
  const folder = await files.read(plan);
  await endQuarantined(order, plan, folder, terms);
  const stopped = (await tasks.under(storyTasksOf(order.id))).filter(({ attempts }) => attempts > 0);
  for (const job of folder.stories.filter((one) => !hasEnded(one))) {
    signal.throwIfAborted();
    const { event_id, primary_url, story_id } = job.story;
    await events.hold(event_id, primary_url, order.createdAtMs + HOLD_MS, storyKey(job));
    if (job.state.drafted_at !== null) await tasks.add(draftTask(order.id, story_id, clock.now()));
    else if (stopped.some(({ key }) => isOfStory(key, order.id, story_id)))
      await tasks.add(storyTask(order.id, story_id, clock.now()));
  }
  return goOnWithBatch(order, terms);
}

/** @returns the stories that can start. If none is running, the message is updated. */
export async function goOnWithBatch(order: OrderedBatch, terms: BatchTerms): Promise<TaskNext> {
  const { files, tasks, stories, clock } = terms.deps;
  const folder = await files.read(planOf(order));
  const published = new Set<string>();
  for (const job of folder.stories)
    if (job.state.status === 'DISPATCHED' && (await stories.find(storyKey(job))))
      published.add(job.story.story_id);
  const { begin, isAtRest } = nextOfBatch({
    runner: folder.run.runner,
    stories: folder.stories,
    tasks: await tasks.under(storyTasksOf(order.id)),
    published,
    nowMs: clock.now(),
    lastBegunMs: terms.lastBegun.get(order.id) ?? -Infinity,
  });
  for (const { atMs } of begin) terms.lastBegun.set(order.id, atMs);
  if (isAtRest) await tellRest(order, folder, terms);
  return { then: begin.map(({ story, atMs }) => storyTask(order.id, story, atMs)) };
}

/** A story whose job file was quarantined ends; the batch's message says so. */
async function endQuarantined(
  { id }: OrderedBatch,
  plan: BatchPlan,
  { quarantined }: BatchFolder,
  { deps, events }: BatchTerms,
): Promise<void> {
  for (const { storyId, reason } of quarantined) {
    const name = `${id}/${storyId}`;
    if (await deps.stories.find(name)) continue;
    const planned = plan.stories.find((job) => job.story.story_id === storyId)?.story;
    await events.giveBack(planned?.event_id, planned?.primary_url ?? '', reason);
    await deps.log
      .note(id, storyId, 'job_jailed', { reason })
      .catch((error: unknown) => deps.failed(`the log of ${name}`, error));
  }
}

/** Finish the batch if all stories have ended; otherwise report what it waits for. */
async function tellRest(
  order: OrderedBatch,
  { run, stories, quarantined }: BatchFolder,
  { deps, live, signal, lastBegun }: BatchTerms,
): Promise<void> {
  const { id, session } = order;
  const { files, clock, report } = deps;
  const runDir = files.runDir(id);
  const summary = batchSummary({ runId: id, runDir, stories, quarantined, nowMs: clock.now() });
  await files.saveSummary(id, summary);
  signal.throwIfAborted();
  if (!stories.every(hasEnded)) {
    const text = await live.end(order);
    return report(session, { id: `story:${id}/waiting`, text, summary });
  }
  const text = await live.end(order, summary);
  const told = directOps(`story:${id}/report`, session, run.runner.dm_targets, text, deps);
  if (told.length > 0) await deps.ops.put(told);
  deps.posted();
  await report(session, { id: `story:${id}/report`, text, summary });
  signal.throwIfAborted();
  await deps.stories.finish(id, clock.now());
  lastBegun.delete(id);
}
