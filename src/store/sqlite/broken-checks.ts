/**
 * Finds rows that violate a CHECK of their table, written by another program. They don't mean that the file is
 * damaged.
 */
import { isNoneOf } from '../../sessions/unreadable.ts';
import type { Row } from '../sql/sql.ts';
import { text } from '../sql/values.ts';
import type { Statements } from './statements.ts';

interface BrokenCheck {
  readonly table: string;
  readonly reason: string;
  readonly row: Row;
}

const CHECK = /CHECK \((\w+) IN\s*\(([^)]*)\)\)/g;

/** All rows that violate a CHECK of the form `column IN (…)`. */
export function brokenChecks(sql: Statements): BrokenCheck[] {
  const tables = sql.all(`SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql LIKE '%CHECK (%'`);
  return tables.flatMap(({ name, sql: schema }) =>
    [...text(schema).matchAll(CHECK)].flatMap(([, column = '', values = '']) =>
      sql.all(`SELECT * FROM ${text(name)} WHERE ${column} NOT IN (${values})`).map((row) => ({
        table: text(name),
        reason: `${column} ${isNoneOf(String(row[column]), listed(values))}`,
        row,
      })),
    ),
  );
}

/** The allowed values as in the schema, on one line. */
function listed(values: string): string {
  return values
    .replaceAll(/['\s]+/g, ' ')
    .replaceAll(' ,', ',')
    .trim();
}
