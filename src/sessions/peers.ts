/** Other desks that work on the same newsroom. */
import { z } from 'zod';
import type { Given } from '../text/given.ts';

/** What desks tell each other about turns. */
export type TurnSignal =
  /** Turns wait for a desk. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'ended'; readonly turns: readonly string[] }
  /** Turns were closed, not by their performer. `because` is absent when their session was reset. */
  | { readonly kind: 'stopped'; readonly turns: readonly string[]; readonly because?: string };

/** What desks tell each other. Whoever misses one finds out by looking at the store. */
export type Signal =
  | TurnSignal
  /** There is something to send. */
  | { readonly kind: 'outbox' }
  /** A message was sent, or never will be. */
  | { readonly kind: 'settled'; readonly op: string }
  /** Tasks were added. */
  | { readonly kind: 'tasks' }
  /** A task was cancelled. */
  | { readonly kind: 'cancelled'; readonly task: string }
  /** Jobs, the pause or the heartbeat were changed. */
  | { readonly kind: 'schedule' }
  /** A heartbeat is wanted now. */
  | { readonly kind: 'beat' }
  /** For whoever listens to what happens in the newsroom. */
  | { readonly kind: 'news'; readonly event: string; readonly payload: unknown };

/** What the conductor has of them. */
export interface TurnPeers {
  /** This desk, as the store names it. */
  readonly desk: string;
  /** Whether another desk works now. */
  hasOthers(): boolean;
  /** Returns at once. */
  signal(signal: Signal): void;
}

/** Something that one desk does for all. */
export interface Role {
  readonly name: string;
  /** Called once, when it is this desk's. */
  begin(): Promise<void>;
}

/** What a desk does beside others. */
export interface Duties {
  /** In the order in which they are begun. */
  readonly roles: readonly Role[];
  readonly receive: (signal: Signal) => void;
  /** Desks are gone: take up what they left. */
  readonly gone: (desks: readonly string[]) => Promise<void>;
  /** Look for work. Called every second. */
  readonly look: () => void;
}

/** A desk that works, as the others see it. */
export const peerSchema = z.strictObject({
  /** Process and host, in words. */
  owner: z.string(),
  isThis: z.boolean(),
  roles: z.array(z.string()),
  /** Milliseconds since it began, and since it was last heard of. */
  heldMs: z.number(),
  silentMs: z.number(),
});
export type PeerDesk = Given<z.output<typeof peerSchema>>;

export interface Peers extends TurnPeers {
  /** Whether no other desk worked when this one came. */
  readonly isFirst: boolean;
  /** Whether a role is this desk's. */
  holds(role: string): boolean;
  /** Take the roles that are free, and from now on those that become free. */
  begin(duties: Duties): Promise<void>;
  list(): Promise<PeerDesk[]>;
}

/** The role of the desk that is connected to platforms, and sends for all. */
export const SENDING = 'platforms';

/** What the dispatcher has of them. */
export interface SendingPeers {
  /** Whether this desk sends. */
  sends(): boolean;
  signal(signal: Signal): void;
}

/** What an outbox needs of other desks; undefined where there is only one. */
export function sendingPeers(peers: Peers | undefined): SendingPeers | undefined {
  return peers && { sends: () => peers.holds(SENDING), signal: (signal) => peers.signal(signal) };
}
