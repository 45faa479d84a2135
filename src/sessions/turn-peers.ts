/** Other desks that take turns from the same book. */

/** What desks tell each other about turns. Whoever misses one finds out by looking at the book. */
export type TurnSignal =
  /** Turns wait for a desk. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'ended'; readonly turns: readonly string[] }
  /** Turns were closed, not by their performer. `because` is absent when their session was reset. */
  | { readonly kind: 'stopped'; readonly turns: readonly string[]; readonly because?: string };

export interface TurnPeers {
  /** This desk, as the book names it. */
  readonly desk: string;
  /** Whether another desk works now. */
  hasOthers(): boolean;
  tell(signal: TurnSignal): void;
}
