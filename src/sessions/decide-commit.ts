/**
 * Decides whether the holder may still close a turn or hand it back, and what becomes of messages that joined it.
 */
import { answeredTogether } from './endings.ts';
import type { Closing } from './turn-book.ts';
import type { StartedTurn, TurnEnd, TurnState } from './turn.ts';

/** A started turn, as decisions see it. */
export interface SeenTurn extends StartedTurn {
  readonly state: TurnState;
  /** The current generation of its memory. */
  readonly current: number;
  /** It has changed or sent something. */
  readonly hasActed: boolean;
}

/**
 * A message that joined a turn; `state` says whether the turn has read it, and whether an answer was ready after
 * that.
 */
export interface Joined {
  readonly id: string;
  readonly state: 'unread' | 'read' | 'answered';
}

export type CommitDecision =
  | { readonly kind: 'stale' }
  /** More messages have joined. Those read before are answered, as far as an answer was ready. */
  | { readonly kind: 'joined'; readonly answered: readonly string[] }
  | {
      readonly kind: 'committed';
      /** Joined messages that become turns of their own. */
      readonly again: readonly string[];
      /** Joined messages that are closed together with it, and how. */
      readonly closed: readonly string[];
      readonly together: TurnEnd;
    };

/**
 * How a turn ends. `stale`: its fence or generation has changed. `joined`: it has to read messages first. Otherwise
 * which joined messages it answered, and which are queued again.
 */
export function decideCommit(
  { fence, final, end }: Pick<Closing, 'fence' | 'final' | 'end'>,
  seen: SeenTurn | undefined,
  joined: readonly Joined[],
): CommitDecision {
  if (!seen || !holds(seen, fence) || seen.generation !== seen.current) return { kind: 'stale' };
  const isAnswered = ({ state }: Joined) =>
    // A turn that ends without an answer answers none of its joined messages, except those that an answer was ready
    // for. If it has already acted, perhaps for one of them, nothing is repeated.
    final && !seen.hasActed ? state === 'answered' : state !== 'unread';
  const again = joined.filter((one) => !isAnswered(one)).map(({ id }) => id);
  if (again.length > 0 && !final)
    return { kind: 'joined', answered: joined.filter(({ state }) => state === 'read').map(({ id }) => id) };
  const closed = joined.filter(isAnswered).map(({ id }) => id);
  return { kind: 'committed', again, closed, together: answeredTogether(end, seen.turn.id) };
}

/** Whether the turn is running in the start with this fence. */
export function holds({ state, fence }: Pick<SeenTurn, 'state' | 'fence'>, held: number): boolean {
  return state === 'running' && fence === held;
}

/** Whether a running turn may be handed back to run again from its beginning: only while it had no effect. */
export function mayHandBack(seen: SeenTurn | undefined, fence: number): boolean {
  return seen !== undefined && holds(seen, fence) && !seen.hasActed;
}
