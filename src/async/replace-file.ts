import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Replace a file atomically. A crash leaves the old content or the new; when this resolves, the new content is on
 * disk. Of several concurrent calls the last one wins. What fails leaves nothing behind: a full disk is not filled
 * further.
 * @param atMs the time that the file gets; default: now.
 */
export async function replaceFile(path: string, content: string | Uint8Array, atMs?: number): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    const file = await open(draft, 'w');
    try {
      await file.writeFile(content);
      if (atMs !== undefined) await file.utimes(atMs / 1_000, atMs / 1_000);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {}); // the first error counts
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Whether a file's name is that of a draft, which a crash can leave. */
export const isDraft = (name: string) => DRAFT.test(name);

const DRAFT = /^\..+\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;

/** Remove the temporary files that earlier processes left in a folder when they died. */
export async function sweepDrafts(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter(isDraft)) {
    const draft = join(folder, name);
    const found = await stat(draft).catch(() => undefined);
    if (found && found.mtimeMs < performance.timeOrigin) await rm(draft, { force: true });
  }
}

/** Sync a folder, which makes new names in it durable. Syncing a file doesn't. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
