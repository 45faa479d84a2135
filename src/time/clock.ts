import { setMaxListeners } from 'node:events';

/**
 * The clock: the only way the desk reads time or waits.
 *
 * - `now` is wall-clock time, milliseconds since the epoch (UTC). It can jump forwards and back.
 * - `elapsed` is monotonic time in milliseconds from an arbitrary start. Use it for durations.
 * - `until` resolves when `now()` has reached `when`, or when as much monotonic time has passed as `when` was away at
 *   the call; so a clock that is set back doesn't prolong a wait. A caller that needs the wall-clock time must check
 *   it again afterwards. Rejects with the signal's reason.
 *
 * Waits survive a suspended machine and a changed clock, because they sleep in short steps and look again.
 */
export interface Clock {
  now(): number;
  elapsed(): number;
  until(when: number, signal?: AbortSignal): Promise<void>;
}

/** The longest sleep within a wait, and so the longest delay until a changed clock is noticed. */
const NAP_MS = 30_000;

type Readings = Pick<Clock, 'now' | 'elapsed'>;

/** Make a clock from a wall clock and a monotonic one. */
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

/** Wait for `ms` of monotonic time, whatever happens to the wall clock. */
export async function pass(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  const end = clock.elapsed() + ms;
  // Round up to whole milliseconds: wall-clock time has no fractions.
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
 * A signal that aborts with `reason` after the time until `when` has passed, or with the reason of `outer` as soon as
 * that aborts. Call `clear` when the guarded work has ended.
 */
export function deadline(clock: Clock, when: number, reason: Error, outer?: AbortSignal): Limit {
  return limitOf(async (signal) => {
    await pass(clock, when - clock.now(), signal);
    return reason;
  }, outer);
}

interface Limit {
  readonly signal: AbortSignal;
  readonly clear: () => void;
}

/**
 * A signal that aborts with the error that `over` resolves to, or with the reason of `outer`.
 * @param over the wait; it must reject when its signal aborts.
 */
export function limitOf(over: (signal: AbortSignal) => Promise<Error>, outer?: AbortSignal): Limit {
  const work = new AbortController();
  setMaxListeners(0, work.signal); // Every page that is fetched at once listens.
  const wait = new AbortController();
  const follow = () => work.abort(outer?.reason);
  if (outer?.aborted) follow();
  else outer?.addEventListener('abort', follow, { once: true });
  over(wait.signal).then(
    (reason) => work.abort(reason),
    () => {}, // cleared
  );
  return {
    signal: work.signal,
    clear: () => {
      outer?.removeEventListener('abort', follow);
      wait.abort(new Error('cleared'));
    },
  };
}
