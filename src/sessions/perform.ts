import type { Entry, EntryMeta } from './entry.ts';
import type { Inbound, StartedTurn, TurnEnd } from './turn.ts';

/**
 * What runs a started turn: the agent. It resolves once `settle` has answered `closed`, and rejects with the
 * signal's reason when it was stopped, or with whatever broke.
 */
export type PerformTurn = (pass: Pass) => Promise<void>;

/** One pass of a turn, as its performer sees it. */
export interface Pass {
  readonly started: StartedTurn;
  /** Aborts at the deadline, on reset and when the desk closes. */
  readonly signal: AbortSignal;
  /** Write down a step: the calls that were made, a tool's result. */
  step(step: Step): Promise<void>;
  /** Messages of people that joined meanwhile; each is given once. */
  joined(): Promise<Entry[]>;
  /** The number of the next effect in this turn. */
  nextEffect(): number;
  /** What the turn's tools have put aside so far. */
  readonly kept: readonly unknown[];
  /** Put a value aside for whoever asked for the turn. It is part of the turn's end alone: a start that is cut off leaves none. */
  keep(value: unknown): void;
  /** Close the turn with how it ended; `joined` when people have said more, which must be read first. */
  settle(end: TurnEnd): Promise<'closed' | 'joined'>;
}

export interface Step {
  readonly role: 'assistant' | 'tool';
  readonly content: string;
  readonly meta: EntryMeta;
}

/**
 * Ask for a turn and wait for its end. For the pipeline's workers only: no tool may wait for a turn. The same id
 * asked again is the same turn, even after a restart.
 */
export type AskTurn = (inbound: Inbound) => Promise<TurnEnd>;
