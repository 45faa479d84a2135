/**
 * Durable tasks: work outside turns that survives a restart. What is added is written down, taken up when it is due, and
 * gone once it is done.
 *
 * - Tasks of one `queue` run one at a time. Without a queue a task has one of its own, by its key.
 * - A `key` names at most one task that waits: whoever adds another under it replaces that one. What runs under the key
 *   runs on; what was added meanwhile comes after it, in place of further attempts.
 * - A handler that rejects is an attempt; it comes again later, until it has had enough of them. A crash or a stop is none:
 *   the task is taken up again as it was.
 * - A task that had enough attempts, or whose payload its handler refuses, stays with the reason. One whose handler isn't
 *   there waits until it is.
 */

/** What is written down. In the transaction of another book, by that book; else by `TaskQueue.add`. */
export interface QueuedTask {
  /** The handler's name: "newsroom.batch". */
  readonly task: string;
  readonly key: string;
  /** JSON, as the handler's schema has it. */
  readonly payload: object;
  readonly queue?: string;
  /** The smallest first; 0 where nothing is said. Before the time, after the queue. */
  readonly priority?: number;
  /** Not before, ms since the epoch. */
  readonly runAtMs: number;
}

/** Without a time it is due at once. */
export type NewTask = Omit<QueuedTask, 'runAtMs'> & Partial<Pick<QueuedTask, 'runAtMs'>>;

/** A task at rest. */
export interface StoredTask extends Required<QueuedTask> {
  /** Names this task among all that were added under its key. */
  readonly seq: number;
  /** How often its handler has rejected since it was added. */
  readonly attempts: number;
}

/** A task that isn't done: it waits, or runs. */
export type OpenTask = Pick<StoredTask, 'key' | 'runAtMs' | 'attempts'>;

export interface GivenUpTask extends StoredTask {
  readonly because: string;
  readonly atMs: number;
}

export interface TaskHandler {
  readonly name: string;
  /** The payload as the handler knows it. @throws an error that says what is wrong with it. */
  readonly parse: (payload: unknown) => unknown;
  /** Resolves when it is done, for good or until a time. May be called again with the same payload. */
  readonly run: (payload: never, pass: TaskPass) => Promise<void | TaskNext>;
  /** How many of this name run at once at most; any number where absent. */
  readonly atOnce?: number;
  /** After how many attempts it is given up; `GIVEN_UP_AFTER` where absent. */
  readonly attempts?: number;
  /** How long it waits after the nth attempt, from 1; see `backoffMs`. */
  readonly waitMs?: (attempt: number) => number;
  /** How long it may be silent: without a heartbeat for as long its signal aborts, and it has failed. */
  readonly silenceMs?: number;
}

/** What follows a task that went well; written down in the transaction that ends it. */
export interface TaskNext {
  /** The same task, with the same payload, again at a time. It begins anew: no attempt is counted. */
  readonly againAtMs?: number;
  /** Others. */
  readonly then?: readonly NewTask[];
}

/** What a handler is given with the payload. */
export interface TaskPass {
  readonly key: string;
  /** Which attempt this is, from 1. */
  readonly attempt: number;
  /** Aborts when the desk stops, the task is cancelled, or it was silent for too long. */
  readonly signal: AbortSignal;
  /** It is still being worked on. */
  readonly heartbeat: () => void;
}

export interface TaskQueue {
  /** Durable when it resolves. @throws TaskRefused for a payload that its handler refuses. */
  add(task: NewTask): Promise<void>;
  /** Something was added in the transaction of another book. Returns at once. */
  poke(): void;
  /** What waits under the key is gone when it resolves; what runs hears it by its signal, and is not tried again. */
  cancel(key: string): Promise<void>;
  /** The tasks that wait or run under keys that begin so. */
  under(prefix: string): Promise<OpenTask[]>;
  /** The tasks that wait and that nobody here handles, by name. */
  unhandled(): Promise<ReadonlyMap<string, number>>;
  /** Take up what is there, and what comes; of these names alone, where they are given. Resolves when what was due has begun. */
  start(names?: readonly string[]): Promise<void>;
  /** Resolves when nothing runs and nothing is due. */
  idle(): Promise<void>;
  /** Abort what runs, and resolve when it has ended; it is taken up at the next start. */
  stop(): Promise<void>;
}

/** Where tasks are at rest. Each method is one transaction; a `StoredTask` that was replaced or cancelled is left alone. */
export interface TaskBook {
  put(tasks: readonly QueuedTask[]): Promise<void>;
  /** Those that may begin, in the order in which they do. Of a queue only the first counts. */
  due(wish: TaskWish & { readonly nowMs: number; readonly limit: number }): Promise<StoredTask[]>;
  /** When the next of them is due; undefined when none waits. */
  nextAtMs(wish: TaskWish): Promise<number | undefined>;
  /** @param then is put in any case. */
  done(task: StoredTask, then?: readonly QueuedTask[]): Promise<void>;
  /** It waits until a time, after so many attempts. @param then is put in any case. */
  postpone(
    task: StoredTask,
    until: { readonly runAtMs: number; readonly attempts: number },
    then?: readonly QueuedTask[],
  ): Promise<void>;
  /** It is given up, and kept with the reason until another is put under its key, or `keep` others were given up later. */
  giveUp(
    task: StoredTask,
    end: { readonly because: string; readonly atMs: number; readonly keep: number },
  ): Promise<void>;
  cancel(key: string): Promise<void>;
  /** The newest first. */
  givenUp(): Promise<GivenUpTask[]>;
  /** Those that are not given up. */
  under(prefix: string): Promise<OpenTask[]>;
  /** How many tasks wait, by name. */
  waiting(): Promise<ReadonlyMap<string, number>>;
}

/** Tasks of these names, and of none of these queues. */
export interface TaskWish {
  readonly names: readonly string[];
  readonly busy: readonly string[];
}

/** A payload that its handler refuses. */
export class TaskRefused extends Error {
  override readonly name = 'TaskRefused';

  constructor(task: string, because: string) {
    super(`the task ${task} can't have this payload: ${because}`);
  }
}

/** The reason of a task's signal when the desk stops or the task was cancelled: what it ends is no attempt. */
export class TaskStopped extends Error {
  override readonly name = 'TaskStopped';
}

export const GIVEN_UP_AFTER = 25;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 5 * 60_000;

/** A second after the first attempt, twice as long after each, five minutes in the end. */
export function backoffMs(attempt: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempt - 1, 30));
}
