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

  /** Set it unless it is set. @returns what it is; the same for everybody, on any desk. */
  settle(name: string, value: string): Promise<string> {
    return this.#sql.transaction(async (tx) => {
      await tx.run(`INSERT INTO desk (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING`, name, value);
      return text((await tx.get(`SELECT value FROM desk WHERE name = ?`, name))?.['value']);
    });
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
