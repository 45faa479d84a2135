import type { QueuedTask, StoredTask, TaskBook, TaskWish } from '../../async/task-queue.ts';
import type { GroupCommit } from './group-commit.ts';
import { Statements, maybe, number, text } from './statements.ts';
import { putTasks, taskOf } from './task-rows.ts';

export class SqliteTaskBook implements TaskBook {
  readonly #commits: GroupCommit;
  readonly #sql: Statements;

  constructor(commits: GroupCommit) {
    this.#commits = commits;
    this.#sql = new Statements(commits.db);
  }

  put(tasks: readonly QueuedTask[]): Promise<void> {
    return this.#commits.run(() => putTasks(this.#sql, tasks));
  }

  async due({ names, busy, nowMs, limit }: Parameters<TaskBook['due']>[0]): Promise<StoredTask[]> {
    return this.#sql
      .all(
        `SELECT * FROM tasks WHERE ${MAY_BEGIN} AND run_at <= $nowMs ORDER BY priority, run_at, seq LIMIT $limit`,
        { ...wishOf({ names, busy }), nowMs, limit },
      )
      .map(taskOf);
  }

  async nextAtMs(wish: TaskWish): Promise<number | undefined> {
    const row = this.#sql.get(`SELECT min(run_at) AS at FROM tasks WHERE ${MAY_BEGIN}`, wishOf(wish));
    return maybe(row?.['at'], number);
  }

  done({ seq }: StoredTask): Promise<void> {
    return this.#commits.run(() => {
      this.#sql.run(`DELETE FROM tasks WHERE seq = ?`, seq);
    });
  }

  postpone({ seq }: StoredTask, { runAtMs, attempts }: Parameters<TaskBook['postpone']>[1]): Promise<void> {
    return this.#commits.run(() => {
      this.#sql.run(`UPDATE tasks SET run_at = ?, attempts = ? WHERE seq = ?`, runAtMs, attempts, seq);
    });
  }

  giveUp({ seq }: StoredTask, because: string, atMs: number): Promise<void> {
    return this.#commits.run(() => {
      this.#sql.run(`UPDATE tasks SET given_up_at = ?, error = ? WHERE seq = ?`, atMs, because, seq);
    });
  }

  cancel(key: string): Promise<void> {
    return this.#commits.run(() => {
      this.#sql.run(`DELETE FROM tasks WHERE key = ?`, key);
    });
  }

  async waiting(): Promise<ReadonlyMap<string, number>> {
    const rows = this.#sql.all(
      `SELECT task, count(*) AS n FROM tasks WHERE given_up_at IS NULL GROUP BY task ORDER BY task`,
    );
    return new Map(rows.map((row) => [text(row['task']), number(row['n'])]));
  }
}

const MAY_BEGIN = `given_up_at IS NULL AND task IN (SELECT value FROM json_each($names))
  AND queue NOT IN (SELECT value FROM json_each($busy))`;

function wishOf({ names, busy }: TaskWish): { readonly names: string; readonly busy: string } {
  return { names: JSON.stringify(names), busy: JSON.stringify(busy) };
}
