/**
 * Extraction in a worker thread: a page can neither block the desk nor eat its memory.
 *
 * - The worker starts with the first page and ends after being idle; the next page starts another.
 * - Pages go one at a time, in order. A page that takes too long, or kills the worker, fails alone: the
 *   worker is ended and the pages behind it get a new one.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { deadline, type Clock } from '../../time/clock.ts';
import { ExtractionError, type Article, type Extractor } from './article.ts';
import type { ExtractReply, ExtractRequest } from './extract-worker.ts';

interface WorkerExtractorParts {
  readonly clock: Clock;
  readonly pageMs?: number;
  readonly idleMs?: number;
  readonly heapMb?: number;
}

const PAGE_MS = 10_000;
const IDLE_MS = 20_000;
const HEAP_MB = 256;

export class WorkerExtractor implements Extractor {
  readonly #parts: WorkerExtractorParts;
  readonly #closing = new AbortController();
  #worker: Worker | undefined;
  #ahead: Promise<unknown> = Promise.resolve();
  #pages = 0;
  #idle: AbortController | undefined;

  constructor(parts: WorkerExtractorParts) {
    this.#parts = parts;
  }

  extract(html: string, url: string): Promise<Article> {
    const result = this.#ahead.then(() => this.#one(html, url));
    this.#ahead = result.catch(() => {}); // one page's failure is not the next one's
    return result;
  }

  /** End the worker; the pages that wait are refused. */
  async close(): Promise<void> {
    this.#closing.abort(new ExtractionError('closed', 'the desk is shutting down'));
    this.#idle?.abort();
    await this.#end();
  }

  get running(): boolean {
    return this.#worker !== undefined;
  }

  async #one(html: string, url: string): Promise<Article> {
    this.#closing.signal.throwIfAborted();
    this.#idle?.abort();
    const { clock, pageMs = PAGE_MS } = this.#parts;
    const late = new ExtractionError('timeout', `${url} took longer than ${pageMs} ms to read`);
    const time = deadline(clock, clock.now() + pageMs, late, this.#closing.signal);
    try {
      return await this.#ask({ n: ++this.#pages, html, url }, time.signal);
    } catch (error) {
      // Only an answer leaves the worker fit for another page.
      if (!(error instanceof ExtractionError && error.code === 'failed')) await this.#end();
      throw error;
    } finally {
      time.clear();
      this.#watchIdle();
    }
  }

  #ask(request: ExtractRequest, signal: AbortSignal): Promise<Article> {
    const worker = (this.#worker ??= this.#start());
    return new Promise<Article>((resolve, reject) => {
      const answered = (reply: ExtractReply) => {
        if (reply.n !== request.n) return;
        leave();
        if ('article' in reply) resolve(reply.article);
        else reject(new ExtractionError('failed', reply.error));
      };
      const died = (cause?: unknown) => {
        leave();
        const said = cause instanceof Error ? cause.message : 'it ended';
        reject(new ExtractionError('crashed', `the extraction worker died: ${said}`, { cause }));
      };
      const stopped = () => {
        leave();
        reject(signal.reason as Error);
      };
      const leave = () => {
        worker.off('message', answered).off('error', died).off('exit', died);
        signal.removeEventListener('abort', stopped);
      };
      if (signal.aborted) return stopped();
      worker.on('message', answered).on('error', died).on('exit', died);
      signal.addEventListener('abort', stopped, { once: true });
      worker.postMessage(request);
    });
  }

  #start(): Worker {
    const { entry, evaluated } = workerEntry();
    const worker = new Worker(entry, {
      eval: evaluated,
      resourceLimits: { maxOldGenerationSizeMb: this.#parts.heapMb ?? HEAP_MB },
      stdout: true, // what parsers print about a page's style sheets is nobody's business
      stderr: true,
    });
    // Between pages its death is not an error: the next page starts another.
    worker.on('error', () => {});
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    worker.unref();
    return worker;
  }

  #watchIdle(): void {
    if (this.#worker === undefined || this.#closing.signal.aborted) return;
    this.#idle?.abort();
    const idle = (this.#idle = new AbortController());
    const { clock, idleMs = IDLE_MS } = this.#parts;
    clock.until(clock.now() + idleMs, idle.signal).then(
      () => this.#end(),
      () => {}, // another page came
    );
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}

/**
 * Compiled, the entry is a file beside this one. From TypeScript sources (development, tests) it needs a
 * loader, and `--import` comes too late for a worker's own entry: a line of code registers it first.
 */
function workerEntry(): { entry: URL | string; evaluated: boolean } {
  if (!import.meta.url.endsWith('.ts'))
    return { entry: new URL('./extract-worker.js', import.meta.url), evaluated: false };
  // `resolve` would give the CommonJS build of `tsx/esm/api`, whose register doesn't find its own loader.
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'));
  const loader = new URL('./dist/esm/api/index.mjs', tsx).href;
  const source = new URL('./extract-worker.ts', import.meta.url).href;
  const code = `import(${JSON.stringify(loader)}).then((tsx) => { tsx.register(); return import(${JSON.stringify(source)}); });`;
  return { entry: code, evaluated: true };
}
