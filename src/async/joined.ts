/** Ways to share work between several callers. */

/** Make a queue. Each piece of work starts when all earlier pieces have settled, whether they succeeded or not. */
export function oneByOne(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {}); // the caller gets the error
    return done;
  };
}

/** Single flight: a caller that asks for a name whose work is already running shares its outcome. */
export class Joined {
  readonly #running = new Map<string, Promise<unknown>>();

  do<T>(name: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(name) as Promise<T> | undefined;
    if (running !== undefined) return running;
    const begun = work().finally(() => this.#running.delete(name));
    this.#running.set(name, begun);
    return begun;
  }

  /** Resolves when no work is running. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running.values());
  }
}

/** Like `Promise.all`, but waits until all have settled before it rejects, so that no work is left running. */
export async function allSettledFirst<T>(works: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(works);
  return Promise.all(works);
}

/**
 * Wait for `work` until the signal aborts, which rejects with its reason. The work itself continues, because it may not
 * react to the signal at once, or others wait for it too.
 *
 * @param tooLate gets what comes of it after that
 */
export async function unlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  tooLate: (late: T) => void = () => {},
): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const stop = () => {
      reject(signal.reason as Error);
      work.then(tooLate, () => {});
    };
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    // In this order: what has been given to the caller is never too late.
    work.finally(() => signal.removeEventListener('abort', stop)).then(resolve, reject);
  });
}

/**
 * A signal of its own for one piece of work, which aborts with `outer`. For libraries that never take their listeners
 * off a signal. Call `leave` when the work has ended.
 */
export function following(outer: AbortSignal): { readonly signal: AbortSignal; readonly leave: () => void } {
  const own = new AbortController();
  const stop = () => own.abort(outer.reason);
  if (outer.aborted) stop();
  else outer.addEventListener('abort', stop, { once: true });
  return { signal: own.signal, leave: () => outer.removeEventListener('abort', stop) };
}
