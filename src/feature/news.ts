/** What happens in the desk, told to whoever listens: the gateway's sockets, tests, logs. */
export interface NewsItem {
  readonly event: 'cron' | 'turn' | 'message' | 'newsroom' | 'newsletter';
  readonly payload: unknown;
}

export class News {
  readonly #listeners = new Set<(item: NewsItem) => void>();

  subscribe(listener: (item: NewsItem) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(event: NewsItem['event'], payload: unknown): void {
    for (const listener of this.#listeners) listener({ event, payload });
  }
}
