/**
 * The pipeline: the deterministic half of the newsroom. A planner's turn orders a run and is gone; the pipeline writes its
 * stories and posts them, through any number of restarts.
 *
 * - The book says which runs are open; the job files, how far each story has come; the actions, what editors want.
 * - Stories of a run are worked on side by side; one that fails, or waits, stops no other.
 * - A run is finished when all its stories have ended: then its summary is written and it is reported, once by id.
 *   While some wait it is nobody's work: an action (`nudge`) or the end of an embargo takes it up again.
 * - What a trouble of the machine has stopped is tried again by itself, for as long as the pipeline lives.
 */
import { setMaxListeners } from 'node:events';
import { EventMarks } from '../coverage/event-marks.ts';
import { PipelineClosing } from './pipeline-deps.ts';
import type { PipelineDeps } from './pipeline-deps.ts';
import { LiveBatches } from './live-batches.ts';
import { BatchRetries } from './batch-retries.ts';
import { BatchTask } from './batch-task.ts';
import { markEvent } from './story-task.ts';

/** How far back published stories are marked again at start: as long as an event lives in the pool. */
const MARK_AGAIN_MS = 7 * 24 * 3_600_000;

interface Running {
  work?: BatchTask;
  /** Asked for meanwhile, too late for this work to see. */
  again: boolean;
  readonly done: Promise<void>;
  /** Resolves when only messages are left to be sent. */
  readonly written: Promise<void>;
  readonly tellWritten: () => void;
}

export class Pipeline {
  readonly #deps: PipelineDeps;
  readonly #events: EventMarks;
  readonly #live: LiveBatches;
  readonly #trouble: BatchRetries;
  readonly #runs = new Map<string, Running>();
  /** Runs that are taken up at a time: when a story of theirs may go out, or after a trouble. */
  readonly #alarms = new Map<string, AbortController>();
  readonly #closing = new AbortController();
  #lastPublished: Promise<unknown> = Promise.resolve();

  constructor(deps: PipelineDeps) {
    this.#deps = deps;
    this.#events = new EventMarks(deps);
    this.#live = new LiveBatches(deps, this.#closing.signal);
    this.#trouble = new BatchRetries(deps, this.#live);
    // Every page that is being fetched listens to it: many are no leak.
    setMaxListeners(0, this.#closing.signal);
  }

  /** Work on an ordered run. Returns at once; a run that is worked on already is left to it. */
  take(runId: string): void {
    if (this.#closing.signal.aborted || this.#runs.has(runId)) return;
    this.#alarms.get(runId)?.abort(new Error('the run is taken up'));
    const done = Promise.resolve()
      .then(() => this.#run(runId, running))
      .then(() => this.#trouble.isOver(runId))
      .catch((error: unknown) => this.#takeAgain(runId, error))
      .finally(() => {
        this.#runs.delete(runId);
        running.tellWritten();
        if (running.again) this.take(runId);
      });
    let tellWritten = () => {};
    const written = new Promise<void>((resolve) => (tellWritten = resolve));
    const running: Running = { again: false, done, written, tellWritten };
    this.#runs.set(runId, running);
  }

  /** Somebody did something with a story of this run: look at it again. Returns at once. */
  nudge(runId: string, storyId: string): void {
    const running = this.#runs.get(runId);
    if (!running) return this.take(runId);
    if (running.work?.nudge(storyId) !== true) running.again = true;
  }

  /** What the message of a batch is to say while one of its stories is ordered anew: see there. */
  retrying: LiveBatches['retrying'] = (...order) => this.#live.retrying(...order);

  /** Take up what a dead desk left: marks in the pool, and all open runs. Once, at start. */
  async resume(): Promise<void> {
    const { stories, clock } = this.#deps;
    const published = await stories.recent({ sinceMs: clock.now() - MARK_AGAIN_MS, limit: 1_000 });
    const open = (await stories.openBatches()).map(({ id }) => id);
    // Those of open runs are marked when they are sent.
    for (const story of published) if (!open.includes(story.runId)) await markEvent(story, this.#events);
    for (const id of open) this.take(id);
  }

  /** Resolves when nothing is written any more: what is left is to be sent. */
  async written(): Promise<void> {
    await Promise.all([...this.#runs.values()].map(({ written }) => written));
  }

  /** Resolves when no run is worked on. */
  async idle(): Promise<void> {
    while (this.#runs.size > 0) await Promise.allSettled([...this.#runs.values()].map(({ done }) => done));
  }

  /** Stop between two steps; nothing half-done is marked done. Resolves when all work has stopped. */
  async close(): Promise<void> {
    this.#closing.abort(new PipelineClosing('the pipeline is closing'));
    for (const alarm of this.#alarms.values()) alarm.abort(this.#closing.signal.reason);
    await this.idle();
    await this.#live.stopped();
  }

  async #run(runId: string, running: Running): Promise<void> {
    const { stories } = this.#deps;
    const order = (await stories.openBatches()).find(({ id }) => id === runId);
    if (!order) return; // it has ended
    running.work = new BatchTask(order, {
      deps: this.#deps,
      events: this.#events,
      live: this.#live,
      signal: this.#closing.signal,
      publishing: (work) => {
        const published = this.#lastPublished.then(work);
        this.#lastPublished = published.catch(() => {}); // its own story hears of it
        return published;
      },
    });
    const { wakeAtMs, stuck } = await running.work.run(running.tellWritten);
    if (stuck) throw stuck;
    if (wakeAtMs !== undefined) this.#wake(runId, wakeAtMs);
  }

  async #takeAgain(runId: string, error: unknown): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const atMs = await this.#trouble.failed(runId, error);
    if (!this.#closing.signal.aborted) this.#wake(runId, atMs);
  }

  #wake(runId: string, atMs: number): void {
    const alarm = new AbortController();
    this.#alarms.set(runId, alarm);
    this.#deps.clock.until(atMs, alarm.signal).then(
      () => {
        this.#alarms.delete(runId);
        const running = this.#runs.get(runId);
        if (running) running.again = true;
        else this.take(runId);
      },
      () => {
        if (this.#alarms.get(runId) === alarm) this.#alarms.delete(runId);
      },
    );
  }
}
