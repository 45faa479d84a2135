import type { Entry, EntryMeta } from './entry.ts';
import type { Inbound, StartedTurn, TurnEnd } from './turn.ts';

/**
 * Runs a started turn: the agent. Resolves once `settle` has answered `closed`. Rejects with the signal's reason
 * when it was stopped, or with the error that broke it.
 */
export type PerformTurn = (pass: Pass) => Promise<void>;

/** One pass of a turn, as its performer sees it. */
export interface Pass {
  readonly started: StartedTurn;
  /** Aborts at the deadline, on reset and when the desk closes. */
  readonly signal: AbortSignal;
  /** Record a step: the calls that were made, or a tool's result. */
  step(step: Step): Promise<void>;
  /** Messages of people that joined meanwhile; each is returned once. */
  joined(): Promise<Entry[]>;
  /** The number of the next effect in this turn. */
  nextEffect(): number;
  /** Values that the turn's tools have kept so far. */
  readonly kept: readonly unknown[];
  /**
   * Keep a value for the caller that asked for the turn. It becomes part of the turn's end; a start that is aborted
   * leaves none.
   */
  keep(value: unknown): void;
  /** Close the turn with its end. `joined`: people have said more, which must be read first. */
  settle(end: TurnEnd): Promise<'closed' | 'joined'>;
}

export interface Step {
  readonly role: 'assistant' | 'tool';
  readonly content: string;
  readonly meta: EntryMeta;
}

/**
 * Ask for a turn and wait for its end. Only for workers of the pipeline: no tool may wait for a turn. Asking with
 * the same id again gives the same turn, even after a restart.
 */
export type AskTurn = (inbound: Inbound) => Promise<TurnEnd>;
