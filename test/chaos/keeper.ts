/** Who keeps a desk running, as a service manager does: begun again whenever it has ended, for whatever reason. */
import { setTimeout as pause } from 'node:timers/promises';
import { beginDesk } from '../support/desk-process.ts';
import type { Begun, Running } from '../support/desk-process.ts';

/** How long whoever asks a living desk waits before it is said that nobody answers. */
const PATIENCE_MS = 60_000;
const RESTART_MS = 300;
/** One that was away for longer than its lease ends. */
const TAKEN_OVER = 'another desk has taken over what this one had';

export class Keeper {
  readonly home: string;
  /** What a desk that ended by itself said last. */
  readonly gaveUp: string[] = [];
  /** Callers of the gateway that were neither answered nor told that the desk is gone. */
  readonly waiting: string[] = [];
  starts = 0;
  readonly #env: () => Readonly<Record<string, string>>;
  #begun: Begun | undefined;
  #running: Running | undefined;
  #isKept = true;
  readonly #sent = new Map<Begun, NodeJS.Signals[]>();
  readonly #excused = new Set<Begun>();
  /** What earlier desks said. */
  readonly #logs: string[] = [];
  #isExcused = false;

  constructor(home: string, env: () => Readonly<Record<string, string>>) {
    this.home = home;
    this.#env = env;
  }

  /** The desk, when it is ready. */
  get desk(): Running | undefined {
    return this.#running;
  }

  /** @param more settings of this desk and of those that follow it, until it is begun anew. */
  begin(more: Readonly<Record<string, string>> = {}): void {
    this.#isKept = true;
    this.starts++;
    const begun = (this.#begun = beginDesk(this.home, { ...this.#env(), ...more }));
    if (this.#isExcused) this.#excused.add(begun);
    const kill = () => begun.child.kill('SIGKILL');
    process.once('exit', kill);
    void begun.ready.then(
      (running) => {
        if (this.#begun === begun) this.#running = running;
      },
      () => {},
    );
    void begun.ended.then(async (end) => {
      process.off('exit', kill);
      this.#judge(begun, end);
      this.#logs.push(begun.errors(), `ended with ${end} after ${this.#sent.get(begun)?.join(', ')}\n`);
      if (this.#begun !== begun) return;
      [this.#begun, this.#running] = [undefined, undefined];
      await pause(RESTART_MS);
      if (this.#isKept && !this.#begun) this.begin(more);
    });
  }

  /** A signal, to a desk that is ready or still begins. It is begun again when it has ended. */
  signal(signal: NodeJS.Signals): void {
    const begun = this.#begun;
    if (!begun) return;
    this.#sent.set(begun, [...(this.#sent.get(begun) ?? []), signal]);
    begun.child.kill(signal);
  }

  /** What it needs is taken from it: it may end by itself, now and until it is begun after this. */
  excuse(isExcused: boolean): void {
    this.#isExcused = isExcused;
    if (isExcused && this.#begun) this.#excused.add(this.#begun);
  }

  /** Stop it, and begin it no more. @returns how it ended. */
  async stop(): Promise<NodeJS.Signals | number | null> {
    this.#isKept = false;
    const begun = this.#begun;
    if (!begun) return 0;
    this.signal('SIGTERM');
    const end = await begun.ended;
    if (this.#begun === begun) [this.#begun, this.#running] = [undefined, undefined];
    return end;
  }

  /** SIGKILL, and begin it no more. */
  async end(): Promise<void> {
    this.#isKept = false;
    const begun = this.#begun;
    this.signal('SIGKILL');
    await begun?.ended;
    if (this.#begun === begun) [this.#begun, this.#running] = [undefined, undefined];
  }

  async untilReady(withinMs: number): Promise<Running | undefined> {
    const until = performance.now() + withinMs;
    while (!this.#running && performance.now() < until) await pause(50);
    return this.#running;
  }

  /** Ask the gateway. Undefined when there is no desk, or it went away meanwhile. @throws what it refuses. */
  async rpc<T>(method: string, params: object = {}): Promise<T | undefined> {
    const running = this.#running;
    if (!running) return undefined;
    const signal = AbortSignal.timeout(PATIENCE_MS);
    try {
      return await running.rpc<T>(method, params, signal);
    } catch (error) {
      if (error instanceof Error && error.message.startsWith(`${method}: `)) throw error;
      if (signal.aborted && this.#running === running)
        this.waiting.push(`${method} was not answered within ${PATIENCE_MS / 1_000} s`);
      return undefined;
    }
  }

  /** It ends when it is told to, in good order; by itself it doesn't. */
  #judge(begun: Begun, end: NodeJS.Signals | number | null): void {
    const sent = this.#sent.get(begun) ?? [];
    const terms = sent.filter((signal) => signal === 'SIGTERM').length;
    const isRight =
      this.#excused.has(begun) ||
      sent.includes('SIGKILL') ||
      (terms > 0 && (end === 0 || end === 'SIGTERM')) ||
      (terms > 1 && end === 1) || // whoever tells it twice is in a hurry
      (end === 1 && begun.errors().includes(TAKEN_OVER));
    if (isRight) return;
    const log = begun.errors().split('\n');
    const last = log.filter((line) => !line.includes('"level":30')).slice(-15);
    this.gaveUp.push(`it ended with ${end} after ${sent.join(', ') || 'no signal'}: ${last.join(' ')}`);
  }

  /** What all its desks said. */
  log(): string {
    return [...this.#logs, this.errors()].join('');
  }

  errors(): string {
    return this.#begun?.errors() ?? '';
  }
}
