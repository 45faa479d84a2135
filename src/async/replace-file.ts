import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Replace a file whole: after a crash there is the old content or the new one, and once this resolves, the new
 * one. Of several at once the last one stays.
 */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  const file = await open(draft, 'w');
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await syncFolder(dirname(path));
}

const DRAFT = /^\..+\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;

/** Take away the drafts that processes before this one left in a folder when they died. */
export async function sweepDrafts(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((it) => DRAFT.test(it))) {
    const draft = join(folder, name);
    const found = await stat(draft).catch(() => undefined);
    if (found && found.mtimeMs < performance.timeOrigin) await rm(draft, { force: true });
  }
}

/** Make names in a folder durable; a file's own sync doesn't. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
