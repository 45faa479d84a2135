/** Copies a table from one engine to another, page by page, and compares what arrived with what was there. */
import { createHash } from 'node:crypto';
import type { Reads, Row, SqlValue, Transaction } from '../sql/sql.ts';
import type { Table } from './sqlite-tables.ts';

export interface CopiedTable {
  readonly table: string;
  readonly rows: number;
  /** Of its rows, in no order. */
  readonly sha256: string;
}

/** How many values one statement has at most. */
const MOST_VALUES = 900;
/** How many rows are in memory at once: a story has hundreds of kilobytes. */
const PAGE = 100;

export interface Target {
  readonly reads: Reads;
  readonly put: (rows: readonly Row[]) => Promise<void>;
}

/** @throws Error when the table arrives differently. */
export async function copyTable(from: Reads, table: Table, { reads, put }: Target): Promise<CopiedTable> {
  const [was, is] = [new Sum(), new Sum()];
  for await (const rows of pagesOf(from, table)) {
    was.add(rows);
    await put(rows);
  }
  for await (const rows of pagesOf(reads, table)) is.add(rows);
  if (was.sha256 !== is.sha256)
    throw new Error(`the table ${table.name} did not arrive as it was: nothing is moved`);
  return { table: table.name, rows: was.rows, sha256: was.sha256 };
}

async function* pagesOf(from: Reads, { name, keys }: Table): AsyncGenerator<readonly Row[]> {
  const key = keys.join(', ');
  const above = ` WHERE (${key}) > (${keys.map(() => '?').join(', ')})`;
  for (let last: Row | undefined; ;) {
    const after = keys.map((one) => last?.[one] as SqlValue);
    const rows = await from.all(
      `SELECT * FROM ${name}${last ? above : ''} ORDER BY ${key} LIMIT ${PAGE}`,
      ...(last ? after : []),
    );
    if (rows.length > 0) yield rows;
    last = rows.at(-1);
    if (rows.length < PAGE) return;
  }
}

/** Insert rows with the same columns, as many per statement as the engine's limit of values allows. */
export async function insertRows(to: Transaction, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const atOnce = Math.max(1, Math.floor(MOST_VALUES / columns.length));
  const one = `(${columns.map(() => '?').join(', ')})`;
  for (let at = 0; at < rows.length; at += atOnce) {
    const some = rows.slice(at, at + atOnce);
    await to.run(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${some.map(() => one).join(', ')}`,
      ...some.flatMap((row) => columns.map((column) => row[column] as SqlValue)),
    );
  }
}

/** Of rows: the hash of each is folded in. */
class Sum {
  rows = 0;
  readonly #sum = Buffer.alloc(32);

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      const fields = Object.keys(row).toSorted();
      const line = JSON.stringify(fields.map((column) => [column, comparable(row[column])]));
      for (const [at, byte] of createHash('sha256').update(line).digest().entries())
        this.#sum[at] = this.#sum[at]! ^ byte;
    }
    this.rows += rows.length;
  }

  get sha256(): string {
    return this.#sum.toString('hex');
  }
}

/** Engines may return an integer as a number or as text, and PostgreSQL's text has no NUL. */
function comparable(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  return String(value).replaceAll('\0', '\uFFFD');
}
