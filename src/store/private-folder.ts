import { chmodSync, readdirSync, statSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { join } from 'node:path';

const OTHERS = 0o077;

/**
 * Make a folder, with all that is in it, its owner's alone. What is made later is so by the process's umask; one that is
 * closed already is not walked through. Links are left as they are, and so is what belongs to somebody else.
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
    // It is gone meanwhile, or somebody else's.
  }
}
