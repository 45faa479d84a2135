/**
 * The clock: the only way the desk reads or waits for time.
 *
 * - `now` is milliseconds since the epoch, UTC: a moment in the world. It may be set, forwards and back.
 * - `elapsed` is milliseconds since some beginning, which nobody sets: how long something took, or has to wait.
 * - `until` resolves once `now()` has reached `when`, or once as much time has passed as that was away when it was asked:
 *   a clock that is set back keeps nobody waiting. Who waits for a moment in the world looks again then. It rejects with
 *   the signal's reason.
 *
 * A wait survives a suspended machine and a clock that is set: it naps in short steps and looks again.
 */
export interface Clock {
  now(): number;
  elapsed(): number;
  until(when: number, signal?: AbortSignal): Promise<void>;
}

/** The longest nap of a wait: how late the desk may notice that the clock was set. */
const NAP_MS = 30_000;

/** What a clock reads. */
type Readings = Pick<Clock, 'now' | 'elapsed'>;

/**
 * A clock over readings of a wall clock and a monotonic one. A wait ends when either says so, and looks again at least
 * once a minute.
 */
export function clockOf({ now, elapsed }: Readings): Clock {
  return {
    now,
    elapsed,
    async until(when, signal) {
      const end = elapsed() + (when - now());
      for (;;) {
        signal?.throwIfAborted();
        const left = Math.min(when - now(), end - elapsed());
        if (left <= 0) return;
        await nap(Math.min(left, NAP_MS), signal);
      }
    },
  };
}

export const systemClock: Clock = clockOf({ now: () => Date.now(), elapsed: () => performance.now() });

/** Resolves once `ms` have passed, however the clock is set meanwhile. */
export async function pass(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  const end = clock.elapsed() + ms;
  // In whole milliseconds: a moment in the world can't be told from one that is a fraction later.
  for (let left = ms; left > 0; left = end - clock.elapsed())
    await clock.until(clock.now() + Math.ceil(left), signal);
}

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
 * A signal that aborts with `reason` once as much time has passed as `when` is away now, or as soon as `outer` aborts,
 * with its reason. `clear` stops the wait; call it when the guarded work has ended.
 */
export function deadline(clock: Clock, when: number, reason: Error, outer?: AbortSignal): Limit {
  return limitOf((signal) => pass(clock, when - clock.now(), signal), reason, outer);
}

interface Limit {
  readonly signal: AbortSignal;
  readonly clear: () => void;
}

/** A deadline that comes when `over` resolves. @param over rejects when its signal aborts. */
export function limitOf(
  over: (signal: AbortSignal) => Promise<void>,
  reason: Error,
  outer?: AbortSignal,
): Limit {
  const work = new AbortController();
  const wait = new AbortController();
  const follow = () => work.abort(outer?.reason);
  if (outer?.aborted) follow();
  else outer?.addEventListener('abort', follow, { once: true });
  over(wait.signal).then(
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
