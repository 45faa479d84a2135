/**
 * Reads outside of transactions. While connections are free each read has its own, so that a slow one delays nobody; those
 * that wait share the next connection and are sent together.
 */
import { soon } from '../../async/soon.ts';

/** How many connections read at once. */
const AT_ONCE = 5;
/** How many share a connection at most. */
const MOST = 32;

type Connected<On> = (use: (on: On) => Promise<unknown>) => Promise<unknown>;

interface Waiting<On> {
  /** Sends the statement, and tells its caller how it went. Never rejects. */
  readonly read: (on: On) => Promise<void>;
  readonly refuse: (reason: unknown) => void;
}

export class ReadGroups<On> {
  readonly #connected: Connected<On>;
  #waiting: Waiting<On>[] = [];
  #running = 0;
  /** What is asked for in the same tick is shared out together. */
  readonly #arm = soon(() => {
    while (this.#waiting.length > 0 && this.#running < AT_ONCE) void this.#begin();
  });

  /** @param connected gives a connection for as long as it is used; rejects when there is none. */
  constructor(connected: Connected<On>) {
    this.#connected = connected;
  }

  run<T>(read: (on: On) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, refuse) => {
      this.#waiting.push({ read: (on) => read(on).then(resolve, refuse), refuse });
      this.#arm();
    });
  }

  async #begin(): Promise<void> {
    const share = Math.ceil(this.#waiting.length / (AT_ONCE - this.#running));
    const reads = this.#waiting.splice(0, Math.min(share, MOST));
    this.#running += 1;
    try {
      await this.#connected((on) => Promise.all(reads.map(({ read }) => read(on))));
    } catch (error) {
      for (const { refuse } of reads) refuse(error);
    } finally {
      this.#running -= 1;
      this.#arm();
    }
  }
}
