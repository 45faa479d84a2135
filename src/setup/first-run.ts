/** First runs in preview of a running desk: one at a time. What came of the last one is told until the next. */
import { RpcError } from '../feature/rpc-error.ts';
import { z } from 'zod';
import type { Given } from '../text/given.ts';
import { previewedSchema, type PreviewedRun } from './preview-home.ts';

export const firstRunSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('idle') }),
  z.strictObject({ kind: z.literal('running') }),
  z.strictObject({ kind: z.literal('failed') }),
  ...previewedSchema.options,
]);
type FirstRunState = Given<z.output<typeof firstRunSchema>>;

export class FirstRun {
  readonly #failed: (error: unknown) => void;
  #state: FirstRunState = { kind: 'idle' };
  #running: { readonly stop: AbortController; readonly over: Promise<void> } | undefined;

  /** @param failed told why one broke off */
  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  get state(): FirstRunState {
    return this.#state;
  }

  /** Resolves at once. @throws RpcError while one runs. */
  start(run: (signal: AbortSignal) => Promise<PreviewedRun>): void {
    if (this.#running)
      throw new RpcError('refused', 'a first run in preview is under way: wait until it is over');
    const stop = new AbortController();
    const over = run(stop.signal)
      .catch((error: unknown): FirstRunState => {
        if (!stop.signal.aborted) this.#failed(error);
        return { kind: 'failed' };
      })
      .then((state) => {
        this.#state = state;
        this.#running = undefined;
      });
    // After it was called: what it refuses at once is no run.
    this.#state = { kind: 'running' };
    this.#running = { stop, over };
  }

  /** Break off what runs. */
  async stop(): Promise<void> {
    const running = this.#running;
    running?.stop.abort(new Error('the desk is closing'));
    await running?.over;
  }
}
