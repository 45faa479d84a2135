/**
 * Runs durable tasks in this process, from a book of which no other process runs tasks; others may add to it.
 *
 * Which tasks are running is known only in memory; the store just has tasks that are not done. So a start writes
 * nothing, and the tasks of a process that died are simply still there. A single timer waits for the next due time.
 */
import { setMaxListeners } from 'node:events';
import { limitOf, pass } from '../time/clock.ts';
import type { Clock } from '../time/clock.ts';
import { insist } from './insist.ts';
import { GIVEN_UP_AFTER, TaskRefused, TaskStopped, backoffMs } from './task-queue.ts';
import type {
  NewTask,
  OpenTask,
  QueuedTask,
  StoredTask,
  TaskBook,
  TaskHandler,
  TaskNext,
  TaskQueue,
  TaskFilter,
} from './task-queue.ts';

export interface TaskRunnerDeps {
  readonly book: TaskBook;
  /** Called once, at the start. */
  readonly handlers: () => readonly TaskHandler[];
  readonly clock: Clock;
  /** How many tasks run at once at most, over all names. */
  readonly atOnce?: number;
  /** Tasks may have become due, and another process runs them. */
  readonly elsewhere?: () => void;
  /** A task was cancelled, which another process may be running. */
  readonly cancelled?: (key: string) => void;
  readonly failed: (what: string, error: unknown) => void;
}

interface Running {
  readonly task: StoredTask;
  readonly stop: AbortController;
  done: Promise<void>;
}

const AT_ONCE = 100;
/** How many due tasks are loaded at a time. */
const PAGE = 50;
/** How many given-up tasks are kept. */
const KEPT_GIVEN_UP = 500;
/** How long to wait after looking for tasks has failed. */
const LOOK_AGAIN_MS = 5_000;

export class TaskRunner implements TaskQueue {
  readonly #deps: TaskRunnerDeps;
  readonly #handlers = new Map<string, TaskHandler>();
  /** Keyed by queue. */
  readonly #running = new Map<string, Running>();
  readonly #closing = new AbortController();
  #isStarted = false;
  /** Set when tasks may have become due since the last look. */
  #isStale = false;
  #looking: Promise<void> | undefined;
  #alarm: AbortController | undefined;
  /** The time that the last timer rang for. It counts as reached even if the clock was set back since. */
  #rungMs = -Infinity;

  constructor(deps: TaskRunnerDeps) {
    this.#deps = deps;
    setMaxListeners(0, this.#closing.signal);
  }

  async add(task: NewTask): Promise<void> {
    await this.#deps.book.put([this.#queued(task)]);
    this.poke();
  }

  poke(): void {
    if (this.#closing.signal.aborted) return;
    if (!this.#isStarted) return this.#deps.elsewhere?.();
    this.#isStale = true;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
      if (this.#isStale) this.poke();
    });
  }

  async cancel(key: string): Promise<void> {
    await this.#deps.book.cancel(key);
    this.cancelled(key);
    this.#deps.cancelled?.(key);
  }

  /** A task was cancelled, perhaps by another process. */
  cancelled(key: string): void {
    for (const { task, stop } of this.#running.values())
      if (task.key === key) stop.abort(new TaskStopped(`the task ${key} was cancelled`));
  }

  under(prefix: string): Promise<OpenTask[]> {
    return this.#deps.book.under(prefix);
  }

  async unhandled(): Promise<ReadonlyMap<string, number>> {
    const { book, handlers } = this.#deps;
    const known = new Set(handlers().map(({ name }) => name));
    return new Map([...(await book.waiting())].filter(([name]) => !known.has(name)));
  }

  async start(names?: readonly string[]): Promise<void> {
    for (const handler of this.#deps.handlers())
      if (names?.includes(handler.name) ?? true) this.#handlers.set(handler.name, handler);
    this.#isStarted = true;
    this.poke();
    await this.#looking;
  }

  async idle(): Promise<void> {
    while (this.#looking || this.#running.size > 0)
      await Promise.allSettled([this.#looking, ...[...this.#running.values()].map(({ done }) => done)]);
  }

  async stop(): Promise<void> {
    const reason = new TaskStopped('the desk is stopping');
    this.#closing.abort(reason);
    this.#alarm?.abort(reason);
    for (const { stop } of this.#running.values()) stop.abort(reason);
    await this.idle();
  }

  /** @throws TaskRefused */
  #queued(task: NewTask): QueuedTask {
    const { clock, handlers } = this.#deps;
    const handler = this.#handlers.get(task.task) ?? handlers().find(({ name }) => name === task.task);
    const wrong = handler && whyRefused(handler, task.payload);
    if (wrong !== undefined) throw new TaskRefused(task.task, wrong);
    return { ...task, runAtMs: task.runAtMs ?? clock.now() };
  }

  async #look(): Promise<void> {
    const { clock, failed } = this.#deps;
    let next: number | undefined;
    try {
      while (this.#isStale && !this.#closing.signal.aborted) {
        this.#isStale = false;
        while (await this.#beginSome());
        // When no more tasks may run, the next one that ends looks again.
        next = this.#isBusy() ? undefined : await this.#deps.book.nextAtMs(this.#request());
      }
    } catch (error) {
      this.#isStale = false;
      failed('looking for tasks', error);
      next = clock.now() + LOOK_AGAIN_MS;
    }
    if (!this.#closing.signal.aborted) this.#setAlarm(next);
  }

  /** @returns whether there may be more tasks to start. */
  async #beginSome(): Promise<boolean> {
    const { book, clock } = this.#deps;
    const nowMs = Math.max(clock.now(), this.#rungMs);
    const due = await book.due({ ...this.#request(), nowMs, limit: PAGE });
    let begun = 0;
    for (const task of due) {
      if (this.#isBusy() || this.#closing.signal.aborted) return false;
      const handler = this.#handlers.get(task.task);
      if (!handler || this.#running.has(task.queue) || this.#isFull(handler)) continue;
      this.#begin(task, handler);
      begun += 1;
    }
    return begun > 0;
  }

  #request(): TaskFilter {
    const names = [...this.#handlers.values()].filter((handler) => !this.#isFull(handler));
    return { names: names.map(({ name }) => name), busy: [...this.#running.keys()] };
  }

  #isBusy(): boolean {
    const { atOnce = AT_ONCE } = this.#deps;
    return this.#running.size >= atOnce;
  }

  #isFull({ name, atOnce = Infinity }: TaskHandler): boolean {
    const running = [...this.#running.values()].filter(({ task }) => task.task === name);
    return running.length >= atOnce;
  }

  #setAlarm(atMs: number | undefined): void {
    this.#alarm?.abort(new Error('another is set'));
    this.#rungMs = -Infinity;
    if (atMs === undefined) return;
    const alarm = (this.#alarm = new AbortController());
    this.#deps.clock.until(atMs, alarm.signal).then(
      () => {
        this.#rungMs = atMs;
        this.poke();
      },
      () => {}, // another timer was set
    );
  }

  #begin(task: StoredTask, handler: TaskHandler): void {
    const running: Running = { task, stop: new AbortController(), done: Promise.resolve() };
    setMaxListeners(0, running.stop.signal);
    this.#running.set(task.queue, running);
    running.done = this.#run(task, handler, running.stop)
      .catch((error: unknown) => {
        // After a stop the outcome is not stored, and the task runs again at the next start.
        if (!this.#closing.signal.aborted) this.#deps.failed(`task ${task.task} ${task.key}`, error);
      })
      .finally(() => {
        this.#running.delete(task.queue);
        this.poke();
      });
  }

  /** Run a task and store its outcome. */
  async #run(task: StoredTask, handler: TaskHandler, stop: AbortController): Promise<void> {
    const { book, clock, failed } = this.#deps;
    const what = `task ${task.task} ${task.key}`;
    const wrong = whyRefused(handler, task.payload);
    if (wrong !== undefined) {
      const refused = new TaskRefused(task.task, wrong);
      failed(what, refused);
      return this.#write(what, () => this.#giveUp(task, refused.message));
    }
    try {
      const { againAtMs: runAtMs, then = [] } = (await this.#perform(task, handler, stop.signal)) ?? {};
      const next = then.map((one) => this.#queued(one));
      await this.#write(what, () =>
        runAtMs === undefined ? book.done(task, next) : book.postpone(task, { runAtMs, attempts: 0 }, next),
      );
    } catch (error) {
      if (stop.signal.aborted) return; // still stored unchanged, or cancelled
      failed(what, error);
      const attempts = task.attempts + 1;
      const { attempts: most = GIVEN_UP_AFTER, waitMs = backoffMs } = handler;
      const because = error instanceof Error ? error.message : String(error);
      await this.#write(what, () =>
        attempts >= most
          ? this.#giveUp(task, because)
          : book.postpone(task, { runAtMs: clock.now() + waitMs(attempts), attempts }),
      );
    }
  }

  async #perform(task: StoredTask, handler: TaskHandler, stopped: AbortSignal): Promise<TaskNext | void> {
    const { clock } = this.#deps;
    const { silenceMs } = handler;
    let heardMs = clock.elapsed();
    const silent = async (mostMs: number, signal: AbortSignal) => {
      for (let leftMs = mostMs; leftMs > 0; leftMs = heardMs + mostMs - clock.elapsed())
        await pass(clock, leftMs, signal);
      return new Error(`nothing was heard of it for ${mostMs} ms`);
    };
    const { signal, clear } =
      silenceMs === undefined
        ? { signal: stopped, clear: () => {} }
        : limitOf((over) => silent(silenceMs, over), stopped);
    // Many pages and models listen to this signal; that is not a leak.
    setMaxListeners(0, signal);
    try {
      return await handler.run(handler.parse(task.payload) as never, {
        key: task.key,
        attempt: task.attempts + 1,
        signal,
        heartbeat: () => void (heardMs = clock.elapsed()),
      });
    } finally {
      clear();
    }
  }

  #giveUp(task: StoredTask, because: string): Promise<void> {
    const { book, clock } = this.#deps;
    return book.giveUp(task, { because, atMs: clock.now(), keep: KEPT_GIVEN_UP });
  }

  /** Store an outcome, retrying until it succeeds or the desk stops. */
  #write(what: string, write: () => Promise<void>): Promise<void> {
    const failed = (error: unknown) => this.#deps.failed(`${what}: writing down what became of it`, error);
    return insist(write, { clock: this.#deps.clock, signal: this.#closing.signal, failed });
  }
}

function whyRefused(handler: TaskHandler, payload: unknown): string | undefined {
  try {
    handler.parse(payload);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
