/**
 * The pipeline: the deterministic half of the newsroom. A planner's turn orders a run and is gone; the pipeline writes its
 * stories and posts them, through any number of restarts.
 *
 * - The book says which runs are open; the job files, how far each story has come; the actions, what editors want.
 * - A batch is a durable task (`batchTask`), written down with its order and with each action of an editor. It is done when
 *   nothing is left to do for now: all stories have ended, or the rest waits for an editor. For the end of an embargo it
 *   comes again. What a trouble of the machine has stopped comes again as well; editors hear of it once.
 * - Stories of a run are worked on side by side; one that fails, or waits, stops no other.
 * - A run is finished when all its stories have ended: then its summary is written and it is reported, once by id.
 */
import { z } from 'zod';
import type { TaskAgain, TaskPass } from '../../async/task-queue.ts';
import { taskHandler } from '../../feature/task.ts';
import type { TaskHandler } from '../../feature/task.ts';
import { BATCH_TASK, batchTask } from '../model/batch-task.ts';
import type { OrderedBatch } from '../model/story-book.ts';
import { EventMarks } from '../coverage/event-marks.ts';
import { PipelineClosing } from './pipeline-deps.ts';
import type { PipelineDeps } from './pipeline-deps.ts';
import { LiveBatches } from './live-batches.ts';
import { BatchTask } from './batch-task.ts';
import { markEvent } from './story-task.ts';

/** How far back published stories are marked again at start: as long as an event lives in the pool. */
const MARK_AGAIN_MS = 7 * 24 * 3_600_000;

/** After so many attempts, half a minute of trouble: what is shorter needs nobody's attention. */
const TOLD_FROM = 5;

interface Running {
  work?: BatchTask;
  readonly done: Promise<void>;
  /** Resolves when only messages are left to be sent. */
  readonly written: Promise<void>;
  readonly tellWritten: () => void;
}

export class Pipeline {
  readonly #deps: PipelineDeps;
  readonly #events: EventMarks;
  readonly #live: LiveBatches;
  readonly #runs = new Map<string, Running>();
  readonly #closing = new AbortController();
  #lastPublished: Promise<unknown> = Promise.resolve();

  constructor(deps: PipelineDeps) {
    this.#deps = deps;
    this.#events = new EventMarks(deps);
    this.#live = new LiveBatches(deps, this.#closing.signal);
  }

  /** Works on a batch. */
  readonly task: TaskHandler = taskHandler(z.strictObject({ run: z.string() }), {
    name: BATCH_TASK,
    attempts: Infinity,
    run: ({ run }, pass) => this.#work(run, pass),
  });

  /** Somebody did something with a story of this run, and its task is written down with that. Returns at once. */
  nudge(runId: string, storyId: string): void {
    this.#runs.get(runId)?.work?.nudge(storyId);
    this.#deps.tasks.poke();
  }

  /** What the message of a batch is to say while one of its stories is ordered anew: see there. */
  retrying: LiveBatches['retrying'] = (...order) => this.#live.retrying(...order);

  /** Make good what a dead desk left: marks in the pool; and look at all open runs, whose files may be others now. Once, at start. */
  async resume(): Promise<void> {
    const { stories, clock, tasks, failed } = this.#deps;
    const published = await stories.recent({ sinceMs: clock.now() - MARK_AGAIN_MS, limit: 1_000 });
    const open = (await stories.openBatches()).map(({ id }) => id);
    // Those of open runs are marked when they are sent.
    for (const story of published) if (!open.includes(story.runId)) await markEvent(story, this.#events);
    // Where that can't be written now, their tasks are there from before.
    for (const id of open)
      await tasks
        .add(batchTask(id, clock.now()))
        .catch((error: unknown) => failed(`looking at run ${id} again`, error));
  }

  /** Resolves when nothing is written any more of what is worked on: what is left is to be sent. */
  async written(): Promise<void> {
    await Promise.all([...this.#runs.values()].map(({ written }) => written));
  }

  /** While its tasks are stopped: resolves when all work has stopped, between two steps; nothing half-done is marked done. */
  async close(): Promise<void> {
    this.#closing.abort(new PipelineClosing('the pipeline is closing'));
    await Promise.all([...this.#runs.values()].map(({ done }) => done));
    await this.#live.stopped();
  }

  async #work(runId: string, { signal, attempt }: TaskPass): Promise<TaskAgain | void> {
    let [tellWritten, tellDone] = [() => {}, () => {}];
    const written = new Promise<void>((resolve) => (tellWritten = resolve));
    const done = new Promise<void>((resolve) => (tellDone = resolve));
    const running: Running = { written, tellWritten, done };
    this.#runs.set(runId, running);
    let order: OrderedBatch | undefined;
    try {
      order = (await this.#deps.stories.openBatches()).find(({ id }) => id === runId);
      if (!order) return; // it has ended
      return await this.#run(order, running, signal);
    } catch (error) {
      if (order && attempt >= TOLD_FROM && !signal.aborted) this.#live.stuck(order, messageOf(error));
      throw error;
    } finally {
      this.#runs.delete(runId);
      tellWritten();
      tellDone();
    }
  }

  async #run(order: OrderedBatch, running: Running, signal: AbortSignal): Promise<TaskAgain | void> {
    running.work = new BatchTask(order, {
      deps: this.#deps,
      events: this.#events,
      live: this.#live,
      signal,
      publishing: (work) => {
        const published = this.#lastPublished.then(work);
        this.#lastPublished = published.catch(() => {}); // its own story hears of it
        return published;
      },
    });
    const { wakeAtMs, stuck } = await running.work.run(running.tellWritten);
    if (stuck) throw stuck;
    if (wakeAtMs !== undefined) return { againAtMs: wakeAtMs };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
