import type { Row, SqlValue, Transaction } from '../sql/sql.ts';
import type { Sqlite } from './database.ts';
import type { Statements } from './statements.ts';

/** A transaction's function awaited something else than its statements, or one that it was not given. */
class AwaitsElsewhere extends Error {
  constructor() {
    super(
      'a transaction awaited something other than its own statements: it was undone, so that nobody waits for it',
    );
    this.name = 'AwaitsElsewhere';
  }
}

/** One transaction among those that are committed together: its statements run while it is open. */
export class OpenTransaction implements Transaction {
  readonly #db: Sqlite;
  readonly #statements: Statements;
  #giveUp: ((error: unknown) => void) | undefined;
  #isOver = false;
  /** Why no statement runs any more, where that is not its proper end. */
  #broken: Error | undefined;

  constructor(db: Sqlite, statements: Statements) {
    this.#db = db;
    this.#statements = statements;
  }

  /** Do all of it. @throws AwaitsElsewhere when it was given up; whatever failed. */
  whole<T>(work: (tx: Transaction) => T | Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#giveUp = reject;
      Promise.resolve(work(this)).then(resolve, reject);
    });
  }

  /** From now on it runs no statement. */
  end(): void {
    this.#isOver = true;
  }

  giveUp(): void {
    this.#broken = new AwaitsElsewhere();
    this.#giveUp?.(this.#broken);
  }

  async get(sql: string, ...values: readonly SqlValue[]): Promise<Row | undefined> {
    return this.#try(() => this.#statements.get(sql, ...values));
  }

  async all(sql: string, ...values: readonly SqlValue[]): Promise<Row[]> {
    return this.#try(() => this.#statements.all(sql, ...values));
  }

  async run(sql: string, ...values: readonly SqlValue[]): Promise<number> {
    return this.#try(() => this.#statements.run(sql, ...values));
  }

  #try<T>(statement: () => T): T {
    if (this.#broken) throw this.#broken;
    if (this.#isOver) throw new Error('the transaction of this statement is over');
    try {
      return statement();
    } catch (error) {
      // What SQLite ended by itself, on a full disk, is not gone on with outside of any transaction.
      if (!this.#db.inTransaction) this.#broken = error as Error;
      throw error;
    }
  }
}
