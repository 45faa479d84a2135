/**
 * Extraction in worker threads, so that a page can neither block the desk nor use up its memory.
 *
 * - One worker, and a second if there are enough cores and many pages wait. Each starts with a page and ends when idle.
 * - Pages are taken in order, one at a time per worker.
 * - A page that takes too long or kills its worker fails alone; the next pages get a new worker.
 */
import { availableParallelism } from 'node:os';
import { deadline, limitOf, type Clock } from '../../time/clock.ts';
import { ExtractionError, type Article, type Extractor, type PageBytes } from './article.ts';
import { pageTimeIsOver, processorMs } from './page-time.ts';
import { PageWorker } from './page-worker.ts';

interface WorkerExtractorDeps {
  readonly clock: Clock;
  readonly workers?: number;
  readonly pageMs?: number;
  /** This process's processor time, ms. */
  readonly processorMs?: () => number;
  readonly idleMs?: number;
  readonly heapMb?: number;
}

interface Waiting {
  readonly page: string | PageBytes;
  readonly url: string;
  readonly resolve: (article: Article) => void;
  readonly reject: (error: unknown) => void;
}

/** Loading its modules takes a second; on a busy machine much longer. */
const START_MS = 120_000;
/** A page's time limit in a worker, on the clock and of processor time. */
const PAGE_MS = 10_000;
const IDLE_MS = 20_000;
const HEAP_MB = 160;
const MOST_WORKERS = 2;
/** So many pages have to wait before another worker is worth its start, which costs as much as reading some. */
const WORTH_A_START = 12;

export class WorkerExtractor implements Extractor {
  readonly #deps: WorkerExtractorDeps;
  readonly #closing = new AbortController();
  readonly #waiting: Waiting[] = [];
  readonly #workers: PageWorker[];
  readonly #free: PageWorker[];
  #pages = 0;
  #idle: AbortController | undefined;

  constructor(deps: WorkerExtractorDeps) {
    this.#deps = deps;
    const { workers = Math.min(MOST_WORKERS, availableParallelism()), heapMb = HEAP_MB } = deps;
    this.#workers = Array.from({ length: workers }, () => new PageWorker(heapMb));
    this.#free = [...this.#workers];
  }

  extract(page: string | PageBytes, url: string): Promise<Article> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ page, url, resolve, reject });
      this.#takeUp();
    });
  }

  /** End the workers; waiting pages fail. */
  async close(): Promise<void> {
    this.#closing.abort(new ExtractionError('closed', 'the desk is shutting down'));
    this.#idle?.abort();
    await this.#endAll();
  }

  /** How many pages are read concurrently at most. */
  get width(): number {
    return this.#workers.length;
  }

  /** How many workers run. */
  get started(): number {
    return this.#workers.filter((worker) => worker.running).length;
  }

  get running(): boolean {
    return this.started > 0;
  }

  /** Give waiting pages to free workers, preferring running ones. */
  #takeUp(): void {
    while (this.#waiting.length > 0 && this.#free.length > 0) {
      const warm = this.#free.findIndex((worker) => worker.running);
      const isAlone = this.#free.length === this.#workers.length;
      if (warm < 0 && !isAlone && this.#waiting.length < WORTH_A_START) return;
      const [worker] = this.#free.splice(Math.max(0, warm), 1);
      const next = this.#waiting.shift();
      if (worker === undefined || next === undefined) return;
      this.#idle?.abort();
      this.#read(worker, next)
        .then(next.resolve, next.reject)
        .finally(() => {
          this.#free.push(worker);
          this.#takeUp();
          this.#watchIdle();
        });
    }
  }

  async #read(worker: PageWorker, { page, url }: Waiting): Promise<Article> {
    this.#closing.signal.throwIfAborted();
    const { clock, pageMs = PAGE_MS } = this.#deps;
    await this.#start(worker);
    const late = new ExtractionError('timeout', `the page took longer than ${pageMs} ms to read`);
    const terms = { clock, pageMs, processorMs: this.#deps.processorMs ?? processorMs };
    const time = limitOf(async (signal) => {
      await pageTimeIsOver(terms, signal);
      return late;
    }, this.#closing.signal);
    try {
      return await worker.read({ n: ++this.#pages, page, url }, time.signal);
    } catch (error) {
      // After anything but an answer the worker is not reused.
      if (!(error instanceof ExtractionError && error.code === 'failed')) await worker.end();
      throw error;
    } finally {
      time.clear();
    }
  }

  async #start(worker: PageWorker): Promise<void> {
    const { clock } = this.#deps;
    const late = new ExtractionError(
      'timeout',
      `the extraction worker took longer than ${START_MS} ms to start`,
    );
    const time = deadline(clock, clock.now() + START_MS, late, this.#closing.signal);
    try {
      await worker.start(time.signal);
    } catch (error) {
      await worker.end();
      throw error;
    } finally {
      time.clear();
    }
  }

  #watchIdle(): void {
    if (!this.running || this.#free.length < this.#workers.length || this.#closing.signal.aborted) return;
    this.#idle?.abort();
    const idle = (this.#idle = new AbortController());
    const { clock, idleMs = IDLE_MS } = this.#deps;
    clock.until(clock.now() + idleMs, idle.signal).then(
      () => this.#endAll(),
      () => {}, // another page came
    );
  }

  async #endAll(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.end()));
  }
}
