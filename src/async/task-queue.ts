/**
 * Durable tasks: work outside turns that survives a restart. A task is stored when it is added, started when it is
 * due, and deleted when it is done.
 *
 * - Tasks of one `queue` run one at a time. A task without a queue runs in one of its own, named after its key.
 * - A `key` names at most one waiting task: adding another under the same key replaces it. A running task isn't
 *   replaced; the new one runs after it, instead of any further attempt.
 * - A handler that rejects has used one attempt. The task is retried with backoff until its attempts are used up. A
 *   crash or a stop doesn't count as an attempt: the task is started again unchanged.
 * - A task is given up, and kept with the reason, when its attempts are used up or its handler refuses the payload. A
 *   task whose handler doesn't exist waits until it does.
 */

/** A task as it is stored: by `TaskQueue.add`, or by another book inside its own transaction. */
export interface QueuedTask {
  /** The handler's name: "newsroom.batch". */
  readonly task: string;
  readonly key: string;
  /** JSON that matches the handler's schema. */
  readonly payload: object;
  readonly queue?: string;
  /** Lower numbers run first; 0 by default. Due tasks are sorted by priority, then by time. */
  readonly priority?: number;
  /** The earliest start, ms since the epoch. */
  readonly runAtMs: number;
}

/** A task to add. Without a time it is due at once. */
export type NewTask = Omit<QueuedTask, 'runAtMs'> & Partial<Pick<QueuedTask, 'runAtMs'>>;

/** A task as read from the store. */
export interface StoredTask extends Required<QueuedTask> {
  /** Tells this task from others that were added under the same key. */
  readonly seq: number;
  /** How often its handler has rejected since it was added. */
  readonly attempts: number;
}

/** A task that waits or runs. */
export type OpenTask = Pick<StoredTask, 'key' | 'runAtMs' | 'attempts'>;

export interface GivenUpTask extends StoredTask {
  readonly because: string;
  readonly atMs: number;
}

export interface TaskHandler {
  readonly name: string;
  /**
   * Parse the payload.
   * @throws an Error that says what is wrong with it.
   */
  readonly parse: (payload: unknown) => unknown;
  /**
   * Do the work. Resolves when the task is done or wants to be run again later. May be called again with the same
   * payload.
   */
  readonly run: (payload: never, pass: TaskPass) => Promise<void | TaskNext>;
  /** How many tasks of this name run at once at most; unlimited by default. */
  readonly atOnce?: number;
  /** How many attempts a task has; `GIVEN_UP_AFTER` by default. */
  readonly attempts?: number;
  /** How long to wait after the nth attempt (from 1); `backoffMs` by default. */
  readonly waitMs?: (attempt: number) => number;
  /** Without a heartbeat for this long, the task's signal aborts and the attempt has failed. */
  readonly silenceMs?: number;
  /** Done by commands, too, where no desk runs; other tasks wait for one. */
  readonly inCommands?: true;
}

/** What follows a successful run. It is stored in the transaction that ends the task. */
export interface TaskNext {
  /** Run the same task with the same payload again at this time, with no attempts counted. */
  readonly againAtMs?: number;
  /** Further tasks to add. */
  readonly then?: readonly NewTask[];
}

/** What a handler gets besides the payload. */
export interface TaskPass {
  readonly key: string;
  /** Which attempt this is, from 1. */
  readonly attempt: number;
  /** Aborts when the desk stops, the task is cancelled, or it was silent for too long. */
  readonly signal: AbortSignal;
  /** Says that the task is still being worked on. */
  readonly heartbeat: () => void;
}

export interface TaskQueue {
  /**
   * Store a task; it is durable when this resolves.
   * @throws TaskRefused when its handler refuses the payload.
   */
  add(task: NewTask): Promise<void>;
  /** Look for due tasks now: another book's transaction has added one. Returns at once. */
  poke(): void;
  /** Delete the waiting task of this key, and abort the running one by its signal; that one is not retried. */
  cancel(key: string): Promise<void>;
  /** The waiting and running tasks whose keys start with `prefix`. */
  under(prefix: string): Promise<OpenTask[]>;
  /** How many waiting tasks have no handler in this process, by task name. */
  unhandled(): Promise<ReadonlyMap<string, number>>;
  /** Start to run tasks; with `names`, only those. Resolves when the tasks that were due have started. */
  start(names?: readonly string[]): Promise<void>;
  /** Resolves when nothing runs and nothing is due. */
  idle(): Promise<void>;
  /** Abort all running tasks and wait for them to end. They run again at the next start. */
  stop(): Promise<void>;
}

/**
 * Where tasks are stored. Each method is one transaction. Methods given a `StoredTask` that was replaced or cancelled
 * in the meantime change nothing.
 */
export interface TaskBook {
  put(tasks: readonly QueuedTask[]): Promise<void>;
  /** The tasks that may start now, in the order to start them; of each queue only the first. */
  due(request: TaskFilter & { readonly nowMs: number; readonly limit: number }): Promise<StoredTask[]>;
  /** When the next matching task is due; undefined when none waits. */
  nextAtMs(request: TaskFilter): Promise<number | undefined>;
  /**
   * Delete a finished task.
   * @param then stored even when the task was replaced in the meantime.
   */
  done(task: StoredTask, then?: readonly QueuedTask[]): Promise<void>;
  /**
   * Let a task wait until a time, with its number of attempts.
   * @param then stored even when the task was replaced in the meantime.
   */
  postpone(
    task: StoredTask,
    until: { readonly runAtMs: number; readonly attempts: number },
    then?: readonly QueuedTask[],
  ): Promise<void>;
  /**
   * Give a task up. It is kept with the reason until another is added under its key, or until `keep` later ones were
   * given up.
   */
  giveUp(
    task: StoredTask,
    end: { readonly because: string; readonly atMs: number; readonly keep: number },
  ): Promise<void>;
  cancel(key: string): Promise<void>;
  /** Newest first. */
  givenUp(): Promise<GivenUpTask[]>;
  /** Excludes tasks that were given up. */
  under(prefix: string): Promise<OpenTask[]>;
  /** How many tasks wait, by task name. */
  waiting(): Promise<ReadonlyMap<string, number>>;
}

/** Which tasks to look for: those with one of `names` whose queue is not in `busy`. */
export interface TaskFilter {
  readonly names: readonly string[];
  readonly busy: readonly string[];
}

/** The handler of a task refuses its payload. */
export class TaskRefused extends Error {
  override readonly name = 'TaskRefused';

  constructor(task: string, because: string) {
    super(`the task ${task} can't have this payload: ${because}`);
  }
}

/** Why a task's signal aborted: the desk is stopping, or the task was cancelled. This doesn't count as an attempt. */
export class TaskStopped extends Error {
  override readonly name = 'TaskStopped';
}

export const GIVEN_UP_AFTER = 25;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 5 * 60_000;

/** The default backoff, ms: one second after the first attempt, doubled each time, up to five minutes. */
export function backoffMs(attempt: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempt - 1, 30));
}
