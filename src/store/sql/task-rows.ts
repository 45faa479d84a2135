import type { QueuedTask, StoredTask } from '../../async/task-queue.ts';
import type { Row, Transaction } from './sql.ts';
import { json, number, text } from './values.ts';

/**
 * Store tasks within a book's transaction. Each replaces the waiting task of its key with a new row, so that whoever
 * holds the old one finds it gone.
 */
export async function putTasks(tx: Transaction, tasks: readonly QueuedTask[]): Promise<void> {
  for (const { task, key, payload, queue, priority = 0, runAtMs } of tasks) {
    await tx.run(`DELETE FROM tasks WHERE key = ?`, key);
    await tx.run(
      `INSERT INTO tasks (task, key, queue, payload, priority, run_at, attempts) VALUES (?, ?, ?, ?, ?, ?, 0)`,
      task,
      key,
      queue ?? ownQueue(key),
      JSON.stringify(payload),
      priority,
      runAtMs,
    );
  }
}

/** A task without a queue waits only for a running task of its own key. */
function ownQueue(key: string): string {
  return `key:${key}`;
}

export function taskOf(row: Row): StoredTask {
  return {
    seq: number(row['seq']),
    task: text(row['task']),
    key: text(row['key']),
    queue: text(row['queue']),
    payload: json(row['payload']),
    priority: number(row['priority']),
    runAtMs: number(row['run_at']),
    attempts: number(row['attempts']),
  };
}
