/**
 * The pipeline: the deterministic half of the newsroom. A planner's turn orders a batch and ends; the pipeline writes
 * and posts its stories, across any number of restarts.
 *
 * - The book knows which batches are open, the job files each story's progress, and the actions what editors want.
 * - A batch is a durable task, stored with its order; so is each story once its turn has come
 *   (`model/batch-task.ts`). An editor's action is stored together with a task for the draft it concerns. The end of
 *   an embargo is such a task at that time. A story that a problem of the machine interrupted is retried; editors are
 *   told once.
 * - Stories of a batch run concurrently; one that fails, waits or is interrupted doesn't stop the others.
 * - A batch is finished when all its stories have ended. Then its summary is written, and it is reported once.
 */
import { errorMessage } from '../../text/error-message.ts';
import { z } from 'zod';
import { oneByOne } from '../../async/joined.ts';
import type { TaskNext, TaskPass } from '../../async/task-queue.ts';
import { taskHandler } from '../../feature/task.ts';
import type { TaskHandler } from '../../feature/task.ts';
import { BATCH_TASK, STORY_TASK, batchGoesOn, batchTask } from '../model/batch-task.ts';
import type { OrderedBatch } from '../model/story-book.ts';
import { EventMarks } from '../coverage/event-marks.ts';
import { PipelineClosing } from './pipeline-deps.ts';
import type { PipelineDeps } from './pipeline-deps.ts';
import { LiveBatches } from './live-batches.ts';
import { goOnWithBatch, takeUpBatch } from './batch-task.ts';
import { markEvent } from './end-published.ts';
import { workOnStory } from './story-task.ts';

/** How far back published stories are marked again at start: as long as an event lives in the pool. */
const MARK_AGAIN_MS = 7 * 24 * 3_600_000;

/** Attempts before editors are told: about half a minute. Shorter problems need no attention. */
const TOLD_FROM = 5;

const batchPayload = z.strictObject({ run: z.string(), taken: z.literal(true).exactOptional() });
const storyPayload = z.strictObject({
  run: z.string(),
  story: z.string(),
  drafted: z.literal(true).exactOptional(),
});

export class Pipeline {
  readonly #deps: PipelineDeps;
  readonly #events: EventMarks;
  readonly #live: LiveBatches;
  readonly #lastBegun = new Map<string, number>();
  readonly #publishing = oneByOne();
  readonly #closing = new AbortController();

  constructor(deps: PipelineDeps) {
    this.#deps = deps;
    this.#events = new EventMarks(deps);
    this.#live = new LiveBatches(deps, this.#closing.signal);
  }

  /** Handlers for the tasks of batches and of stories. */
  readonly tasks: readonly TaskHandler[] = [
    taskHandler(batchPayload, {
      name: BATCH_TASK,
      attempts: Infinity,
      run: ({ run, taken }, pass) => this.#batch(run, taken === true, pass),
    }),
    taskHandler(storyPayload, {
      name: STORY_TASK,
      attempts: Infinity,
      run: ({ run, story, drafted }, pass) => this.#story(run, story, drafted === true, pass),
    }),
  ];

  /** Orders a story again while updating its batch's message; see `LiveBatches.retrying`. */
  retrying: LiveBatches['retrying'] = (...order) => this.#live.retrying(...order);

  /**
   * Finish what a desk that died left undone: marks in the pool, and all open batches, whose files may have changed.
   * Call once, at start.
   */
  async resume(): Promise<void> {
    const { stories, clock, tasks, failed } = this.#deps;
    const published = await stories.recent({ sinceMs: clock.now() - MARK_AGAIN_MS, limit: 1_000 });
    const open = (await stories.openBatches()).map(({ id }) => id);
    // Stories of open batches are marked when they are sent.
    for (const story of published) if (!open.includes(story.runId)) await markEvent(story, this.#events);
    // If this can't be stored now, their earlier tasks still exist.
    for (const id of open)
      await tasks
        .add(batchTask(id, clock.now()))
        .catch((error: unknown) => failed(`looking at run ${id} again`, error));
  }

  /** Call while its tasks are stopped. Resolves when no batch's message is being stored. */
  async close(): Promise<void> {
    this.#closing.abort(new PipelineClosing('the pipeline is closing'));
    await this.#live.stopped();
  }

  async #batch(run: string, isTakenUp: boolean, pass: TaskPass): Promise<TaskNext> {
    const order = await this.#open(run);
    if (!order) return {}; // it has ended
    const lastBegun = this.#lastBegun;
    const terms = {
      ...{ deps: this.#deps, events: this.#events, live: this.#live },
      ...{ signal: pass.signal, lastBegun },
    };
    const work = isTakenUp ? goOnWithBatch(order, terms) : takeUpBatch(order, terms);
    return work.catch((error: unknown) => this.#stopped(order, pass, error));
  }

  async #story(run: string, story: string, drafted: boolean, pass: TaskPass): Promise<TaskNext> {
    const order = await this.#open(run);
    if (!order) return {};
    const { tasks, clock } = this.#deps;
    const { signal } = pass;
    try {
      const terms = { deps: this.#deps, live: this.#live, publishing: this.#publishing, signal, drafted };
      return await workOnStory(order, story, terms);
    } catch (error) {
      // Other stories take its place meanwhile.
      if (!signal.aborted) await tasks.add(batchGoesOn(run, clock.now()));
      return this.#stopped(order, pass, error);
    }
  }

  async #open(run: string): Promise<OrderedBatch | undefined> {
    return (await this.#deps.stories.openBatches()).find(({ id }) => id === run);
  }

  #stopped(order: OrderedBatch, { attempt, signal }: TaskPass, error: unknown): never {
    if (attempt >= TOLD_FROM && !signal.aborted) this.#live.stuck(order, errorMessage(error));
    throw error;
  }
}
