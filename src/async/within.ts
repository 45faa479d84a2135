import type { Clock } from '../time/clock.ts';

/** What it resolves with, unless that takes longer. */
export async function within<T>(ms: number, work: Promise<T>, clock: Clock): Promise<T | undefined> {
  const patience = new AbortController();
  const tooLong = clock.until(clock.now() + ms, patience.signal).then(
    () => undefined,
    () => undefined, // it was there in time
  );
  return Promise.race([work, tooLong]).finally(() => patience.abort(new Error('there')));
}
