import type { Dispatcher } from '../../sessions/dispatcher.ts';
import type { Clock } from '../../time/clock.ts';
import type { BatchService } from '../batches/batch-service.ts';
import type { Progress } from '../batches/batch-status.ts';

interface SettlingDeps {
  readonly batches: Pick<BatchService, 'progress'>;
  readonly dispatcher: Pick<Dispatcher, 'poke' | 'idle'>;
  readonly clock: Clock;
}

/** How long a runner that has nothing else to do waits for undeliverable messages. */
const DELIVERY_MS = 10 * 60_000;
const LOOK_MS = 500;

/**
 * Resolves when every batch is done, on hold or interrupted by a problem, and its messages are sent as far as
 * possible.
 */
export async function untilSettled(deps: SettlingDeps, over: AbortSignal): Promise<void> {
  const { batches, dispatcher, clock } = deps;
  let giveUp: Promise<void>;
  do {
    await whileAllAre('writing', deps, over);
    giveUp = clock.until(clock.now() + DELIVERY_MS, over);
    giveUp.catch(() => {}); // the messages were faster
    const sent = whileAllAre('sending', deps, over);
    sent.catch(() => {}); // it is over
    await Promise.race([sent, giveUp]);
    // An embargo may have ended, for example.
  } while ((await batches.progress()) === 'writing');
  dispatcher.poke();
  await Promise.race([dispatcher.idle(), giveUp]);
}

async function whileAllAre(
  progress: Progress,
  { batches, clock }: SettlingDeps,
  over: AbortSignal,
): Promise<void> {
  while ((await batches.progress()) === progress) await clock.until(clock.now() + LOOK_MS, over);
}
