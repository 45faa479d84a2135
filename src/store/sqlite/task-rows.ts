import type { QueuedTask, StoredTask } from '../../async/task-queue.ts';
import { json, number, text } from './statements.ts';
import type { Row, Statements } from './statements.ts';

/** Write tasks down, in the transaction of whichever book this is; each replaces what waits under its key. */
export function putTasks(sql: Statements, tasks: readonly QueuedTask[]): void {
  for (const { task, key, payload, queue, priority = 0, runAtMs } of tasks)
    sql.run(
      `INSERT OR REPLACE INTO tasks (task, key, queue, payload, priority, run_at) VALUES (?, ?, ?, ?, ?, ?)`,
      task,
      key,
      queue ?? ownQueue(key),
      JSON.stringify(payload),
      priority,
      runAtMs,
    );
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
