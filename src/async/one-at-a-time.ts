/** Named queues: each piece of work starts when all earlier work of the same name has settled. */
export class Queues {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Run `work` after all earlier work of this name, whether that succeeded or not. */
  async do<T>(name: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.#last.get(name) ?? Promise.resolve()).then(work, work);
    this.#last.set(name, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(name) === mine) this.#last.delete(name);
    }
  }

  /** Resolves when no work is running. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.allSettled(this.#last.values());
  }
}

const shared = new Queues();

/** Run `work` after all earlier work of this name in the whole process. */
export function oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  return shared.do(name, work);
}
