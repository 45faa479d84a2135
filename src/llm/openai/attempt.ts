/** Runs one attempt at the endpoint and watches it. */
import { ModelError } from '../chat-model.ts';
import type { Clock } from '../../time/clock.ts';
import { complaintOf } from './complaint.ts';
import type { Complaint } from './complaint.ts';
import type { Connection } from './connection.ts';
import { modelError } from './say-failure.ts';
import type { Asked } from './say-failure.ts';
import { Silence } from '../patience.ts';
import type { Patience } from '../patience.ts';
import { Watch } from './watch.ts';

export type Attempted<T> =
  { readonly kind: 'done'; readonly done: T } | { readonly kind: 'complaint'; readonly complaint: Complaint };

/** @throws `outer`'s reason when stopped; a `ModelError` for failures that teach nothing about the server. */
export async function attempt<T>(
  connection: Connection,
  deps: { readonly clock: Clock; readonly patience: Patience; readonly outer: AbortSignal },
  asked: Asked,
  work: (watch: Watch) => Promise<T>,
): Promise<Attempted<T>> {
  const { clock, patience, outer } = deps;
  outer.throwIfAborted();
  const watch = new Watch(clock, patience, outer);
  try {
    const done = await work(watch);
    outer.throwIfAborted();
    return { kind: 'done', done };
  } catch (error) {
    // Any error after a stop comes from the stop.
    outer.throwIfAborted();
    const why: unknown = watch.signal.reason;
    if (why instanceof Silence)
      throw modelError(
        'unavailable',
        `The server ${asked.host} said nothing for ${String(why.afterMs / 1000)} seconds.`,
        asked,
      );
    if (error instanceof ModelError) throw error;
    const complaint = complaintOf(error, connection);
    if (!complaint) throw error;
    return { kind: 'complaint', complaint };
  } finally {
    watch.end();
  }
}
