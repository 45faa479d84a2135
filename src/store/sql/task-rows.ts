import type { QueuedTask, StoredTask } from '../../async/task-queue.ts';
import type { Row, Transaction } from './sql.ts';
import { json, number, text } from './values.ts';

/**
 * Write tasks down, in the transaction of whichever book this is. Each replaces what waits under its key, with a row of its
 * own: whoever still holds the old one finds it gone.
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

/** What has no queue waits for nothing but for what runs under its key. */
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
