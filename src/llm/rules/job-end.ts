/** Orders about automations that repeat and end: "remind us every day at 8 until Friday to check the diary". */
import { endIn } from '../../text/when/ends.ts';
import type { JobOrder } from './job-order.ts';

/**
 * @param read the order in a sentence without an end
 * @returns the order in `text`; with its end, if that belongs to it.
 */
export function withEnd(
  text: string,
  read: (sentence: string) => JobOrder | undefined,
): JobOrder | undefined {
  const end = endIn(text);
  const order = end && read(end.rest);
  if (order?.action === 'ask' && order.missing === 'what' && repeats(order.what)) return order;
  if (order?.action === 'add' && repeats(order.schedule)) return { ...order, until: end!.said };
  return read(text);
}

/** "Remind me tomorrow at 9 to hold the story until Friday": the end is the task's. */
function repeats(schedule: string): boolean {
  return /^(?:every|each|daily|hourly|weekdays|[每逢平])/iu.test(schedule);
}
