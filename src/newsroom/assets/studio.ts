/**
 * The studio makes pictures in a process of its own. Decoders of foreign bytes are native code, which can crash or
 * hang a worker thread; and the memory of fonts and pixels is freed when the process ends.
 *
 * - The process starts with the first picture and ends when idle; the next picture starts another.
 * - Pictures are made one at a time, in order. One that takes too long or kills the process fails alone; the next
 *   ones get a new process. Starting the process doesn't count towards a picture's time, because on a busy machine it
 *   may take longer than a picture.
 * - It has no settings or tokens of the desk.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { unlessAborted } from '../../async/joined.ts';
import { entryPoint } from '../../config/program-files.ts';
import { deadline, type Clock } from '../../time/clock.ts';
import { PictureFailed } from './picture-failed.ts';
import type { MadePicture, StudioReply, StudioRequest, StudioWork } from './studio-work.ts';

interface StudioDeps {
  readonly clock: Clock;
  readonly pictureMs?: number;
  /** Extra time for the first picture of a process, which loads code and fonts. */
  readonly startMs?: number;
  readonly idleMs?: number;
  readonly heapMb?: number;
}

const PICTURE_MS = 10_000;
const START_MS = 10_000;
const IDLE_MS = 20_000;
const HEAP_MB = 128;

export class Studio {
  readonly #deps: StudioDeps;
  readonly #closing = new AbortController();
  #process: ChildProcess | undefined;
  #ahead: Promise<unknown> = Promise.resolve();
  #pictures = 0;
  #idle: AbortController | undefined;

  constructor(deps: StudioDeps) {
    this.#deps = deps;
  }

  /** Rejects with a `PictureFailed`, or at once with the signal's reason, even while it waits for others. */
  make(work: StudioWork, signal: AbortSignal): Promise<MadePicture> {
    const result = this.#ahead.then(() => this.#one(work, signal));
    this.#ahead = result.catch(() => {}); // failures don't affect the next picture
    return unlessAborted(result, signal);
  }

  /** End the process; waiting pictures fail. */
  close(): void {
    this.#closing.abort(new PictureFailed('crashed', 'the desk is shutting down'));
    this.#idle?.abort();
    this.#end();
  }

  /** The process's pid, while it runs. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  async #one(work: StudioWork, outer: AbortSignal): Promise<MadePicture> {
    this.#closing.signal.throwIfAborted();
    outer.throwIfAborted();
    this.#idle?.abort();
    const { clock, pictureMs = PICTURE_MS, startMs = START_MS } = this.#deps;
    const allowedMs = this.#process ? pictureMs : startMs + pictureMs;
    const late = new PictureFailed('out_of_time', `it took longer than ${allowedMs} ms`);
    const either = AbortSignal.any([this.#closing.signal, outer]);
    const time = deadline(clock, clock.now() + allowedMs, late, either);
    let answered = false;
    try {
      const reply = await this.#ask({ n: ++this.#pictures, work }, time.signal);
      answered = true;
      if ('made' in reply) return reply.made;
      throw new PictureFailed(reply.error, reply.detail);
    } finally {
      time.clear();
      // After anything but an answer the process is not reused.
      if (!answered) this.#end();
      this.#watchIdle();
    }
  }

  #ask(request: StudioRequest, signal: AbortSignal): Promise<StudioReply> {
    const child = (this.#process ??= this.#start());
    return new Promise<StudioReply>((resolve, reject) => {
      const replied = (reply: StudioReply) => {
        if (reply.n !== request.n) return;
        leave();
        resolve(reply);
      };
      const died = (cause: unknown) => {
        leave();
        const how = cause instanceof Error ? cause.message : `it ended with ${String(cause)}`;
        reject(new PictureFailed('crashed', `the studio's process died: ${how}`, { cause }));
      };
      const exited = (code: number | null, by: NodeJS.Signals | null) => died(by ?? code);
      const stopped = () => {
        leave();
        reject(signal.reason as Error);
      };
      const leave = () => {
        child.off('message', replied).off('error', died).off('exit', exited);
        signal.removeEventListener('abort', stopped);
      };
      if (signal.aborted) return stopped();
      child.on('message', replied).on('error', died).on('exit', exited);
      signal.addEventListener('abort', stopped, { once: true });
      child.send(request, (error) => {
        if (error) died(error);
      });
    });
  }

  #start(): ChildProcess {
    const { path, tsx } = entryPoint('newsroom/assets/studio-process');
    const loader = tsx ? ['--import', new URL('./dist/loader.mjs', tsx).href] : [];
    const child = fork(path, {
      execArgv: [...loader, `--max-old-space-size=${this.#deps.heapMb ?? HEAP_MB}`],
      env: { MALLOC_ARENA_MAX: '2' }, // limits glibc's per-thread memory, as pixels are large
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // Between pictures its death is not an error, because the next picture starts another.
    child.on('error', () => {});
    child.on('exit', () => {
      if (this.#process === child) this.#process = undefined;
    });
    child.unref();
    child.channel?.unref();
    return child;
  }

  #watchIdle(): void {
    if (this.#process === undefined || this.#closing.signal.aborted) return;
    this.#idle?.abort();
    const idle = (this.#idle = new AbortController());
    const { clock, idleMs = IDLE_MS } = this.#deps;
    clock.until(clock.now() + idleMs, idle.signal).then(
      () => this.#end(),
      () => {}, // another picture came
    );
  }

  #end(): void {
    const child = this.#process;
    this.#process = undefined;
    child?.kill('SIGKILL');
  }
}
