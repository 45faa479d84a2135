import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Make a folder that is missing, and those above it. Node's own `recursive` never returns where a folder is there and
 * takes none in it, such as /proc.
 * @throws an error of the system
 */
export function makeFolder(folder: string, mode?: number): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
