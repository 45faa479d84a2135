/**
 * Politeness: at most so many fetches of one host at once; the others wait in the order they came.
 * A host that nobody fetches is forgotten.
 */
export class HostGate {
  readonly #atOnce: number;
  readonly #hosts = new Map<string, { inside: number; readonly waiting: (() => void)[] }>();

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Resolves to the way out, to be called once; rejects with the signal's reason. */
  async enter(host: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const queue = this.#hosts.get(host) ?? { inside: 0, waiting: [] };
    this.#hosts.set(host, queue);
    if (queue.inside >= this.#atOnce) await this.#turn(queue.waiting, signal);
    else queue.inside += 1;
    return () => {
      // The place passes on without being freed, so that nobody slips in between.
      const next = queue.waiting.shift();
      if (next !== undefined) return next();
      queue.inside -= 1;
      if (queue.inside === 0) this.#hosts.delete(host);
    };
  }

  #turn(waiting: (() => void)[], signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(signal?.reason as Error);
      };
      waiting.push(enter);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  /** How many hosts are being fetched: a test can see that nothing leaks. */
  get busyHosts(): number {
    return this.#hosts.size;
  }
}
