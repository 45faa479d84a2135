import type { Clock } from '../time/clock.ts';

/** The result of `work`, or undefined when it takes longer than `ms`. The work itself continues. */
export async function within<T>(ms: number, work: Promise<T>, clock: Clock): Promise<T | undefined> {
  const patience = new AbortController();
  const tooLong = clock.until(clock.now() + ms, patience.signal).then(
    () => undefined,
    () => undefined, // the work was done in time
  );
  return Promise.race([work, tooLong]).finally(() => patience.abort(new Error('there')));
}
