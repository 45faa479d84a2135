/** What became of an item of a feed, in a word for programs and a sentence for editors. */
import type { Delivery, ItemOutcome } from './delivery.ts';

/** The furthest that an item has come. */
export type DeliveryFate =
  | 'posted'
  | 'offered'
  | 'left_out'
  | 'in_event'
  | 'kept_out'
  | 'waiting'
  | 'gone'
  | Exclude<ItemOutcome, 'added' | 'known'>;

interface DeliveryInWords extends Delivery {
  readonly fate: DeliveryFate;
  readonly why: string;
}

const REFUSED: Readonly<Record<Exclude<ItemOutcome, 'added' | 'known'>, string>> = {
  backlog: 'it was there, among too many, when the feed was first read: it never comes in',
  too_old: 'it is older than 48 hours',
  filtered: 'a filter of the feed drops it',
  no_link: 'it has no link',
  bad_link: 'its link is no http or https address',
  no_title: 'it has no title',
};

/** What became of an item that a feed delivered, in words. */
export function deliveryInWords(delivery: Delivery): DeliveryInWords {
  const { outcome } = delivery;
  if (outcome !== 'added' && outcome !== 'known')
    return { ...delivery, fate: outcome, why: REFUSED[outcome] };
  const came = outcome === 'added' ? 'came in by this feed' : 'another had brought it before';
  const ahead = delivery.datedAhead === true ? ', dated ahead of its time' : '';
  const { fate, why } = fateOf(delivery);
  return { ...delivery, fate, why: `${came}${ahead}; ${why}` };
}

function fateOf({ link, event, verdict }: Delivery): { fate: DeliveryFate; why: string } {
  if (link === undefined) return { fate: 'gone', why: 'it has served its time and left the pool' };
  if (link.pending) return { fate: 'waiting', why: 'clustering has not looked at it yet' };
  if (event === undefined)
    return link.skipReason === undefined
      ? { fate: 'gone', why: 'its event has served its time' }
      : { fate: 'kept_out', why: `clustering keeps it out of events: ${link.skipReason}` };
  const where = `in event ${event.id} “${event.title}” (${event.links === 1 ? '1 link' : `${event.links} links`})`;
  if (event.status === 'posted') return { fate: 'posted', why: `${where}, which was posted` };
  const tried = event.releasedWhy === undefined ? '' : `, which was given back (${event.releasedWhy})`;
  if (verdict === undefined) return { fate: 'in_event', why: `${where}${tried}, not judged yet` };
  const { taken, kind, reason } = verdict;
  return taken
    ? { fate: 'offered', why: `${where}${tried}, offered to the ${kind} planner: ${reason}` }
    : { fate: 'left_out', why: `${where}${tried}, left out of the ${kind} inputs: ${reason}` };
}
