import type {
  GivenUpTask,
  OpenTask,
  QueuedTask,
  StoredTask,
  TaskBook,
  TaskFilter,
} from '../../async/task-queue.ts';
import type { Sql } from './sql.ts';
import { putTasks, taskOf } from './task-rows.ts';
import { maybe, number, places, text } from './values.ts';

/** For a queue that runs tasks in one process. An engine with workers of its own doesn't need it. */
export class SqlTaskBook implements TaskBook {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  put(tasks: readonly QueuedTask[]): Promise<void> {
    return this.#sql.transaction((tx) => putTasks(tx, tasks));
  }

  async due({ names, busy, nowMs, limit }: Parameters<TaskBook['due']>[0]): Promise<StoredTask[]> {
    if (names.length === 0) return [];
    const rows = await this.#sql.all(
      `SELECT * FROM tasks WHERE ${mayBegin({ names, busy })} AND run_at <= ?
       ORDER BY priority, run_at, seq LIMIT ?`,
      ...names,
      ...busy,
      nowMs,
      limit,
    );
    return rows.map(taskOf);
  }

  async nextAtMs({ names, busy }: TaskFilter): Promise<number | undefined> {
    if (names.length === 0) return undefined;
    const row = await this.#sql.get(
      `SELECT min(run_at) AS at FROM tasks WHERE ${mayBegin({ names, busy })}`,
      ...names,
      ...busy,
    );
    return maybe(row?.['at'], number);
  }

  done({ seq }: StoredTask, then: readonly QueuedTask[] = []): Promise<void> {
    return this.#sql.transaction(async (tx) => {
      await tx.run(`DELETE FROM tasks WHERE seq = ?`, seq);
      await putTasks(tx, then);
    });
  }

  postpone(
    { seq }: StoredTask,
    { runAtMs, attempts }: Parameters<TaskBook['postpone']>[1],
    then: readonly QueuedTask[] = [],
  ): Promise<void> {
    return this.#sql.transaction(async (tx) => {
      await tx.run(`UPDATE tasks SET run_at = ?, attempts = ? WHERE seq = ?`, runAtMs, attempts, seq);
      await putTasks(tx, then);
    });
  }

  giveUp({ seq }: StoredTask, { because, atMs, keep }: Parameters<TaskBook['giveUp']>[1]): Promise<void> {
    return this.#sql.transaction(async (tx) => {
      await tx.run(`UPDATE tasks SET given_up_at = ?, error = ? WHERE seq = ?`, atMs, because, seq);
      await tx.run(
        `DELETE FROM tasks WHERE given_up_at IS NOT NULL AND seq <=
           (SELECT seq FROM tasks WHERE given_up_at IS NOT NULL ORDER BY seq DESC LIMIT 1 OFFSET ?)`,
        keep,
      );
    });
  }

  cancel(key: string): Promise<void> {
    return this.#sql.transaction(async (tx) => void (await tx.run(`DELETE FROM tasks WHERE key = ?`, key)));
  }

  async under(prefix: string): Promise<OpenTask[]> {
    const rows = await this.#sql.all(
      `SELECT * FROM tasks WHERE given_up_at IS NULL AND key >= ? AND key < ? ORDER BY seq`,
      prefix,
      `${prefix}\u{10FFFF}`,
    );
    return rows.map(taskOf);
  }

  async givenUp(): Promise<GivenUpTask[]> {
    const rows = await this.#sql.all(`SELECT * FROM tasks WHERE given_up_at IS NOT NULL ORDER BY seq DESC`);
    return rows.map((row) => ({
      ...taskOf(row),
      because: text(row['error']),
      atMs: number(row['given_up_at']),
    }));
  }

  async waiting(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#sql.all(
      `SELECT task, count(*) AS n FROM tasks WHERE given_up_at IS NULL GROUP BY task ORDER BY task`,
    );
    return new Map(rows.map((row) => [text(row['task']), number(row['n'])]));
  }
}

function mayBegin({ names, busy }: TaskFilter): string {
  const notBusy = busy.length > 0 ? ` AND queue NOT IN (${places(busy)})` : '';
  return `given_up_at IS NULL AND task IN (${places(names)})${notBusy}`;
}
