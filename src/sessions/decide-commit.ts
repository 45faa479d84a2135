/** A turn is to be closed, or let go of: whether that is still the holder's to do, and what becomes of who joined it. */
import { answeredTogether } from './endings.ts';
import type { Closing } from './turn-book.ts';
import type { StartedTurn, TurnEnd, TurnState } from './turn.ts';

/** A turn that was started, as decisions see it. */
export interface SeenTurn extends StartedTurn {
  readonly state: TurnState;
  /** The generation of its memory now. */
  readonly current: number;
  /** It has changed or sent something. */
  readonly hasActed: boolean;
}

/** A message that joined a turn: whether that has read it, or had an answer ready after that. */
export interface Joined {
  readonly id: string;
  readonly state: 'unread' | 'read' | 'answered';
}

export type CommitDecision =
  | { readonly kind: 'stale' }
  /** Somebody has joined: what was read before is answered, as far as it was said. */
  | { readonly kind: 'joined'; readonly answered: readonly string[] }
  | {
      readonly kind: 'committed';
      /** Joined messages that are turns of their own now. */
      readonly again: readonly string[];
      /** Joined messages that are closed with it, and how. */
      readonly closed: readonly string[];
      readonly together: TurnEnd;
    };

/**
 * How a turn ends: stale where its fence or generation has changed; joined where it has to hear messages first; else
 * which of these it answered and which are queued again.
 */
export function decideCommit(
  { fence, final, end }: Pick<Closing, 'fence' | 'final' | 'end'>,
  seen: SeenTurn | undefined,
  joined: readonly Joined[],
): CommitDecision {
  if (!seen || !holds(seen, fence) || seen.generation !== seen.current) return { kind: 'stale' };
  const isAnswered = ({ state }: Joined) =>
    // A turn that ends without its answer answers none of the messages that it had taken in, but for those that an
    // answer of it was ready for. Where it has done something already, perhaps for one of them, that is not done again.
    final && !seen.hasActed ? state === 'answered' : state !== 'unread';
  const again = joined.filter((one) => !isAnswered(one)).map(({ id }) => id);
  if (again.length > 0 && !final)
    return { kind: 'joined', answered: joined.filter(({ state }) => state === 'read').map(({ id }) => id) };
  const closed = joined.filter(isAnswered).map(({ id }) => id);
  return { kind: 'committed', again, closed, together: answeredTogether(end, seen.turn.id) };
}

/** It runs, and in this start of it. */
export function holds({ state, fence }: Pick<SeenTurn, 'state' | 'fence'>, held: number): boolean {
  return state === 'running' && fence === held;
}

/** A running turn may be let go of, to run again from its beginning, while it had no effect. */
export function mayHandBack(seen: SeenTurn | undefined, fence: number): boolean {
  return seen !== undefined && holds(seen, fence) && !seen.hasActed;
}
