import type { Logger } from 'pino';
import type { Clock } from '../time/clock.ts';
import type { Bilingual } from '../time/locale.ts';

/** `renewed`: the file was gone and was created again. `lost`: it can't be acquired again now. */
export type LockKept = 'held' | 'renewed' | 'lost';

interface LockDeps {
  readonly stores: { keepLock(): LockKept };
  readonly clock: Clock;
  readonly log: Logger;
}

/** How often to check that the home's lock file still exists. */
const LOOK_EVERY_MS = 5_000;

/** Watches the home's lock until `close`: if its file is gone, it is created again and the log says so. */
export class KeepingLock {
  readonly #closing = new AbortController();
  readonly #work: Promise<void>;
  #last: LockKept = 'held';

  constructor(deps: LockDeps) {
    this.#work = this.#watch(deps);
  }

  /** What is wrong with the lock; undefined if nothing is. */
  get trouble(): Bilingual | undefined {
    return this.#last === 'lost' ? LOST : undefined;
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('closed'));
    await this.#work;
  }

  async #watch({ stores, clock, log }: LockDeps): Promise<void> {
    const { signal } = this.#closing;
    for (;;) {
      await clock.until(clock.now() + LOOK_EVERY_MS, signal).catch(() => {}); // Closing.
      if (signal.aborted) return;
      const kept = looked(stores, log);
      if (kept === 'renewed') log.warn({ module: 'store' }, RENEWED);
      if (kept === 'lost' && this.#last !== 'lost') log.error({ module: 'store' }, LOST.en);
      this.#last = kept;
    }
  }
}

const RENEWED =
  'the lock file of the home was removed while the desk ran: it was made anew. No other desk got in.';
const LOST: Bilingual = {
  en: 'the lock file of the home was removed, and can not be made anew now: the database keeps other desks out',
  zh: '主目錄的鎖檔已被移除，現時未能重新建立：資料庫仍會阻止其他編輯台使用',
};

function looked(stores: LockDeps['stores'], log: Logger): LockKept {
  try {
    return stores.keepLock();
  } catch (error) {
    log.error({ err: error, module: 'store' }, 'looking after the lock of the home failed');
    return 'lost';
  }
}
