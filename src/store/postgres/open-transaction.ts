import type { QueryResult } from 'pg';
import type { Row, SqlValue, Transaction } from '../sql/sql.ts';

type Query = (sql: string, values: readonly SqlValue[]) => Promise<QueryResult<Row>>;

/** Statements run while it is open. */
export class OpenTransaction implements Transaction {
  readonly #query: Query;
  #isOver = false;

  constructor(query: Query) {
    this.#query = query;
  }

  end(): void {
    this.#isOver = true;
  }

  async get(sql: string, ...values: readonly SqlValue[]): Promise<Row | undefined> {
    return (await this.#run(sql, values)).rows[0];
  }

  async all(sql: string, ...values: readonly SqlValue[]): Promise<Row[]> {
    return (await this.#run(sql, values)).rows;
  }

  async run(sql: string, ...values: readonly SqlValue[]): Promise<number> {
    return (await this.#run(sql, values)).rowCount ?? 0;
  }

  async #run(sql: string, values: readonly SqlValue[]): Promise<QueryResult<Row>> {
    if (this.#isOver) throw new Error('the transaction of this statement is over');
    return this.#query(sql, values);
  }
}
