/**
 * One worker thread with a cap on its heap. It starts with its first page; when it dies the page that it was reading
 * fails with the reason, and the next page starts another.
 */
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { entryPoint } from '../../config/program-files.ts';
import { ExtractionError, type Article } from './article.ts';
import { READY } from './worker-message.ts';
import type { ExtractReply, ExtractRequest } from './worker-message.ts';

/** Garbage of a page is young: room for it saves collections, and is part of what a worker may have. */
const YOUNG_MB = 32;

export class PageWorker {
  readonly #heapMb: number;
  #worker: Worker | undefined;
  #ready: Promise<void> = Promise.resolve();

  /** @param heapMb what it may have in all for objects and strings. */
  constructor(heapMb: number) {
    this.#heapMb = heapMb;
  }

  get running(): boolean {
    return this.#worker !== undefined;
  }

  /** Start it, where it doesn't run. Resolves when it can take a page, or has died; rejects with the signal's reason. */
  async start(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.#worker ??= this.#start();
    await new Promise<void>((resolve, reject) => {
      const stopped = () => reject(signal.reason as Error);
      signal.addEventListener('abort', stopped, { once: true });
      void this.#ready.then(() => {
        signal.removeEventListener('abort', stopped);
        resolve();
      });
    });
  }

  /** One page at a time. Rejects with an `ExtractionError`, or with the signal's reason. */
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

  /** End the thread, whatever it is doing. */
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
      stdout: true, // what parsers print about a page's style sheets is nobody's business
      stderr: true,
    });
    // Between pages its death is not an error: the next page starts another.
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

/** From TypeScript, `--import` comes too late for a worker's own entry point: a line of code registers the loader first. */
function workerEntry(): { entry: URL | string; evaluated: boolean } {
  const { path, tsx } = entryPoint('newsroom/sources/extract-worker');
  const source = pathToFileURL(path);
  if (!tsx) return { entry: source, evaluated: false };
  // `resolve` would give the CommonJS build of `tsx/esm/api`, whose register doesn't find its own loader.
  const loader = new URL('./dist/esm/api/index.mjs', tsx).href;
  const code = `import(${JSON.stringify(loader)}).then((tsx) => { tsx.register(); return import(${JSON.stringify(source)}); });`;
  return { entry: code, evaluated: true };
}
