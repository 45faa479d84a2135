import type { GroupCommit } from './group-commit.ts';
import { Statements, maybe, text } from './statements.ts';

/** Small facts about the desk that survive a restart: paused, what was set up. */
export class SqliteDeskState {
  readonly #commits: GroupCommit;
  readonly #sql: Statements;

  constructor(commits: GroupCommit) {
    this.#commits = commits;
    this.#sql = new Statements(commits.db);
  }

  async get(name: string): Promise<string | undefined> {
    return maybe(this.#sql.get(`SELECT value FROM desk WHERE name = ?`, name)?.['value'], text);
  }

  set(name: string, value: string): Promise<void> {
    return this.#commits.run(() => {
      this.#sql.run(`INSERT OR REPLACE INTO desk (name, value) VALUES (?, ?)`, name, value);
    });
  }
}
