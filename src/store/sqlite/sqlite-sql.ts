import type { Reads, Row, Sql, SqlValue, Transaction } from '../sql/sql.ts';
import { number } from '../sql/values.ts';
import type { Sqlite } from './database.ts';
import { GroupCommit } from './group-commit.ts';
import type { HomeRecorder } from './home-record.ts';
import type { Bilingual } from '../../time/locale.ts';

/** SQLite as the port `Sql`. A statement has run when the call returns; its promise takes a microtask. */
export class SqliteSql implements Sql {
  readonly #commits: GroupCommit;

  constructor(db: Sqlite, record?: HomeRecorder) {
    this.#commits = new GroupCommit(db, record);
  }

  /** Why nothing can be written at the moment, if so. */
  get trouble(): Bilingual | undefined {
    return this.#commits.trouble?.words;
  }

  async get(sql: string, ...values: readonly SqlValue[]): Promise<Row | undefined> {
    return this.#commits.statements.get(sql, ...values);
  }

  async all(sql: string, ...values: readonly SqlValue[]): Promise<Row[]> {
    return this.#commits.statements.all(sql, ...values);
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#commits.run(work);
  }

  /** Transactions start in a tick of their own, so nothing is written between two microtasks. */
  snapshot<T>(work: (reads: Reads) => Promise<T>): Promise<T> {
    return work(this);
  }

  async forget(): Promise<void> {
    this.#commits.fold();
  }

  /** Waits for running writes. */
  spare(): Promise<number> {
    const value = (name: string) => number(this.#commits.db.pragma(name, { simple: true }));
    return this.#commits.run(() => value('freelist_count') * value('page_size'));
  }
}
