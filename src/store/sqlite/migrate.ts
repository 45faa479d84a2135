import type { Database } from 'better-sqlite3';
import { textFor } from '../sql/migrations/migration.ts';
import type { Migration } from '../sql/migrations/migration.ts';

/** How many migrations a database has applied. */
export function versionOf(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}

/**
 * Apply the migrations that a database lacks, each in a transaction. A database with more migrations than exist is
 * left unchanged.
 */
export function migrate(db: Database, migrations: readonly Migration[]): void {
  const taken = versionOf(db);
  for (const [index, migration] of migrations.entries()) {
    if (index < taken) continue;
    db.transaction(() => {
      db.exec(textFor('sqlite', migration));
      db.pragma(`user_version = ${index + 1}`);
    })();
  }
}
