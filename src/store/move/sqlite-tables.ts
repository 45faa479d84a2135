import type { Sqlite } from '../sqlite/database.ts';

/** The tables of a database, each after those that it refers to. */
export function tablesOf(db: Sqlite): string[] {
  const names = db
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`)
    .pluck()
    .all() as string[];
  const ordered = new Set<string>();
  const add = (name: string) => {
    if (ordered.has(name)) return;
    for (const parent of parentsOf(db, name)) if (parent !== name) add(parent);
    ordered.add(name);
  };
  for (const name of names) add(name);
  return [...ordered];
}

function parentsOf(db: Sqlite, table: string): string[] {
  const keys = db.pragma(`foreign_key_list(${table})`) as { table: string }[];
  return keys.map((key) => key.table);
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
