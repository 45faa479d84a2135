/** Queues by name: each work begins when those before it of its name have settled. */
export class Queues {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Do work after all earlier work of this name, whatever became of that. */
  async do<T>(name: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.#last.get(name) ?? Promise.resolve()).then(work, work);
    this.#last.set(name, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(name) === mine) this.#last.delete(name);
    }
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.allSettled(this.#last.values());
  }
}

const shared = new Queues();

/** Do work after all earlier work of this name in the process, whatever became of that. */
export function oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  return shared.do(name, work);
}
