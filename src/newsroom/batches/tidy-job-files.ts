import type { HomeFiles } from '../../async/home-files.ts';
import type { StoryBook } from '../model/story-book.ts';

interface TidyDeps {
  /** The folder of all batches. */
  readonly root: string;
  readonly files: Pick<HomeFiles, 'dropIdle'>;
  readonly stories: Pick<StoryBook, 'openBatches'>;
}

/** @returns drops what other desks see of batches that are over and were not touched since `beforeMs`; how many files. */
export function tidyJobFiles({ root, files, stories }: TidyDeps) {
  return async (beforeMs: number): Promise<number> => {
    const open = new Set((await stories.openBatches()).map(({ id }) => id));
    return files.dropIdle(root, beforeMs, async (run) => open.has(run));
  };
}
