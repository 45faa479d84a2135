/** Which of some events stands when they are put together. */
import type { NewsEvent } from '../../model/event.ts';

/**
 * The posted one, else the one that is held for a story, else the one with most links, else the oldest. Undefined
 * where they can't be put together: fewer than two, or two that were posted or are held.
 */
export function winnerOf(events: readonly NewsEvent[], nowMs: number): NewsEvent | undefined {
  if (events.length < 2 || clashOf(events, nowMs) !== undefined) return undefined;
  return [...events].sort(
    (a, b) =>
      Number(isTaken(b, nowMs)) - Number(isTaken(a, nowMs)) ||
      b.links.length - a.links.length ||
      a.createdAtMs - b.createdAtMs ||
      a.id - b.id,
  )[0];
}

/** Why they can't be put together, a sentence; undefined where they can. */
export function clashOf(events: readonly NewsEvent[], nowMs: number): string | undefined {
  const posted = events.filter(({ postedAtMs }) => postedAtMs !== null);
  if (posted.length > 1)
    return `events ${posted.map(({ id }) => id).join(' and ')} were both posted: two published stories never become one`;
  const taken = events.filter((event) => isTaken(event, nowMs));
  if (taken.length > 1)
    return `events ${taken.map(({ id }) => id).join(' and ')} are both taken: posted, or held for a story that is being written`;
  return undefined;
}

/** Posted, or held for a story; what a planner was offered is not taken yet. */
function isTaken({ postedAtMs, reservedUntilMs, reservedBy }: NewsEvent, nowMs: number): boolean {
  const isHeld = reservedUntilMs !== null && reservedUntilMs > nowMs && !reservedBy?.startsWith('planner:');
  return postedAtMs !== null || isHeld;
}
