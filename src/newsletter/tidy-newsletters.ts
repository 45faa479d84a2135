/**
 * What newsletters leave behind has an end: of those that are over, the checkpoints, what became of their e-mails and what
 * their steps handed on. The articles that they had stay known, and the files that readers got stay where they are.
 */
import type { CheckpointBook } from './model/checkpoint-book.ts';
import type { NewsletterState } from './model/newsletter-record.ts';
import type { LeftFiles } from './left-files.ts';

/** One that runs, waits for an editor or is being sent is never dropped. */
const OVER: readonly NewsletterState[] = ['done', 'stopped'];
/** In one transaction: other writers wait for it. */
const AT_ONCE = 100;

interface TidyDeps {
  readonly book: Pick<CheckpointBook, 'find' | 'drop'>;
  readonly files: Pick<LeftFiles, 'sessions' | 'drop' | 'dropShared'>;
}

/** @returns drops those that nothing was done to since `beforeMs`; how many those were. */
export function tidyNewsletters({ book, files }: TidyDeps) {
  return async (beforeMs: number, signal?: AbortSignal): Promise<number> => {
    let dropped = 0;
    for (let more = AT_ONCE; more === AT_ONCE && !signal?.aborted; dropped += more)
      more = await book.drop({ states: OVER, beforeMs, most: AT_ONCE });
    // Also those of a newsletter that was dropped before a crash.
    for (const session of await files.sessions(beforeMs))
      if (!signal?.aborted && !(await book.find(session))) await files.drop(session);
    await files.dropShared(beforeMs, async (session) => (await book.find(session)) !== undefined);
    return dropped;
  };
}
