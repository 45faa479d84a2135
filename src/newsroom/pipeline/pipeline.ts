/**
 * The pipeline: the deterministic half of the newsroom. A planner's turn orders a run and is gone; the pipeline writes its
 * stories and posts them, through any number of restarts.
 *
 * - The book says which runs are open; the job files, how far each story has come; the actions, what editors want.
 * - A batch is a durable task, written down with its order; so is each of its stories, from when its turn has come
 *   (`model/batch-task.ts`). An action of an editor is written down with a task for the draft that it is about; the end of an
 *   embargo is that task again at its time. What a trouble of the machine has stopped comes again; editors hear of it once.
 * - Stories of a run are worked on side by side; one that fails, waits or is stopped stops no other.
 * - A run is finished when all its stories have ended: then its summary is written and it is reported, once by id.
 */
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

/** After so many attempts, half a minute of trouble: what is shorter needs nobody's attention. */
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

  /** They work on batches, and on stories. */
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

  /** While its tasks are stopped: resolves when no message of a batch is being written down. */
  async close(): Promise<void> {
    this.#closing.abort(new PipelineClosing('the pipeline is closing'));
    await this.#live.stopped();
  }

  async #batch(run: string, isTakenUp: boolean, pass: TaskPass): Promise<void> {
    const order = await this.#open(run);
    if (!order) return; // it has ended
    const lastBegun = this.#lastBegun;
    const terms = {
      ...{ deps: this.#deps, events: this.#events, live: this.#live },
      ...{ signal: pass.signal, lastBegun },
    };
    const work = isTakenUp ? goOnWithBatch(order, terms) : takeUpBatch(order, terms);
    await work.catch((error: unknown) => this.#stopped(order, pass, error));
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
      // Others take its place meanwhile.
      if (!signal.aborted) await tasks.add(batchGoesOn(run, clock.now()));
      return this.#stopped(order, pass, error);
    }
  }

  async #open(run: string): Promise<OrderedBatch | undefined> {
    return (await this.#deps.stories.openBatches()).find(({ id }) => id === run);
  }

  #stopped(order: OrderedBatch, { attempt, signal }: TaskPass, error: unknown): never {
    if (attempt >= TOLD_FROM && !signal.aborted)
      this.#live.stuck(order, error instanceof Error ? error.message : String(error));
    throw error;
  }
}
