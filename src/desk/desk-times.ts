import type { Logger } from 'pino';
import type { Facts } from '../cron/kept-pause.ts';
import { BelievedTime } from '../time/believed-time.ts';
import type { Clock } from '../time/clock.ts';

const SEEN = 'clock seen';
const BELIEVED = 'time believed';

/** The latest time that any desk has seen on a home. */
export function clockSeen(state: Facts) {
  return {
    get: async () => Number(await state.get(SEEN)) || undefined,
    set: (ms: number) => state.set(SEEN, String(ms)),
  };
}

/** The home's time for retention; the log says when the clock isn't trusted. */
export function believedTime(state: Facts, clock: Clock, log: Logger): BelievedTime {
  return new BelievedTime({
    clock,
    kept: { get: () => state.get(BELIEVED), set: (value) => state.set(BELIEVED, value) },
    seenMs: () => clockSeen(state).get(),
    doubts: (believedMs, saidMs) =>
      log.warn(
        { module: 'upkeep', clock: saidMs, believed: believedMs },
        'the clock was set, or the desk was off for more than a day: what is old is dropped by the new time once the ' +
          'clock has said so for a day',
      ),
  });
}
