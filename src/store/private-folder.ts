import { chmodSync, readdirSync, statSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { join } from 'node:path';

const OTHERS = 0o077;

/**
 * Make a folder and everything in it accessible to its owner only. New files get this from the process's umask. A
 * folder that is already private is not walked. Links and files of other owners are left alone.
 */
export function keepPrivate(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found || (found.mode & OTHERS) === 0) return;
  for (const one of readdirSync(folder, { withFileTypes: true, recursive: true })) close(one);
  tighten(folder);
}

function close(one: Dirent): void {
  if (one.isFile() || one.isDirectory()) tighten(join(one.parentPath, one.name));
}

function tighten(path: string): void {
  try {
    chmodSync(path, statSync(path).mode & 0o777 & ~OTHERS);
  } catch {
    // The file is gone, or belongs to somebody else.
  }
}
