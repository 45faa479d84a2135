/** Work that several may ask for at once. */

/** A queue: each work begins when those before it have settled. */
export function oneByOne(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {}); // whoever asked is told
    return done;
  };
}

/** Who asks while the work of this name is under way gets its outcome, too. */
export class Joined {
  readonly #running = new Map<string, Promise<unknown>>();

  do<T>(name: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(name) as Promise<T> | undefined;
    if (running !== undefined) return running;
    const begun = work().finally(() => this.#running.delete(name));
    this.#running.set(name, begun);
    return begun;
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running.values());
  }
}

/** Like `Promise.all`, but rejects only when all have settled: nobody writes behind our back. */
export async function allSettledFirst<T>(works: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(works);
  return Promise.all(works);
}

/** One who stops waiting doesn't stop the work: others may wait for it too. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
    const leave = () => signal.removeEventListener('abort', stop);
    work.finally(leave).then(resolve, reject);
  });
}
