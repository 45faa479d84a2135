import type { Row, SqlValue, Transaction } from '../sql/sql.ts';
import type { Sqlite } from './database.ts';
import type { Statements } from './statements.ts';

/** A transaction's function awaited something other than its own statements. */
class AwaitsElsewhere extends Error {
  constructor() {
    super(
      'a transaction awaited something other than its own statements: it was undone, so that nobody waits for it',
    );
    this.name = 'AwaitsElsewhere';
  }
}

/** One of the transactions that are committed together. Its statements run only while it is open. */
export class OpenTransaction implements Transaction {
  readonly #db: Sqlite;
  readonly #statements: Statements;
  #giveUp: ((error: unknown) => void) | undefined;
  #isOver = false;
  /** Why it runs no further statement, if it didn't end properly. */
  #broken: Error | undefined;

  constructor(db: Sqlite, statements: Statements) {
    this.#db = db;
    this.#statements = statements;
  }

  /**
   * Run the whole transaction.
   * @throws AwaitsElsewhere when it was given up, or whatever `work` throws.
   */
  whole<T>(work: (tx: Transaction) => T | Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#giveUp = reject;
      Promise.resolve(work(this)).then(resolve, reject);
    });
  }

  /** Refuse statements from now on. */
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
      // On a full disk SQLite has ended the transaction; further statements would run outside of any.
      if (!this.#db.inTransaction) this.#broken = error as Error;
      throw error;
    }
  }
}
