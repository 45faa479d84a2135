import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { HomeFiles } from '../async/home-files.ts';

interface TidyDeps {
  /** The folder of all pictures. */
  readonly root: string;
  readonly files: Pick<HomeFiles, 'dropIdle'>;
}

/** @returns drops the pictures of reports that were posted before `beforeMs`; how many reports went here. */
export function tidyReports({ root, files }: TidyDeps) {
  return async (beforeMs: number): Promise<number> => {
    await files.dropIdle(root, beforeMs, () => Promise.resolve(false));
    let dropped = 0;
    for (const name of await readdir(root).catch(() => [])) {
      const folder = join(root, name);
      const changedMs = (await stat(folder).catch(() => undefined))?.mtimeMs;
      if (changedMs === undefined || changedMs >= beforeMs) continue;
      await rm(folder, { recursive: true, force: true });
      dropped += 1;
    }
    return dropped;
  };
}
