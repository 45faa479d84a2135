/** The durable tasks of newsletters: each does one step, or sends what is made, and leaves the next with its checkpoint. */
import { z } from 'zod';
import type { TaskQueue } from '../async/task-queue.ts';
import { taskHandler } from '../feature/task.ts';
import type { TaskHandler } from '../feature/task.ts';
import type { Clock } from '../time/clock.ts';
import type { CheckpointBook } from './model/checkpoint-book.ts';
import type { NewsletterRecord } from './model/newsletter-record.ts';
import { STEPS } from './model/steps.ts';
import { SEND_TASK, STEP_TASK, nextTasks } from './next-tasks.ts';
import type { Workflow } from './workflow.ts';

interface TaskDeps {
  readonly queue: Pick<TaskQueue, 'add' | 'poke' | 'under'>;
  readonly book: Pick<CheckpointBook, 'find'>;
  readonly workflow: Pick<Workflow, 'doStep' | 'send'>;
  readonly clock: Clock;
}

interface Line {
  readonly rested: Promise<void>;
  readonly rest: () => void;
}

/** How often it is looked whether another desk, which runs the tasks, has done the last one. */
const LOOK_MS = 1_000;

const step = z.strictObject({ session: z.string(), step: z.enum(STEPS) });
const sending = z.strictObject({ session: z.string() });

export class NewsletterTasks {
  readonly #deps: TaskDeps;
  /** Of those with a task that this process was told of, until none is left. */
  readonly #lines = new Map<string, Line>();
  readonly #passes = new Set<Promise<void>>();

  constructor(deps: TaskDeps) {
    this.#deps = deps;
  }

  /**
   * A step that fails is no attempt that failed: its checkpoint says so, and nothing tries it again. What still rejects is a
   * trouble of the machine; its newsletter is gone on with at the next start, or when somebody resumes it.
   */
  readonly handlers: readonly TaskHandler[] = [
    taskHandler(step, {
      name: STEP_TASK,
      attempts: 1,
      inCommands: true,
      run: (payload, { signal }) =>
        this.#pass(payload.session, () => this.#deps.workflow.doStep(payload.session, payload.step, signal)),
    }),
    taskHandler(sending, {
      name: SEND_TASK,
      attempts: 1,
      inCommands: true,
      run: ({ session }, { signal }) => this.#pass(session, () => this.#deps.workflow.send(session, signal)),
    }),
  ];

  /** Something was written down for it. Returns at once. */
  take(session: string): void {
    this.#line(session);
    this.#deps.queue.poke();
  }

  /** Have what is next of it written down again: its task may be lost. */
  async renew(record: NewsletterRecord): Promise<void> {
    for (const task of nextTasks(record)) {
      this.#line(record.session);
      await this.#deps.queue.add(task);
    }
  }

  /** Whether it has a task that this process was told of; after `look` also as another desk may have done it. */
  isActive(session: string): boolean {
    return this.#lines.has(session);
  }

  async look(session: string): Promise<void> {
    if (!this.#lines.has(session)) return;
    const open = await this.#deps.queue.under(`newsletter:${session}/`);
    if (open.length === 0) this.#rest(session);
  }

  /** Resolves when it has no task any more that this process was told of, whichever desk did the last one. */
  async idle(session: string): Promise<void> {
    const { clock } = this.#deps;
    for (let line = this.#lines.get(session); line; line = this.#lines.get(session)) {
      const rested = new AbortController();
      const later = clock.until(clock.now() + LOOK_MS, rested.signal).catch(() => {}); // it rests
      await Promise.race([line.rested, later]);
      rested.abort();
      await this.look(session);
    }
  }

  /** While its queue is stopped: resolves when nothing runs. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#passes);
    for (const session of [...this.#lines.keys()]) this.#rest(session);
  }

  #pass(session: string, work: () => Promise<void>): Promise<void> {
    this.#line(session);
    const pass = this.#run(session, work).finally(() => this.#passes.delete(pass));
    this.#passes.add(pass);
    return pass;
  }

  async #run(session: string, work: () => Promise<void>): Promise<void> {
    let isOver = true;
    try {
      await work();
      const record = await this.#deps.book.find(session);
      isOver = !record || nextTasks(record).length === 0;
    } finally {
      if (isOver) this.#rest(session);
    }
  }

  #line(session: string): void {
    if (this.#lines.has(session)) return;
    let rest = () => {};
    const rested = new Promise<void>((resolve) => (rest = resolve));
    this.#lines.set(session, { rested, rest });
  }

  #rest(session: string): void {
    this.#lines.get(session)?.rest();
    this.#lines.delete(session);
  }
}
