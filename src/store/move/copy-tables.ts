/** Copies tables from one engine to another, and compares what arrived with what was there. */
import { createHash } from 'node:crypto';
import type { Reads, Row, SqlValue, Transaction } from '../sql/sql.ts';

export interface CopiedTable {
  readonly table: string;
  readonly rows: number;
  /** Of its rows, in no order. */
  readonly sha256: string;
}

/** How many values one statement has at most. */
const MOST_VALUES = 900;

/** Tables with their rows, each after those that it refers to. */
export type TableRows = readonly { readonly table: string; readonly rows: readonly Row[] }[];

/** All rows of all tables, in memory. */
export async function readTables(from: Reads, tables: readonly string[]): Promise<TableRows> {
  const read = [];
  for (const table of tables) read.push({ table, rows: await from.all(`SELECT * FROM ${table}`) });
  return read;
}

/** @throws Error when a table arrives differently. */
export async function writeTables(to: Transaction, tables: TableRows): Promise<CopiedTable[]> {
  const copied: CopiedTable[] = [];
  for (const { table, rows } of tables) {
    await insertRows(to, table, rows);
    const [was, is] = [sumOf(rows), sumOf(await to.all(`SELECT * FROM ${table}`))];
    if (was !== is) throw new Error(`the table ${table} did not arrive as it was: nothing is moved`);
    copied.push({ table, rows: rows.length, sha256: was });
  }
  return copied;
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

/** Engines may return an integer as a number or as text, and PostgreSQL's text has no NUL. */
function sumOf(rows: readonly Row[]): string {
  const lines = rows.map((row) =>
    JSON.stringify(
      Object.keys(row)
        .toSorted()
        .map((column) => [column, comparable(row[column])]),
    ),
  );
  const hash = createHash('sha256');
  for (const line of lines.sort()) hash.update(`${line}\n`);
  return hash.digest('hex');
}

function comparable(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  return String(value).replaceAll('\0', '\uFFFD');
}
