/**
 * The port through which repositories use SQL. Each engine has a driver for it.
 *
 * Statements must run on SQLite and PostgreSQL alike. `?` stands for a value (the driver translates it), so no
 * literal contains one. `ON CONFLICT` and `RETURNING` are fine; functions of one engine are not, and JSON is read and
 * changed in the program. Text is compared by code points (in PostgreSQL: `COLLATE "C"`). A value's type must be
 * clear from its use, so `? IS NULL OR a = ?` has to be two statements.
 */

/**
 * A value in a statement. Flags are 0 or 1 (`bit` and `flag` in `values.ts`), times are integers in milliseconds,
 * JSON is text.
 */
export type SqlValue = string | number | Uint8Array | null;

/**
 * A row, keyed by lower-case column names. Read its values with `values.ts` only: an engine may return a large number
 * as text, and a condition as a number or a boolean.
 */
export type Row = Readonly<Record<string, unknown>>;

export interface Reads {
  /** The first row. */
  get(sql: string, ...values: readonly SqlValue[]): Promise<Row | undefined>;
  all(sql: string, ...values: readonly SqlValue[]): Promise<Row[]>;
}

export interface Transaction extends Reads {
  /** @returns the number of changed rows. */
  run(sql: string, ...values: readonly SqlValue[]): Promise<number>;
}

/** What a transaction is about, so that an engine may run it beside others. */
export interface Scope {
  /**
   * Names of what it reads and writes: sessions, turns, jobs. Of two transactions with a name in common the second sees
   * what the first did. Those without one may run at the same time, and neither depends on rows that the other changes,
   * nor on their absence. One statement that finds and changes its rows itself needs no name.
   */
  readonly about: readonly string[];
  /** It goes before others that wait, as somebody waits for it. */
  readonly isFirst?: boolean;
}

export interface Sql extends Reads {
  /**
   * Run `work` atomically and isolated from other transactions: without a scope from all, else from those with which it
   * shares a name, and from those without a scope. Resolves when it is on disk.
   *
   * `work` may await its own statements only, and starts no other transaction. The engine may run it again from the
   * start, so it changes nothing but the database. It must stop after a statement has failed.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, scope?: Scope): Promise<T>;
  /** Several reads of one consistent state. `work` may await its own statements only. */
  snapshot<T>(work: (reads: Reads) => Promise<T>): Promise<T>;
  /** Remove deleted data from the disk as well. */
  forget(): Promise<void>;
  /** Bytes on disk that deletions have left free. */
  spare(): Promise<number>;
}
