/** Decides whether a session accepts an inbound turn, and whether the turn joins the running one. */
import type { Actor } from './actor.ts';
import type { Entry } from './entry.ts';
import type { SessionKey } from './key.ts';
import type { AcceptingDesk, AcceptTerms } from './turn-book.ts';
import { openingEntry } from './turn-entries.ts';
import type { Inbound, TurnKind } from './turn.ts';

/** How many messages may join one running turn; later ones wait for a turn of their own. */
const MOST_JOINED = 3;

/**
 * `deleting`: the desk is deleting it. `leaving`: deleted, its transcript still has to be archived. `gone`: deleted
 * on its platform.
 */
export type SessionState = 'open' | 'deleting' | 'leaving' | 'gone';

/** The turn that runs in a memory. */
export interface RunningTurn {
  readonly id: string;
  readonly kind: TurnKind;
  readonly actor: Actor;
  /** How many messages have joined it. */
  readonly joined: number;
  /** A person's turn waits behind it. */
  readonly isAwaited: boolean;
}

/** @returns why a session accepts nothing; undefined when it does. */
export function closedBecause(session: SessionKey, state: SessionState): string | undefined {
  return state === 'open' ? undefined : `session ${session} is ${state === 'deleting' ? 'being deleted' : 'gone'}`;
}

/**
 * Whether it comes from a platform, which knows the session's current title. A job only knows the title from when
 * it was created.
 */
export function isFromPlatform({ kind }: Inbound): boolean {
  return kind === 'person';
}

/**
 * Whether a turn may join a running one at all: only people's messages, and only while no run has waited too long.
 */
export function mayJoin({ kind }: Inbound, { overdue }: Pick<AcceptTerms, 'overdue'>): boolean {
  return kind === 'person' && overdue !== true;
}

export interface Acceptance {
  /** The running turn that it joins. Absent: it waits for its own turn. */
  readonly joins?: string;
  readonly entry: Entry;
  /**
   * Its entry is held back: a job's trigger enters the transcript when its turn starts, not in the middle of an
   * answer.
   */
  readonly isHeld: boolean;
}

/** @param running the turn that runs in its memory, if joining is possible. */
export function decideAccept(
  inbound: Inbound,
  terms: Pick<AcceptTerms, 'nowMs' | 'overdue'>,
  running: RunningTurn | undefined,
): Acceptance {
  const joins = running && mayJoin(inbound, terms) && isJoinable(running, inbound.actor);
  return {
    entry: openingEntry(inbound, terms.nowMs),
    isHeld: inbound.kind === 'scheduled',
    ...(joins && { joins: running.id }),
  };
}

/** The running turn acts with the rights of its own actor, so the other must have the same rights. */
function isJoinable({ kind, actor, joined, isAwaited }: RunningTurn, other: Actor): boolean {
  const isSame = JSON.stringify(actor) === JSON.stringify(other);
  return kind === 'person' && joined < MOST_JOINED && !isAwaited && isSame;
}

/**
 * Which desk runs a turn: that of its lane, else the accepting one. Undefined: whichever takes it.
 * @param open whose the open turns of its lane are; undefined when there are none
 */
export function decideDesk(
  { id, hasRoom }: AcceptingDesk,
  open: { readonly desk?: string } | undefined,
): string | undefined {
  if (open) return open.desk;
  return hasRoom ? id : undefined;
}
