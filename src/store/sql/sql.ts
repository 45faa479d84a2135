/**
 * The port over which repositories speak SQL. An engine is a driver of it.
 *
 * The SQL is what SQLite and PostgreSQL both run: `?` stands for each value (the driver translates it), so no literal
 * holds one; `ON CONFLICT` and `RETURNING` are fine; functions of one engine are not, and JSON is read and changed in
 * the program. Text is compared by its code points (in PostgreSQL: `COLLATE "C"`). An engine doesn't guess the type of
 * a value from nothing: `? IS NULL OR a = ?` is two statements.
 */

/**
 * What a statement is given. There are no booleans and no dates: a flag is 0 or 1 (`bit`, `flag` in `values.ts`), a time
 * is a whole number of milliseconds, JSON is text.
 */
export type SqlValue = string | number | Uint8Array | null;

/**
 * A row by its columns' names, which are lower case. What stands in it is read by `values.ts` only: an engine may give a
 * large number as text, and a condition as a number or a boolean.
 */
export type Row = Readonly<Record<string, unknown>>;

export interface Reads {
  /** The first row. */
  get(sql: string, ...values: readonly SqlValue[]): Promise<Row | undefined>;
  all(sql: string, ...values: readonly SqlValue[]): Promise<Row[]>;
}

export interface Transaction extends Reads {
  /** @returns how many rows were changed. */
  run(sql: string, ...values: readonly SqlValue[]): Promise<number>;
}

export interface Sql extends Reads {
  /**
   * Everything that `work` does, or nothing; as if no other transaction ran meanwhile. Resolves once that is on disk.
   *
   * `work` awaits its own statements only, so that nobody waits for it; it starts no other transaction. An engine may run
   * it again, from its beginning: it changes nothing but the database. After a statement that failed it ends.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Several reads of one state. `work` awaits its own statements only. */
  snapshot<T>(work: (reads: Reads) => Promise<T>): Promise<T>;
  /** What was deleted leaves the disk as well. */
  forget(): Promise<void>;
  /** Bytes on disk that deletions have left free. */
  spare(): Promise<number>;
}
