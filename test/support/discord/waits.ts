/** Waits by the real clock, for faults that take time; none outlives the server. */
export class Waits {
  readonly #pending = new Map<NodeJS.Timeout, () => void>();
  #isStopped = false;

  wait(ms: number): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#pending.delete(timer);
        resolve();
      }, ms);
      this.#pending.set(timer, resolve);
    });
  }

  /** End every wait now. */
  stop(): void {
    this.#isStopped = true;
    for (const [timer, resolve] of this.#pending) {
      clearTimeout(timer);
      resolve();
    }
    this.#pending.clear();
  }
}
