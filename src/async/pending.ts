/** Work under way that must finish before its owner closes. */
export class Pending {
  readonly #failed: (error: unknown) => void;
  readonly #all = new Set<Promise<void>>();

  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  /** Work that nobody waits for. */
  later(work: Promise<void>): void {
    this.#keep(work.catch((error: unknown) => this.#failed(error)));
  }

  /** Work whose caller gets its error. */
  finishing<T>(work: Promise<T>): Promise<T> {
    this.#keep(
      work.then(
        () => {},
        () => {},
      ),
    );
    return work;
  }

  get isEmpty(): boolean {
    return this.#all.size === 0;
  }

  /** Resolves when what is under way now has ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#all);
  }

  #keep(work: Promise<void>): void {
    this.#all.add(work);
    void work.finally(() => this.#all.delete(work));
  }
}
