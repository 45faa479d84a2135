import type { Statement } from 'better-sqlite3';
import type { Row } from '../sql/sql.ts';
import type { Sqlite } from './database.ts';

/** Statements of a database, each prepared once. */
export class Statements {
  readonly #db: Sqlite;
  readonly #prepared = new Map<string, Statement<unknown[], Row>>();

  constructor(db: Sqlite) {
    this.#db = db;
  }

  run(sql: string, ...values: unknown[]): number {
    return this.#statement(sql).run(...values).changes;
  }

  get(sql: string, ...values: unknown[]): Row | undefined {
    return this.#statement(sql).get(...values);
  }

  all(sql: string, ...values: unknown[]): Row[] {
    return this.#statement(sql).all(...values);
  }

  #statement(sql: string): Statement<unknown[], Row> {
    let statement = this.#prepared.get(sql);
    if (!statement) this.#prepared.set(sql, (statement = this.#db.prepare<unknown[], Row>(sql)));
    return statement;
  }
}
