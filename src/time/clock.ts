/**
 * The clock: the only way the house reads or waits for time.
 *
 * `now` is milliseconds since the epoch, UTC. `until` resolves once `now()` has reached `when`, or rejects
 * with the signal's reason. A wait survives a suspended machine and a clock that is set: it naps in short
 * steps and looks again.
 */
export interface Clock {
  now(): number;
  until(when: number, signal?: AbortSignal): Promise<void>;
}

/** The longest nap of a wait: how late the desk may notice that the clock was set. */
const NAP_MS = 30_000;

export const systemClock: Clock = {
  now: () => Date.now(),
  async until(when, signal) {
    for (;;) {
      signal?.throwIfAborted();
      const left = when - Date.now();
      if (left <= 0) return;
      await nap(Math.min(left, NAP_MS), signal);
    }
  },
};

function nap(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
}

/**
 * A signal that aborts at `when` with `reason`, or as soon as `outer` aborts, with its reason.
 * `clear` stops the wait; call it when the guarded work has ended.
 */
export function deadline(
  clock: Clock,
  when: number,
  reason: Error,
  outer?: AbortSignal,
): { signal: AbortSignal; clear: () => void } {
  const work = new AbortController();
  const wait = new AbortController();
  const follow = () => work.abort(outer?.reason);
  if (outer?.aborted) follow();
  else outer?.addEventListener('abort', follow, { once: true });
  clock.until(when, wait.signal).then(
    () => work.abort(reason),
    () => {}, // the wait was cleared
  );
  return {
    signal: work.signal,
    clear: () => {
      outer?.removeEventListener('abort', follow);
      wait.abort(new Error('cleared'));
    },
  };
}
