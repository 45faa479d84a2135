import type { Job } from './job.ts';
import { planDueOf } from './spread.ts';
import type { SlotTerms } from './spread.ts';

/** The run for which a job is due. */
export interface DueRun {
  readonly runId: string | null;
  /** Why there is none. */
  readonly reason?: string;
}

/** @param terms.off why jobs don't run by themselves at the moment */
export function runIfDue(
  job: Job,
  terms: SlotTerms & { readonly nowMs: number; readonly off: string | undefined },
): DueRun {
  const { nowMs, off } = terms;
  if (off !== undefined) return { runId: null, reason: `${off}; it is run all the same when that is forced` };
  const { nextRunAtMs } = job.state;
  if (!job.enabled) return { runId: null, reason: 'not due: the job is paused' };
  if (nextRunAtMs === undefined || nextRunAtMs > nowMs) return { runId: null, reason: 'not due' };
  const { run } = planDueOf(job, nextRunAtMs, nowMs, terms);
  return run
    ? { runId: `${job.id}:${run.slotMs}` }
    : { runId: null, reason: 'not due: its slot was missed, and is not caught up' };
}
