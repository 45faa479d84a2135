import type { PromptRef } from '../sessions/entry.ts';
import type { OpState } from '../sessions/op.ts';
import type { RunTrigger, TurnStatus } from '../sessions/turn.ts';

/** `queued → deferred? → running →` how its turn ended. */
export type RunStatus = 'queued' | 'deferred' | 'running' | TurnStatus;

/** The delivery of a run's messages, computed from its ops. */
export type Delivery = 'none' | 'pending' | 'sent' | 'failed' | 'unknown';

/** @param states the states of the ops of a run's turn */
export function deliveryOf(states: readonly OpState[]): Delivery {
  if (states.length === 0) return 'none';
  for (const state of ['failed', 'unknown'] as const) if (states.includes(state)) return state;
  return states.every((state) => state === 'sent') ? 'sent' : 'pending';
}

/** A row of the ledger, as the gateway and the CLI show it. */
export interface RunEntry {
  readonly runId: string;
  readonly jobId: string;
  readonly jobName: string;
  readonly sessionKey: string;
  readonly trigger: RunTrigger;
  readonly status: RunStatus;
  readonly delivery: Delivery;
  readonly scheduledForMs: number;
  readonly queuedAtMs: number;
  readonly startedAtMs?: number;
  readonly finishedAtMs?: number;
  readonly deferredMs?: number;
  readonly durationMs?: number;
  readonly summary?: string;
  readonly error?: string;
  readonly promptRef: PromptRef;
  readonly attempts: number;
  /** Only when asked for. */
  readonly prompt?: string;
  readonly variables?: Readonly<Record<string, string>>;
}
