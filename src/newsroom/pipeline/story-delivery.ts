/** Waits until a story's messages, or a single one, are sent or never will be. */
import { deliveryOf } from '../publish/delivery.ts';
import { storyOpKey } from '../publish/title-post.ts';
import type { PipelineDeps } from './pipeline-deps.ts';
import type { Dispatcher } from '../../sessions/dispatcher.ts';
import type { OpBook } from '../../sessions/op-book.ts';
import type { Clock } from '../../time/clock.ts';

interface DeliveryDeps {
  readonly ops: Pick<OpBook, 'under' | 'find'>;
  readonly dispatcher: Pick<Dispatcher, 'settled'>;
  readonly clock: Clock;
}

/** Some ops end without the dispatcher, for example with their channel. They are noticed after this time. */
const LOOK_MS = 60_000;

/** Waits for all messages of a story. */
export function storyDelivery({ ops, dispatcher, clock }: DeliveryDeps): PipelineDeps['delivered'] {
  return async (story, signal) => {
    let awaited: { readonly key: string; readonly settled: Promise<void> } | undefined;
    for (;;) {
      signal.throwIfAborted();
      const found = deliveryOf(story, await ops.under(storyOpKey(story.id, '')));
      if (found.kind !== 'pending') return found;
      if (awaited?.key !== found.next) {
        // It may settle before the wait starts, so check the book again.
        awaited = { key: found.next, settled: dispatcher.settled(found.next) };
        continue;
      }
      await soonest(awaited.settled, clock, signal);
    }
  };
}

/** Waits for one message. */
export function opSettled({ ops, dispatcher, clock }: DeliveryDeps): PipelineDeps['settled'] {
  return async (key, signal) => {
    const settled = dispatcher.settled(key);
    for (;;) {
      signal.throwIfAborted();
      // It may have settled before the wait started.
      const { state } = (await ops.find(key)) ?? { state: 'failed' };
      if (state === 'sent' || state === 'failed' || state === 'unknown') return;
      await soonest(settled, clock, signal);
    }
  };
}

async function soonest(settled: Promise<void>, clock: Clock, signal: AbortSignal): Promise<void> {
  const patience = new AbortController();
  const look = clock.until(clock.now() + LOOK_MS, AbortSignal.any([signal, patience.signal]));
  look.catch(() => {}); // it settled before
  try {
    await Promise.race([settled, look]);
  } finally {
    patience.abort(new Error('settled'));
  }
}
