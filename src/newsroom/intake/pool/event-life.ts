/** How long an event lives and who holds it, as sums: the pool keeps what is decided here. */
import type { NewsEvent } from '../../model/event.ts';
import { isPlannerHold } from '../../model/event.ts';
import { HARD_LIFE_MS, SOFT_LIFE_MS } from './pool.ts';

type Life = Pick<NewsEvent, 'status' | 'expiresAtMs'>;

/** When an event that begins now expires, if nothing joins it. */
export function firstExpiry(atMs: number): number {
  return atMs + SOFT_LIFE_MS;
}

/**
 * An event after a link or a development came to it: with a second link it is active, and it lives on. A posted
 * event's life is frozen.
 * @param event `links`: how many it has now.
 */
export function lifeAfter(
  { status, createdAtMs, expiresAtMs, links }: Life & { createdAtMs: number; links: number },
  atMs: number,
): Life {
  if (status === 'posted') return { status, expiresAtMs };
  return {
    status: links > 1 ? 'active' : status,
    expiresAtMs: Math.min(Math.max(expiresAtMs, firstExpiry(atMs)), createdAtMs + HARD_LIFE_MS),
  };
}

/** Whether `by` gets the event: nobody else holds it now, or a story takes over what a planner holds. */
export function mayHold(
  { reservedBy, reservedUntilMs }: Pick<NewsEvent, 'reservedBy' | 'reservedUntilMs'>,
  by: string,
  nowMs: number,
): boolean {
  if (reservedUntilMs === null || reservedUntilMs <= nowMs) return true;
  if (reservedBy === undefined || reservedBy === by) return true;
  return isPlannerHold(reservedBy) && !isPlannerHold(by);
}
