import type { Logger } from 'pino';
import type { TaskBook, TaskQueue } from '../async/task-queue.ts';

/** What the log of a start says of durable tasks: those that nothing handles any more, and those that were given up. */
export async function logTasks(
  queue: Pick<TaskQueue, 'unhandled'>,
  book: Pick<TaskBook, 'givenUp'>,
  log: Logger,
): Promise<void> {
  for (const [task, count] of await queue.unhandled())
    log.warn({ module: 'tasks', task, count }, 'tasks wait that no feature of this desk handles');
  const [last, ...others] = await book.givenUp();
  if (!last) return;
  const { task, key, because } = last;
  log.warn(
    { module: 'tasks', task, key, because, others: others.length },
    'a task was given up, and is kept',
  );
}
