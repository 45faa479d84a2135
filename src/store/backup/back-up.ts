/**
 * A copy of a whole home, also while its desk runs.
 *
 * Databases and transcripts are of one moment: for some milliseconds no transaction can begin, while snapshots of both
 * databases are taken and the lengths of all transcripts are read. Transcripts only grow, so their first bytes are copied
 * afterwards. When one was replaced meanwhile (a reset, words taken back), the backup begins again. Other files are copied after
 * that: a desk that starts finds them as after a crash, not older than its database.
 */
import Database from 'better-sqlite3';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { chmod, mkdir, open, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { DESK_MIGRATIONS } from '../sql/migrations/desk.ts';
import { POOL_MIGRATIONS } from '../sql/migrations/pool.ts';
import { versionOf } from '../sqlite/migrate.ts';
import { markOf } from '../sqlite/home-record.ts';
import { isInside, makeNewFolder } from '../place-of-folder.ts';
import { StoreError } from '../store-error.ts';
import { MANIFEST, copyFile, filesBelow, isLeftOut, sumOf } from './backup-files.ts';
import type { BackedUpFile, BackupPaths, Manifest } from './backup-files.ts';

export interface BackUpTerms {
  readonly home: string;
  readonly paths: BackupPaths;
  /** A folder that is missing or empty. */
  readonly to: string;
  /** ISO 8601. */
  readonly madeAt: string;
  /** Files and folders that are the program's own. */
  readonly leftOut?: readonly string[];
}

/** How often it begins again when a transcript was replaced meanwhile. */
const MOST_ATTEMPTS = 5;

/** @throws StoreError when there is nothing to copy, or the folder has files. Nothing is left in it then. */
export async function backUp(terms: BackUpTerms): Promise<Manifest> {
  const { paths, to, madeAt } = terms;
  // Unlike `existsSync`, this tells a home of another user from an empty one.
  if (!statSync(paths.database, { throwIfNoEntry: false }))
    throw new StoreError('unusable', `there is nothing to back up: ${paths.database} is missing`);
  makeNewFolder(to, [paths.data, paths.sessions, paths.prompts]);
  try {
    const copied = await copyOnce(terms);
    const files = [...copied.files, ...(await otherFiles(terms))];
    const manifest = { format: 1, madeAt, schema: copied.schema, files } as const;
    await writeFile(join(to, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, {
      mode: 0o600,
      flush: true,
    });
    return manifest;
  } catch (error) {
    await empty(to);
    throw error;
  }
}

interface Snapshot {
  readonly desk: Database.Database;
  readonly pool: Database.Database | undefined;
  /** Of each file of a transcript, by its path. */
  readonly transcripts: ReadonlyMap<string, { readonly bytes: number; readonly inode: number }>;
}

async function copyOnce(terms: BackUpTerms, attempt = 1): Promise<Pick<Manifest, 'files' | 'schema'>> {
  const snapshot = await takeSnapshot(terms.paths);
  try {
    const files = await transcriptsOf(snapshot, terms);
    if (files)
      return { files: [...files, ...(await databasesOf(snapshot, terms))], schema: schemaOf(snapshot) };
  } finally {
    snapshot.desk.close();
    snapshot.pool?.close();
  }
  await empty(terms.to);
  if (attempt === MOST_ATTEMPTS)
    throw new StoreError(
      'unusable',
      'transcripts were replaced again and again while they were copied: try again',
    );
  return copyOnce(terms, attempt + 1);
}

/** One moment: while the locks are held, nothing is committed. The connections keep what they see after that. */
async function takeSnapshot({ database, newsPool, sessions }: BackupPaths): Promise<Snapshot> {
  const named = await filesBelow(sessions);
  const [desk, pool] = [reading(database), existsSync(newsPool) ? reading(newsPool) : undefined];
  const locks = [database, ...(pool ? [newsPool] : [])].map((file) => {
    const db = new Database(file, { fileMustExist: true, timeout: 10_000 });
    db.pragma('wal_autocheckpoint = 0');
    return db;
  });
  try {
    for (const lock of locks) hold(lock);
    for (const db of [desk, pool]) db?.exec('BEGIN; SELECT count(*) FROM sqlite_master');
    const transcripts = new Map<string, { bytes: number; inode: number }>();
    for (const path of [...named, ...newIn(sessions, named)]) {
      const found = statSync(path, { throwIfNoEntry: false });
      if (found) transcripts.set(path, { bytes: found.size, inode: found.ino });
    }
    return { desk, pool, transcripts };
  } catch (error) {
    desk.close();
    pool?.close();
    throw error;
  } finally {
    for (const lock of locks) lock.close();
  }
}

/** @throws StoreError that names the file. */
function hold(db: Database.Database): void {
  try {
    db.exec('BEGIN IMMEDIATE');
  } catch (cause) {
    throw new StoreError('unusable', `${db.name} can't be copied: ${(cause as Error).message}`, { cause });
  }
}

/** Files that came between the listing and the lock. */
function newIn(folder: string, known: readonly string[]): string[] {
  if (!existsSync(folder)) return [];
  const names = new Set(known);
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(folder, name))
    .filter((path) => !names.has(path));
}

function reading(file: string): Database.Database {
  return new Database(file, { readonly: true, fileMustExist: true, timeout: 10_000 });
}

/** @returns undefined when one was replaced since the snapshot. */
async function transcriptsOf(
  { transcripts }: Snapshot,
  { home, to }: BackUpTerms,
): Promise<BackedUpFile[] | undefined> {
  const files: BackedUpFile[] = [];
  for (const [path, { bytes, inode }] of transcripts) {
    const name = nameIn(home, path);
    try {
      const copied = await copyFile(path, join(to, name), bytes);
      if (copied.bytes !== bytes || statSync(path).ino !== inode) return undefined;
      files.push({ path: name, ...copied });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }
  return files;
}

async function databasesOf(
  { desk, pool }: Snapshot,
  { home, paths, to }: BackUpTerms,
): Promise<BackedUpFile[]> {
  const files: BackedUpFile[] = [];
  const add = async (path: string) => {
    const copy = join(to, nameIn(home, path));
    await sync(copy);
    files.push({ path: nameIn(home, path), bytes: statSync(copy).size, sha256: await sumOf(copy) });
  };
  for (const [db, path] of [
    [desk, paths.database],
    [pool, paths.newsPool],
  ] as const) {
    if (!db) continue;
    const copy = join(to, nameIn(home, path));
    await mkdir(dirname(copy), { recursive: true, mode: 0o700 });
    await db.backup(copy);
    await chmod(copy, 0o600);
    await add(path);
  }
  // A home that has its mark is held to have all that was written to it.
  const written = desk.prepare(`SELECT value FROM desk WHERE name = 'written'`).pluck().get();
  const mark = markOf(paths.database);
  await writeFile(join(to, nameIn(home, mark)), `${String(written ?? 1)}\n`, { mode: 0o600 });
  await add(mark);
  return files;
}

async function otherFiles({ home, paths, to, leftOut = [] }: BackUpTerms): Promise<BackedUpFile[]> {
  const files: BackedUpFile[] = [];
  for (const folder of [paths.data, paths.prompts])
    for (const path of await filesBelow(folder)) {
      if (isLeftOut(path, paths) || leftOut.some((one) => isInside(path, one))) continue;
      const name = nameIn(home, path);
      try {
        files.push({ path: name, ...(await copyFile(path, join(to, name))) });
      } catch (error) {
        // What is deleted meanwhile was no longer needed.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
  return files;
}

function schemaOf({ desk, pool }: Snapshot): Manifest['schema'] {
  const [known, pooled] = [DESK_MIGRATIONS.length, POOL_MIGRATIONS.length];
  return { desk: Math.min(versionOf(desk), known), pool: pool ? Math.min(versionOf(pool), pooled) : pooled };
}

const nameIn = (home: string, path: string) => relative(home, path).split(sep).join('/');

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function empty(folder: string): Promise<void> {
  for (const name of readdirSync(folder)) await rm(join(folder, name), { recursive: true, force: true });
}
