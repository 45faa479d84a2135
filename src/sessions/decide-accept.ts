/** Something came in: whether its session takes it, and whether it joins what runs there. */
import type { Actor } from './actor.ts';
import type { Entry } from './entry.ts';
import type { SessionKey } from './key.ts';
import type { AcceptTerms } from './turn-book.ts';
import { openingEntry } from './turn-entries.ts';
import type { Inbound, TurnKind } from './turn.ts';

/** How many messages may join one running turn; what comes later waits for a turn of its own. */
const MOST_JOINED = 3;

/** `deleting` by the desk; `leaving`: gone, its transcript is still to be set aside; `gone` from its platform. */
export type SessionState = 'open' | 'deleting' | 'leaving' | 'gone';

/** What runs in a memory. */
export interface RunningTurn {
  readonly id: string;
  readonly kind: TurnKind;
  readonly actor: Actor;
  /** How many messages have joined it. */
  readonly joined: number;
  /** A person's turn waits behind it. */
  readonly isAwaited: boolean;
}

/** @returns why a session takes nothing; undefined when it does. */
export function closedBecause(session: SessionKey, state: SessionState): string | undefined {
  return state === 'open' ? undefined : `session ${session} is ${state === 'deleting' ? 'being deleted' : 'gone'}`;
}

/** Only people come from a platform, which says how their session is called: a job names it as it was when it was made. */
export function isFromPlatform({ kind }: Inbound): boolean {
  return kind === 'person';
}

/** What a memory may be looked at for: only what people say joins, and nothing while a run has waited too long. */
export function mayJoin({ kind }: Inbound, { overdue }: Pick<AcceptTerms, 'overdue'>): boolean {
  return kind === 'person' && overdue !== true;
}

export interface Acceptance {
  /** The running turn that it joins; without, it waits for its own. */
  readonly joins?: string;
  readonly entry: Entry;
  /** A job's trigger enters the transcript when its turn starts, not in the middle of an answer. */
  readonly isHeld: boolean;
}

/** @param running what runs in its memory, where it may join. */
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

/** None of somebody with other rights: the turn acts with those of whoever began it. */
function isJoinable({ kind, actor, joined, isAwaited }: RunningTurn, other: Actor): boolean {
  const isSame = JSON.stringify(actor) === JSON.stringify(other);
  return kind === 'person' && joined < MOST_JOINED && !isAwaited && isSame;
}
