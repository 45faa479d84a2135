/** A backup becomes a home again. Every file is compared with what the backup recorded before any is put in place. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DESK_MIGRATIONS } from '../sql/migrations/desk.ts';
import { POOL_MIGRATIONS } from '../sql/migrations/pool.ts';
import { isInside } from '../place-of-folder.ts';
import { StoreError } from '../store-error.ts';
import { MANIFEST, copyFile, isOfOneHome, readManifest, sumOf } from './backup-files.ts';
import type { BackupPaths, Manifest } from './backup-files.ts';

interface Target {
  readonly home: string;
  readonly paths: BackupPaths;
}

/**
 * @param from the folder of a backup.
 * @throws StoreError when the home has data or other files in the places of the backup's, or a file of the backup is
 * missing or was changed. Nothing is changed then.
 */
export async function restore(from: string, { home, paths }: Target): Promise<Manifest> {
  const manifest = await readManifest(from);
  mustBeKnown(from, manifest);
  mustBeOfBackups(from, { home, paths }, manifest);
  mustBeNew(home, paths, manifest);
  await mustBeAsRecorded(from, manifest);
  await mustBeFree(home, manifest);
  // The database is last: without one, a home that was restored in part is still new.
  const isLast = (path: string) => join(home, path) === paths.database;
  const files = manifest.files.toSorted((a, b) => Number(isLast(a.path)) - Number(isLast(b.path)));
  for (const { path } of files) {
    const to = join(home, path);
    const part = `${to}.restoring`;
    await rm(part, { force: true });
    await copyFile(join(from, path), part);
    await rename(part, to);
  }
  return manifest;
}

/** @throws StoreError when no desk of this version could work with one of its databases. */
function mustBeKnown(from: string, { schema: { desk, pool } }: Manifest): void {
  for (const [made, known] of [
    [desk, DESK_MIGRATIONS.length],
    [pool, POOL_MIGRATIONS.length],
  ] as const)
    if (made > known)
      throw new StoreError('newer', `${from} was made by a later Nightdesk (schema ${made}); update first`);
}

/** @throws StoreError for a file that no backup has: the manifest was changed, and could lead to any file of the home. */
function mustBeOfBackups(from: string, { home, paths }: Target, { files }: Manifest): void {
  const folders = [paths.data, paths.sessions, paths.prompts];
  const odd = files.find(({ path }) => {
    const to = join(home, path);
    return !folders.some((folder) => isInside(to, folder)) || isOfOneHome(to, paths);
  });
  if (odd)
    throw new StoreError(
      'unusable',
      `${join(from, MANIFEST)} was changed, nothing was restored: it names ${JSON.stringify(odd.path.slice(0, 200))}; allowed: files in data, sessions and prompts, without the token, the lock and the like`,
    );
}

/** What an interrupted restore has put in place is the backup's own: it is compared with the other files. */
function mustBeNew(home: string, { database, newsPool, sessions }: BackupPaths, { files }: Manifest): void {
  const own = new Set(files.map(({ path }) => join(home, path)));
  const names = existsSync(sessions) ? readdirSync(sessions) : [];
  const words = names
    .filter((name) => name.endsWith('.jsonl'))
    .some((name) => !own.has(join(sessions, name)));
  // A log that is left of another database would be taken for this one's.
  const data = [database, `${database}-wal`, `${newsPool}-wal`, ...(own.has(newsPool) ? [] : [newsPool])];
  const inTheWay = data.find((path) => existsSync(path)) ?? (words ? sessions : undefined);
  if (inTheWay !== undefined)
    throw new StoreError(
      'unusable',
      `${inTheWay} is there already, and is not overwritten: move data and sessions away, or name a new home in NIGHTDESK_HOME`,
    );
}

/** How many files a message names. */
const MOST_NAMED = 10;

/** What is there already must be as in the backup: a prompt or an edition may be somebody's work. */
async function mustBeFree(home: string, { files }: Manifest): Promise<void> {
  const others: string[] = [];
  for (const { path, sha256 } of files) {
    const found = statSync(join(home, path), { throwIfNoEntry: false });
    if (found && !(found.isFile() && (await sumOf(join(home, path))) === sha256)) others.push(path);
  }
  if (others.length === 0) return;
  const named = others.toSorted().slice(0, MOST_NAMED);
  if (others.length > MOST_NAMED) named.push('…');
  throw new StoreError(
    'unusable',
    `of ${home}, ${named.join(', ')} are there already with other content, and are not overwritten: move them away, or name a new home in NIGHTDESK_HOME`,
  );
}

async function mustBeAsRecorded(from: string, { files }: Manifest): Promise<void> {
  for (const { path, bytes, sha256 } of files) {
    const found = statSync(join(from, path), { throwIfNoEntry: false });
    if (!found?.isFile())
      throw new StoreError('unusable', `${from} is damaged, nothing was restored: ${path} is missing`);
    if (found.size !== bytes || (await sumOf(join(from, path))) !== sha256)
      throw new StoreError('unusable', `${from} is damaged, nothing was restored: ${path} was changed`);
  }
}
