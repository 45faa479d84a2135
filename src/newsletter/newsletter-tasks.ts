/** Who has the steps of newsletters done: one after the other for each newsletter. */
export interface NewsletterTasks {
  /** Have what is left of it done; what comes to be left while that is under way, too. */
  take(session: string): void;
  isActive(session: string): boolean;
  /** Resolves when nothing of it is under way. */
  idle(session: string): Promise<void>;
  /** Start nothing more, stop what runs, and resolve when it has stopped. */
  close(): Promise<void>;
}

interface TaskDeps {
  /** Do what is next. @returns whether there is more to do. */
  readonly advance: (session: string, signal: AbortSignal) => Promise<boolean>;
  readonly failed: (what: string, error: unknown) => void;
}

/** In this process, until nothing is left. */
export class LocalTasks implements NewsletterTasks {
  readonly #deps: TaskDeps;
  readonly #running = new Map<string, Promise<void>>();
  readonly #again = new Set<string>();
  readonly #closing = new AbortController();

  constructor(deps: TaskDeps) {
    this.#deps = deps;
  }

  take(session: string): void {
    if (this.#closing.signal.aborted) return;
    if (this.#running.has(session)) return void this.#again.add(session);
    const work = this.#run(session).finally(() => this.#running.delete(session));
    this.#running.set(session, work);
  }

  isActive(session: string): boolean {
    return this.#running.has(session);
  }

  async idle(session: string): Promise<void> {
    await this.#running.get(session);
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the desk is closing'));
    await Promise.all(this.#running.values());
  }

  async #run(session: string): Promise<void> {
    const { signal } = this.#closing;
    try {
      // The wish is forgotten before the look that serves it.
      do this.#again.delete(session);
      while ((await this.#deps.advance(session, signal)) || this.#again.has(session));
    } catch (error) {
      if (!signal.aborted) this.#deps.failed(`the newsletter ${session}`, error);
    }
  }
}
