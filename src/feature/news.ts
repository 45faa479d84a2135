/** What happens in the desk, told to whoever listens: the gateway's sockets, tests, logs. */
export interface NewsItem {
  readonly event: 'cron' | 'turn' | 'message' | 'newsroom' | 'newsletter';
  readonly payload: unknown;
}

export class News {
  readonly #relay: (item: NewsItem) => void;
  readonly #listeners = new Set<(item: NewsItem) => void>();

  /** @param relay passes on what happens in this desk. */
  constructor(relay: (item: NewsItem) => void = () => {}) {
    this.#relay = relay;
  }

  subscribe(listener: (item: NewsItem) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  publish(event: NewsItem['event'], payload: unknown): void {
    this.deliver({ event, payload });
    this.#relay({ event, payload });
  }

  /** What happened in another desk. */
  deliver(item: NewsItem): void {
    for (const listener of this.#listeners) listener(item);
  }
}
