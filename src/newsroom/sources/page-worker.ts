/**
 * One worker thread with a limited heap. It starts with its first page. When it dies, its current page fails with the
 * reason, and the next page starts another thread.
 */
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { unlessAborted } from '../../async/joined.ts';
import { entryPoint } from '../../config/program-files.ts';
import { ExtractionError, type Article } from './article.ts';
import { READY } from './worker-message.ts';
import type { ExtractReply, ExtractRequest } from './worker-message.ts';

/** A larger young generation saves garbage collections; it is part of the worker's limit. */
const YOUNG_MB = 32;

export class PageWorker {
  readonly #heapMb: number;
  #worker: Worker | undefined;
  #ready: Promise<void> = Promise.resolve();

  /** @param heapMb the total limit for objects and strings */
  constructor(heapMb: number) {
    this.#heapMb = heapMb;
  }

  get running(): boolean {
    return this.#worker !== undefined;
  }

  /**
   * Start the thread if it isn't running. Resolves when it can take a page or has died. Rejects with the signal's
   * reason.
   */
  async start(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.#worker ??= this.#start();
    await unlessAborted(this.#ready, signal);
  }

  /** Read one page; not concurrently. Rejects with an `ExtractionError`, or with the signal's reason. */
  read(request: ExtractRequest, signal: AbortSignal): Promise<Article> {
    const worker = (this.#worker ??= this.#start());
    return new Promise<Article>((resolve, reject) => {
      const answered = (reply: ExtractReply) => {
        if (reply === READY || reply.n !== request.n) return;
        leave();
        if ('article' in reply) resolve(reply.article);
        else reject(new ExtractionError('failed', reply.error));
      };
      const died = (cause?: unknown) => {
        leave();
        reject(deathOf(cause));
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

  /** Terminate the thread, whatever it is doing. */
  async end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #start(): Worker {
    const { entry, evaluated } = workerEntry();
    const young = Math.min(YOUNG_MB, this.#heapMb / 4);
    const worker = new Worker(entry, {
      eval: evaluated,
      resourceLimits: { maxOldGenerationSizeMb: this.#heapMb - young, maxYoungGenerationSizeMb: young },
      stdout: true, // discard what parsers print about style sheets
      stderr: true,
    });
    // Between pages its death is not an error, because the next page starts another.
    worker.on('error', () => {});
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    this.#ready = new Promise((resolve) => {
      worker.once('message', () => resolve()).once('exit', () => resolve());
    });
    worker.unref();
    return worker;
  }
}

function deathOf(cause: unknown): ExtractionError {
  const said = cause instanceof Error ? cause.message : 'it ended';
  const isMemory = cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isMemory
    ? new ExtractionError('out_of_memory', 'the page needs more memory than a worker may have', { cause })
    : new ExtractionError('crashed', `the extraction worker died: ${said}`, { cause });
}

/**
 * When running from TypeScript, `--import` is too late for a worker's own entry point, so a line of code registers
 * the loader first.
 */
function workerEntry(): { entry: URL | string; evaluated: boolean } {
  const { path, tsx } = entryPoint('newsroom/sources/extract-worker');
  const source = pathToFileURL(path);
  if (!tsx) return { entry: source, evaluated: false };
  // `resolve` would return the CommonJS build of `tsx/esm/api`, whose register doesn't find its loader.
  const loader = new URL('./dist/esm/api/index.mjs', tsx).href;
  const code = `import(${JSON.stringify(loader)}).then((tsx) => { tsx.register(); return import(${JSON.stringify(source)}); });`;
  return { entry: code, evaluated: true };
}
