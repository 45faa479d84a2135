import type { Database } from 'better-sqlite3';
import { textFor } from '../sql/migrations/migration.ts';
import type { Migration } from '../sql/migrations/migration.ts';

/** The number of steps that a database has taken. */
export function versionOf(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}

/** Take the steps that a database lacks, each in a transaction. Of one that has more than there are, nothing is changed. */
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
