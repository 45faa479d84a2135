/** What arrives while it is shut waits, and goes on in its order when it opens. */
export class Gate {
  #opened: Promise<void> = Promise.resolve();
  /** Undefined while it is open. */
  #open: (() => void) | undefined;

  /** What waits already goes on waiting. */
  shut(): void {
    if (!this.#open) this.#opened = new Promise((resolve) => (this.#open = resolve));
  }

  open(): void {
    this.#open?.();
    this.#open = undefined;
  }

  /** Resolves when it is open. */
  passed(): Promise<void> {
    return this.#opened;
  }
}
