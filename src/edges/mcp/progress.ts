/** Progress of a call, as MCP wants it: every notice says more than the last. */
import type { MethodCall } from '../../feature/rpc-method.ts';
import type { Clock } from '../../time/clock.ts';

/** So often a client hears that a call goes on, whatever its method tells. */
const EVERY_MS = 5_000;
/** How much a notice without news moves. */
const STEP = 0.001;

interface Notice {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** Run a call and tell of it: at its start, whenever its method does, and every few seconds. */
export async function withProgress<T>(
  run: (call: MethodCall) => Promise<T>,
  { clock, signal, tell }: { clock: Clock; signal: AbortSignal; tell: (notice: Notice) => void },
): Promise<T> {
  const over = new AbortController();
  let last = 0;
  const said = (notice: Notice) => {
    if (!over.signal.aborted && !signal.aborted) tell(notice);
  };
  said({ progress: last });
  const beat = async () => {
    while (!over.signal.aborted) {
      await clock.until(clock.now() + EVERY_MS, over.signal).catch(() => {}); // it is over
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
