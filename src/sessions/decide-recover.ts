/** Decides what happens to turns that an earlier process left open. */
import type { Joined } from './decide-commit.ts';
import type { TurnKind, TurnState } from './turn.ts';

/** A turn isn't run a third time, because it may be what crashes the desk. */
const MOST_STARTS = 2;

export interface LeftTurn {
  readonly id: string;
  readonly kind: TurnKind;
  readonly state: Exclude<TurnState, 'closed'>;
  readonly acceptedAtMs: number;
  readonly starts: number;
  readonly hasActed: boolean;
  /** The turn that it has joined. */
  readonly joined?: { readonly running: string; readonly state: Joined['state'] };
}

export interface Recovery {
  /** Running turns that run again from their beginning. */
  readonly again: readonly string[];
  /** Running turns that must not run again. */
  readonly cutOff: readonly string[];
  /**
   * `unread`: joined messages that are read again with their turn. `read`: those that had an answer ready, which
   * was never sent.
   */
  readonly unread: readonly string[];
  readonly read: readonly string[];
}

/** @param turns all open turns. */
export function decideRecover(
  turns: readonly LeftTurn[],
  terms: { readonly nowMs: number; readonly personMaxAgeMs: number },
): Recovery {
  const running = turns.filter(({ state }) => state === 'running');
  const again = new Set(running.filter((turn) => mayRunAgain(turn, terms)).map(({ id }) => id));
  const joined = turns.flatMap(({ id, joined: to }) => (to ? [{ id, ...to }] : []));
  const withTurn = joined.filter((one) => again.has(one.running));
  const answered = joined.filter((one) => !again.has(one.running) && one.state === 'answered');
  return {
    again: [...again],
    cutOff: running.filter(({ id }) => !again.has(id)).map(({ id }) => id),
    unread: withTurn.map(({ id }) => id),
    read: answered.map(({ id }) => id),
  };
}

/** Once, when it had no effect yet; people's messages only while they are recent. */
function mayRunAgain(
  { kind, acceptedAtMs, starts, hasActed }: LeftTurn,
  { nowMs, personMaxAgeMs }: { readonly nowMs: number; readonly personMaxAgeMs: number },
): boolean {
  const isFresh = kind !== 'person' || acceptedAtMs > nowMs - personMaxAgeMs;
  return starts < MOST_STARTS && !hasActed && isFresh;
}
