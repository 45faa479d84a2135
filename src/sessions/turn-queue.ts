/**
 * Which turn runs next: one at a time in a lane, many lanes at once. Turns are stored by the turn book before they enter;
 * what waits here at a stop waits in the book for the next start.
 *
 * The order is that of `decide-next.ts`. Free run slots go to the lane whose scheduled turn came first. A turn that
 * awaits another one of its own lane would wait for itself: no tool does that.
 */
import type { SessionKey } from './key.ts';
import type { Turn } from './turn.ts';

export interface TurnQueue {
  /**
   * Let a stored turn wait for its lane, and start it when it is its turn.
   * @param sinceMs when it began to wait, by `Clock.elapsed`; now by default.
   * @returns whether its lane was idle. Otherwise it waits for other turns.
   */
  enter(turn: Turn, sinceMs?: number): boolean;
  /** Take a waiting turn out. @returns whether it was waiting. */
  withdraw(turn: string): boolean;
  running(lane: SessionKey): Turn | undefined;
  /** Whether a scheduled turn of this lane has waited longer than its `maxDeferMs`. */
  hasOverdue(lane: SessionKey): boolean;
  /** Nothing runs or waits in this lane. */
  isIdle(lane: SessionKey): boolean;
  /** How many lanes have turns that run or wait. */
  readonly size: number;
  /** Start no further turn. */
  close(): void;
}

export interface TurnQueueDeps {
  /** Run a turn to its end. Never rejects. */
  readonly run: (turn: Turn) => Promise<void>;
  /** `Clock.elapsed`: milliseconds of monotonic time. */
  readonly elapsed: () => number;
  /** How many scheduled turns run at once at most, over all lanes. */
  readonly slots: number;
}
