import type { Dispatcher } from '../../sessions/dispatcher.ts';
import type { Clock } from '../../time/clock.ts';
import type { BatchService } from '../batches/batch-service.ts';
import type { Progress } from '../batches/batch-standings.ts';

interface SettlingDeps {
  readonly batches: Pick<BatchService, 'progress'>;
  readonly dispatcher: Pick<Dispatcher, 'poke' | 'idle'>;
  readonly clock: Clock;
}

/** How long messages that a platform doesn't take may keep a runner that has nothing else to do. */
const DELIVERY_MS = 10 * 60_000;
const LOOK_MS = 500;

/** Resolves when every batch is done, on hold or stopped by a trouble, and its messages are out as far as they can be. */
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
    // An embargo has ended, say.
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
