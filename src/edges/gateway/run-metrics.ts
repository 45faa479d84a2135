/** Metrics of jobs' runs since the start, from the `cron` events of the desk. */
import { Counter, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';
import { z } from 'zod';
import type { TurnStatus } from '../../sessions/turn.ts';
import type { DeskEvent } from './socket.ts';

/** Upper bounds, in seconds: from a tick to an hour. */
const BUCKETS = [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600];

const STATUSES: readonly TurnStatus[] = ['ok', 'quiet', 'failed', 'timed_out', 'skipped', 'interrupted'];

/** The fields of a `cron` event that count; other events are passed over. */
const runEvent = z.discriminatedUnion('action', [
  z.object({ action: z.literal('deferred'), runId: z.string() }),
  z.object({
    action: z.literal('started'),
    runId: z.string(),
    trigger: z.string(),
    scheduledForMs: z.number(),
    startedAtMs: z.number(),
  }),
  z.object({
    action: z.literal('finished'),
    runId: z.string(),
    status: z.string(),
    durationMs: z.number().optional(),
  }),
]);

/**
 * @param registry this desk's registry
 * @returns a function that counts an event. It never throws.
 */
export function runMetrics(registry: Registry): (event: DeskEvent) => void {
  const registers = [registry];
  const runs = new Counter({
    name: 'nightdesk_runs_total',
    help: 'Runs that ended since the start, by status.',
    labelNames: ['status'],
    registers,
  });
  const late = new Histogram({
    name: 'nightdesk_run_lateness_seconds',
    help: 'How long after its slot a scheduled run started, deferral included. Retries and forced runs have no slot.',
    labelNames: ['deferred'],
    buckets: BUCKETS,
    registers,
  });
  const lasted = new Histogram({
    name: 'nightdesk_run_seconds',
    help: 'How long runs took from their start to their end.',
    buckets: BUCKETS,
    registers,
  });
  // What is absent until it first happens shows no increase by that.
  for (const status of STATUSES) runs.inc({ status }, 0);
  for (const deferred of ['false', 'true']) late.zero({ deferred });
  const deferred = new Set<string>();
  return ({ event, payload }) => {
    const { data } = event === 'cron' ? runEvent.safeParse(payload) : {};
    if (data === undefined) return;
    if (data.action === 'deferred') {
      deferred.add(data.runId);
      return;
    }
    const wasDeferred = deferred.delete(data.runId);
    if (data.action === 'started') {
      if (!['schedule', 'catch-up'].includes(data.trigger)) return;
      const seconds = Math.max(0, data.startedAtMs - data.scheduledForMs) / 1_000;
      late.observe({ deferred: String(wasDeferred) }, seconds);
      return;
    }
    runs.inc({ status: data.status });
    if (data.durationMs !== undefined) lasted.observe(data.durationMs / 1_000);
  };
}
