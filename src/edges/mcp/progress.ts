/** Progress of a call in MCP's form: every notification has a higher value than the last. */
import type { MethodCall } from '../../feature/rpc-method.ts';
import type { Clock } from '../../time/clock.ts';

/** How often a client is told that a call continues, even without news from its method. */
const EVERY_MS = 5_000;
/** The increment of a notification without news. */
const STEP = 0.001;

interface Notice {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** Run a call and report progress: at its start, whenever its method does, and every few seconds. */
export async function withProgress<T>(
  run: (call: MethodCall) => Promise<T>,
  { clock, signal, notify }: { clock: Clock; signal: AbortSignal; notify: (notice: Notice) => void },
): Promise<T> {
  const over = new AbortController();
  let last = 0;
  const said = (notice: Notice) => {
    if (!over.signal.aborted && !signal.aborted) notify(notice);
  };
  said({ progress: last });
  const beat = async () => {
    while (!over.signal.aborted) {
      await clock.until(clock.now() + EVERY_MS, over.signal).catch(() => {}); // It has ended.
      last += STEP;
      said({ progress: last });
    }
  };
  void beat();
  const progress = (done: Notice) => {
    last = Math.max(done.progress, last + STEP);
    said({ ...done, progress: last });
  };
  try {
    return await run({ signal, progress });
  } finally {
    over.abort(new Error('the call is over'));
  }
}
