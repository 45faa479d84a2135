import type { Logger } from 'pino';
import { isNothing } from './upkeep.ts';
import type { Upkeep } from './upkeep.ts';
import type { Clock } from '../time/clock.ts';
import { Hourly } from '../async/hourly.ts';

interface TidyDeps {
  readonly upkeep: Upkeep;
  readonly clock: Clock;
  readonly log: Logger;
  /** Aborted when the desk closes: what is left is dropped after the restart. */
  readonly signal: AbortSignal;
}

/** At start and every hour, what has served its time is dropped; the log says what that was. */
export function keepingTidy({ upkeep, clock, log, signal }: TidyDeps): Hourly {
  const tidy = async () => {
    const freed = await upkeep.gc(signal);
    if (!isNothing(freed)) log.info({ module: 'upkeep', ...freed }, 'upkeep: dropped what was old');
  };
  return new Hourly(clock, tidy, (error) => log.error({ err: error }, 'dropping what is old failed'));
}
