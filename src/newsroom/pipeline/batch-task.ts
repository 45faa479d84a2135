/**
 * Work on one ordered run: its stories side by side, each by one writer at a time. It ends when every story has ended or
 * waits for an editor or a time; a run with stories that wait stays open in the book and is taken up again.
 */
import type { EventMarks } from '../coverage/event-marks.ts';
import type { BatchFolder } from '../batches/job-files.ts';
import { batchPlanSchema } from '../model/batch-plan.ts';
import type { BatchPlan } from '../model/batch-plan.ts';
import { batchSummary } from '../batches/batch-summary.ts';
import { hasEnded, storyKey } from '../model/assignment.ts';
import type { Assignment } from '../model/assignment.ts';
import type { PipelineDeps } from './pipeline-deps.ts';
import type { LiveBatches } from './live-batches.ts';
import { directOps } from '../publish/direct-ops.ts';
import { isPassing } from './passing-trouble.ts';
import { staggered } from '../../async/staggered.ts';
import type { OrderedBatch } from '../model/story-book.ts';
import { StoryTask } from './story-task.ts';
import type { StoryTerms } from './story-task.ts';

/** How long an ordered story holds its event, from the order on. */
const HOLD_MS = 2 * 3_600_000;

interface BatchTerms extends Omit<StoryTerms, 'desk' | 'orderedAtMs'> {
  readonly events: EventMarks;
  readonly live: LiveBatches;
}

/** What is left of a run: nothing, stories that wait, the next of them until a time, or what could not be brought on. */
export interface BatchRest {
  readonly wakeAtMs?: number;
  /** What kept a story from being brought on. */
  readonly stuck?: Error;
}

export class BatchTask {
  readonly #order: OrderedBatch;
  readonly #terms: BatchTerms;
  readonly #deps: PipelineDeps;
  readonly #jobs = new Map<string, Assignment>();
  /** The last work on each story that is worked on. */
  readonly #busy = new Map<string, Promise<void>>();
  /** Stories whose turn has come. */
  readonly #begun = new Set<string>();
  /** Stories that are published, and whose messages are being sent. */
  readonly #delivering = new Map<string, Promise<void>>();
  #trouble: unknown;
  #stopsAtFailure = false;
  #isOver = false;

  constructor(order: OrderedBatch, terms: BatchTerms) {
    this.#order = order;
    this.#terms = terms;
    this.#deps = terms.deps;
  }

  /** Rejects with the signal's reason when the pipeline closes. @param written is told when only messages are left to be sent. */
  async run(written: () => void): Promise<BatchRest> {
    const { files, clock } = this.#deps;
    const { signal } = this.#terms;
    const plan = batchPlanSchema.parse(this.#order.plan);
    await this.#terms.live.begin(this.#order);
    await files.ensure(plan);
    const folder = await files.read(plan);
    await this.#endQuarantined(plan, folder);

    for (const job of folder.stories) this.#jobs.set(job.story.story_id, job);
    const { concurrency, stagger_seconds, stop_run_on_failure } = folder.run.runner;
    this.#stopsAtFailure = stop_run_on_failure;
    const open = folder.stories.filter((job) => !hasEnded(job));
    for (const job of open) await this.#holdEvent(job);
    // What waits already has been written: it is only looked at again.
    const drafted = open.filter((job) => job.state.drafted_at !== null);
    await Promise.all(drafted.map((job) => this.#advance(job.story.story_id)));
    const undrafted = open.filter((job) => job.state.drafted_at === null);
    const terms = { atOnce: concurrency, staggerMs: stagger_seconds * 1_000, clock, signal };
    await staggered(undrafted, terms, (job) => this.#advance(job.story.story_id));
    while (this.#busy.size > 0) await Promise.allSettled(this.#busy.values());
    written();
    while (this.#busy.size + this.#delivering.size > 0)
      await Promise.allSettled([...this.#busy.values(), ...this.#delivering.values()]);
    this.#isOver = true;
    signal.throwIfAborted();
    return this.#end({ ...folder, stories: [...this.#jobs.values()] });
  }

  /** Something was done with a story: look at it again at once, where it is not too late for that. */
  nudge(storyId: string): void {
    if (!this.#isOver && this.#begun.has(storyId)) void this.#advance(storyId);
  }

  /** Work on one story, after the work on it that is under way. Never rejects. */
  #advance(storyId: string): Promise<void> {
    this.#begun.add(storyId);
    const work: Promise<void> = (this.#busy.get(storyId) ?? Promise.resolve())
      .then(() => this.#story(storyId))
      .finally(() => {
        if (this.#busy.get(storyId) === work) this.#busy.delete(storyId);
      });
    this.#busy.set(storyId, work);
    return work;
  }

  async #story(storyId: string): Promise<void> {
    const job = this.#jobs.get(storyId);
    if (!job || hasEnded(job)) return;
    const { signal } = this.#terms;
    const { id, session, createdAtMs } = this.#order;
    const { live } = this.#terms;
    const line = new StoryTask(job, { ...this.#terms, desk: session, orderedAtMs: createdAtMs });
    live.begun(this.#order, storyId);
    // It is known what became of those before only when they are sent.
    if (this.#stopsAtFailure) await Promise.allSettled(this.#delivering.values());
    const failed = [...this.#jobs.values()].some(({ state }) => state.status === 'FAILURE');
    try {
      signal.throwIfAborted();
      await (this.#stopsAtFailure && failed ? line.passOver() : line.run());
    } catch (error) {
      if (!signal.aborted) {
        this.#deps.failed(`story ${id}/${storyId}`, error);
        this.#trouble = error;
        const broken = { phase: 'line', error_type: 'unknown', error_message: messageOf(error) };
        if (!isPassing(error))
          await line
            .fail([broken])
            .catch((again: unknown) =>
              this.#deps.failed(`story ${id}/${storyId}: saying that it failed`, again),
            );
      }
    }
    this.#keep(line);
    if (!signal.aborted) this.#deliver(line);
  }

  /** A story that is published ends when its messages are sent. No other story waits for that. */
  #deliver(line: StoryTask): void {
    const { story_id: storyId } = line.job.story;
    if (hasEnded(line.job) || this.#delivering.has(storyId)) return;
    const work = line
      .deliver()
      .catch((error: unknown) => {
        if (this.#terms.signal.aborted) return;
        this.#deps.failed(`story ${storyKey(line.job)}`, error);
        this.#trouble = error;
      })
      .finally(() => {
        this.#keep(line);
        this.#delivering.delete(storyId);
      });
    this.#delivering.set(storyId, work);
  }

  /** What has ended stays so. */
  #keep({ job }: StoryTask): void {
    this.#terms.live.changed(this.#order);
    const known = this.#jobs.get(job.story.story_id);
    if (!known || !hasEnded(known)) this.#jobs.set(job.story.story_id, job);
  }

  async #holdEvent(job: Assignment): Promise<void> {
    const { signal, events } = this.#terms;
    signal.throwIfAborted();
    const { event_id, primary_url } = job.story;
    await events.hold(event_id, primary_url, this.#order.createdAtMs + HOLD_MS, storyKey(job));
  }

  /** A story whose job file is gone ends: the batch's message says so. */
  async #endQuarantined(plan: BatchPlan, { quarantined }: BatchFolder): Promise<void> {
    const { id } = this.#order;
    for (const { storyId, reason } of quarantined) {
      const name = `${id}/${storyId}`;
      if (await this.#deps.stories.find(name)) continue;
      const planned = plan.stories.find((job) => job.story.story_id === storyId)?.story;
      await this.#terms.events.giveBack(planned?.event_id, planned?.primary_url ?? '', reason);
      await this.#deps.log
        .note(id, storyId, 'job_jailed', { reason })
        .catch((error: unknown) => this.#deps.failed(`the log of ${name}`, error));
    }
  }

  async #end({ run, stories, quarantined }: BatchFolder): Promise<BatchRest> {
    const { id, session } = this.#order;
    const { files, clock, report } = this.#deps;
    const { signal, live } = this.#terms;
    const left = stories.filter((job) => !hasEnded(job));
    const waiting = left.filter(({ state }) => state.hold !== null);
    // What neither ended nor waits could not be brought on: it is tried again.
    if (left.length > waiting.length)
      return { stuck: new Error(messageOf(this.#trouble), { cause: this.#trouble }) };
    const runDir = files.runDir(id);
    const summary = batchSummary({ runId: id, runDir, stories, quarantined, nowMs: clock.now() });
    await files.saveSummary(id, summary);
    signal.throwIfAborted();
    if (waiting.length > 0) {
      const text = await live.end(this.#order);
      await report(session, { id: `story:${id}/waiting`, text, summary });
      return wakeOf(waiting);
    }
    const text = await live.end(this.#order, summary);
    const told = directOps(`story:${id}/report`, session, run.runner.dm_targets, text, this.#deps);
    if (told.length > 0) await this.#deps.ops.put(told);
    this.#deps.posted();
    await report(session, { id: `story:${id}/report`, text, summary });
    signal.throwIfAborted();
    await this.#deps.stories.finish(id, clock.now());
    return {};
  }
}

/** The first moment at which one of them may go on by itself. */
function wakeOf(waiting: readonly Assignment[]): { readonly wakeAtMs?: number } {
  const ends = waiting
    .map(({ state }) => Date.parse(state.hold?.until ?? ''))
    .filter((ms) => !Number.isNaN(ms));
  return ends.length === 0 ? {} : { wakeAtMs: Math.min(...ends) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
