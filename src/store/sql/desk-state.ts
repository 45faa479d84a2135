import type { Sql } from './sql.ts';
import { maybe, text } from './values.ts';

/** Small facts about the desk that survive a restart: that it is paused, what was set up. */
export class SqlDeskState {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async get(name: string): Promise<string | undefined> {
    return maybe((await this.#sql.get(`SELECT value FROM desk WHERE name = ?`, name))?.['value'], text);
  }

  async set(name: string, value: string): Promise<void> {
    await this.#sql.transaction((tx) =>
      tx.run(
        `INSERT INTO desk (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
        name,
        value,
      ),
    );
  }
}
