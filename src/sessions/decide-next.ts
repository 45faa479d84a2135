/**
 * Which of the turns that wait in an idle lane runs next.
 *
 * - People's turns go before scheduled ones (jobs, workers, heartbeats); each kind in its order of acceptance.
 * - Once a scheduled turn has waited longer than its `maxDeferMs`, scheduled turns go before people.
 * - A job's turn needs a run slot. Without a free one it lets the others by.
 */
import type { Turn } from './turn.ts';

/** Turns that wait in one lane, each list in the order of acceptance. */
export interface WaitingTurns {
  readonly people: readonly Turn[];
  readonly scheduled: readonly Turn[];
}

export interface NextTerms {
  readonly hasSlot: boolean;
  /** Milliseconds that a turn has waited. */
  readonly waitedMs: (turn: Turn) => number;
}

/** The turn that runs next; undefined if none may run now. */
export function decideNext({ people, scheduled }: WaitingTurns, terms: NextTerms): Turn | undefined {
  const [person] = people;
  const due = scheduled.find((turn) => terms.hasSlot || !needsSlot(turn));
  if (person && due && !hasOverdue(scheduled, terms)) return person;
  return due ?? person;
}

/** Whether a scheduled turn has waited longer than its `maxDeferMs`. */
export function hasOverdue(scheduled: readonly Turn[], { waitedMs }: Pick<NextTerms, 'waitedMs'>): boolean {
  return scheduled.some((turn) => turn.run !== undefined && waitedMs(turn) > turn.run.maxDeferMs);
}

/** Workers are limited by whoever asks for them; heartbeats are tried again when `main` is busy. */
export function needsSlot({ kind }: Turn): boolean {
  return kind === 'scheduled';
}
