/**
 * Runs that could not be brought on: a full disk, no more open files, a database that is busy. They are taken up again,
 * after a second at first and every five minutes in the end, for as long as the desk lives; editors hear of it once.
 */
import type { PipelineDeps } from './pipeline-deps.ts';
import type { LiveBatches } from './live-batches.ts';
import type { OrderedBatch } from '../model/story-book.ts';

const FIRST_MS = 1_000;
const MOST_MS = 5 * 60_000;
/** Half a minute of trouble: what is shorter needs nobody's attention. */
const TOLD_FROM = 5;

/** Troubles of the machine that pass, or that people mend; what else breaks would break again. */
const PASSING = new Set([
  ...['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'EBUSY', 'EAGAIN'],
  ...['EMFILE', 'ENFILE', 'ENOMEM', 'ENOENT'],
]);
const PASSING_SQLITE = /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|NOMEM)/;

/** Whether what broke can go well when it is tried again: then it is no story's failure. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === 'string' && (PASSING.has(code) || PASSING_SQLITE.test(code))) return true;
  return isPassing(error.cause);
}

export class BatchRetries {
  readonly #deps: Pick<PipelineDeps, 'clock' | 'failed' | 'stories'>;
  readonly #live: Pick<LiveBatches, 'stuck'>;
  /** How often each run has failed in a row. */
  readonly #failed = new Map<string, number>();

  constructor(deps: PipelineDeps, live: LiveBatches) {
    this.#deps = deps;
    this.#live = live;
  }

  /** Never rejects. @returns when the run is to be taken up again, ms since the epoch. */
  async failed(runId: string, error: unknown): Promise<number> {
    const { clock, failed } = this.#deps;
    const times = (this.#failed.get(runId) ?? 0) + 1;
    this.#failed.set(runId, times);
    failed(`run ${runId}`, error);
    // Until it could be said: the batch has one message.
    if (times >= TOLD_FROM)
      await this.#tell(runId, error).catch((again: unknown) =>
        failed(`run ${runId}: saying that it is stuck`, again),
      );
    return clock.now() + Math.min(MOST_MS, FIRST_MS * 2 ** (times - 1));
  }

  isOver(runId: string): void {
    this.#failed.delete(runId);
  }

  async #tell(runId: string, error: unknown): Promise<void> {
    const open = await this.#deps.stories.openBatches();
    const order: OrderedBatch | undefined = open.find(({ id }) => id === runId);
    if (order) this.#live.stuck(order, error instanceof Error ? error.message : String(error));
  }
}
