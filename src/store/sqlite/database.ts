/**
 * The desk's database: opened once, migrated forward, durable at commit.
 *
 * A file that is not a healthy database is never written to. It is copied byte for byte and the start is refused, so
 * that nothing is lost and nobody gets an empty desk by surprise.
 */
import Database from 'better-sqlite3';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { migrate, versionOf } from './migrate.ts';
import { DESK_MIGRATIONS } from '../sql/migrations/desk.ts';
import { StoreError } from '../store-error.ts';

export type Sqlite = Database.Database;

/**
 * Open the desk's database.
 * @throws StoreError `corrupt` when the file is damaged (a copy is kept beside it), `newer` when a later desk wrote
 * it.
 */
export function openDatabase(file: string, stamp: string): Sqlite {
  mkdirSync(dirname(file), { recursive: true });
  let db: Sqlite | undefined;
  try {
    db = new Database(file);
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    db.pragma('busy_timeout = 200');
    // Deleted data leaves the file: people may delete what they wrote.
    db.pragma('secure_delete = ON');
    // Rows that violate a CHECK are set aside once the database is open.
    db.pragma('ignore_check_constraints = ON');
    const health = db.pragma('quick_check(1)', { simple: true });
    if (health !== 'ok') throw new Error(String(health));
    mustBeKnown(versionOf(db), file);
    migrate(db, DESK_MIGRATIONS);
    db.pragma('ignore_check_constraints = OFF');
    return db;
  } catch (error) {
    db?.close();
    if (error instanceof StoreError) throw error;
    throw damaged(file, stamp, error);
  }
}

function mustBeKnown(version: number, file: string): void {
  if (version > DESK_MIGRATIONS.length)
    throw new StoreError(
      'newer',
      `${file} was written by a later Nightdesk (schema ${version}); update the desk`,
    );
}

function damaged(file: string, stamp: string, cause: unknown): StoreError {
  const code = (cause as { code?: unknown }).code;
  const broken = code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT' || code === undefined;
  if (!broken || !existsSync(file))
    return new StoreError('unusable', `${file} could not be opened: ${(cause as Error).message}`, { cause });
  const copy = sameCopy(file) ?? `${file}.corrupt-${stamp}`;
  if (!existsSync(copy)) copyFileSync(file, copy);
  return new StoreError(
    'corrupt',
    `${file} is damaged (${(cause as Error).message}). It was left as it is, with a copy in ${copy}. ` +
      'Restore a backup after you moved data and sessions away, or move it away to start with an empty desk.',
    { cause },
  );
}

/** The copy that an earlier start made of the same damage. */
function sameCopy(file: string): string | undefined {
  const [folder, name] = [dirname(file), `${basename(file)}.corrupt-`];
  const { size } = statSync(file);
  return readdirSync(folder)
    .filter((one) => one.startsWith(name))
    .map((one) => join(folder, one))
    .find((copy) => statSync(copy).size === size && digest(copy) === digest(file));
}

function digest(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
