/** One attempt at the endpoint, watched over. */
import { ModelError } from '../chat-model.ts';
import type { Clock } from '../../time/clock.ts';
import { complaintOf } from './complaint.ts';
import type { Complaint } from './complaint.ts';
import type { Line } from './line.ts';
import { modelError } from './say-failure.ts';
import type { Asked } from './say-failure.ts';
import { Silence } from '../patience.ts';
import type { Patience } from '../patience.ts';
import { Watch } from './watch.ts';

export type Attempted<T> =
  { readonly kind: 'done'; readonly done: T } | { readonly kind: 'complaint'; readonly complaint: Complaint };

/** @throws `outer`'s reason when it was stopped, and a `ModelError` where nothing can be learned from the failure. */
export async function attempt<T>(
  line: Line,
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
    // Whatever broke then, it broke because the attempt was stopped.
    outer.throwIfAborted();
    const why: unknown = watch.signal.reason;
    if (why instanceof Silence)
      throw modelError(
        'unavailable',
        `The server ${asked.host} said nothing for ${String(why.afterMs / 1000)} seconds.`,
        asked,
      );
    if (error instanceof ModelError) throw error;
    const complaint = complaintOf(error, line);
    if (!complaint) throw error;
    return { kind: 'complaint', complaint };
  } finally {
    watch.end();
  }
}
