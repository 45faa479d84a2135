import { z } from 'zod';
import type { OpState } from '../sessions/op.ts';
import { RUN_TRIGGERS, TURN_STATUSES } from '../sessions/turn.ts';

/** `queued → deferred? → running →` how its turn ended. */
const runStatusSchema = z.enum(['queued', 'deferred', 'running', ...TURN_STATUSES]);
export type RunStatus = z.infer<typeof runStatusSchema>;

/** The delivery of a run's messages, computed from its ops. */
const deliverySchema = z.enum(['none', 'pending', 'sent', 'failed', 'unknown']);
export type Delivery = z.infer<typeof deliverySchema>;

/** @param states the states of the ops of a run's turn */
export function deliveryOf(states: readonly OpState[]): Delivery {
  if (states.length === 0) return 'none';
  for (const state of ['failed', 'unknown'] as const) if (states.includes(state)) return state;
  return states.every((state) => state === 'sent') ? 'sent' : 'pending';
}

/** A row of the ledger, as the gateway and the CLI show it. */
export const runEntrySchema = z.strictObject({
  runId: z.string(),
  jobId: z.string(),
  jobName: z.string(),
  sessionKey: z.string(),
  trigger: z.enum(RUN_TRIGGERS),
  status: runStatusSchema,
  delivery: deliverySchema,
  scheduledForMs: z.number(),
  queuedAtMs: z.number(),
  startedAtMs: z.number().exactOptional(),
  finishedAtMs: z.number().exactOptional(),
  deferredMs: z.number().exactOptional(),
  durationMs: z.number().exactOptional(),
  summary: z.string().exactOptional(),
  error: z.string().exactOptional(),
  promptRef: z.strictObject({ id: z.string(), version: z.number(), sha256: z.string() }),
  attempts: z.number(),
  /** Only when asked for. */
  prompt: z.string().exactOptional(),
  variables: z.record(z.string(), z.string()).exactOptional(),
});
export type RunEntry = Readonly<z.infer<typeof runEntrySchema>>;
