/** Rules for how long an event lives and who may hold it. Pure; the pool stores the results. */
import type { NewsEvent } from '../../model/event.ts';
import { isPlannerHold } from '../../model/event.ts';
import { HARD_LIFE_MS, SOFT_LIFE_MS } from './pool.ts';

type Life = Pick<NewsEvent, 'status' | 'expiresAtMs'>;

/** When a new event expires if nothing joins it. */
export function firstExpiry(atMs: number): number {
  return atMs + SOFT_LIFE_MS;
}

/**
 * An event after a link or development joined it: from the second link on it is active, and its life is extended. A
 * posted event's life is fixed.
 * @param event `links`: its number of links now
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

/** Whether `by` may hold the event: nobody else does, or a story takes over from a planner. */
export function mayHold(
  { reservedBy, reservedUntilMs }: Pick<NewsEvent, 'reservedBy' | 'reservedUntilMs'>,
  by: string,
  nowMs: number,
): boolean {
  if (reservedUntilMs === null || reservedUntilMs <= nowMs) return true;
  if (reservedBy === undefined || reservedBy === by) return true;
  return isPlannerHold(reservedBy) && !isPlannerHold(by);
}
