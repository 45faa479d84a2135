import type { Sqlite } from '../sqlite/database.ts';

export interface Table {
  readonly name: string;
  /** The columns of its primary key. */
  readonly keys: readonly string[];
}

/** The tables of a database. */
export function tablesOf(db: Sqlite): Table[] {
  const names = db
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`)
    .pluck()
    .all() as string[];
  const keys = db.prepare(`SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk`).pluck();
  return names.map((name) => ({ name, keys: keys.all(name) as string[] }));
}

/** Do something without the database's triggers: rows are copied as they are, with what triggers have made of them. */
export async function withoutTriggers<T>(db: Sqlite, work: () => Promise<T>): Promise<T> {
  const triggers = db.prepare(`SELECT name, sql FROM sqlite_master WHERE type = 'trigger'`).all() as {
    name: string;
    sql: string;
  }[];
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  try {
    return await work();
  } finally {
    for (const { sql } of triggers) db.exec(sql);
  }
}
