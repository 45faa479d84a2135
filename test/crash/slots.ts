/** Every slot of a job, from its first to the next that is due, and what the ledger of its runs says of each. */
import type { RunRow } from './ledger.ts';

/** A job as it was acknowledged. */
export interface KnownJob {
  readonly id: string;
  readonly name: string;
  readonly firstMs: number;
  /** Absent for a job with one slot only. */
  readonly periodMs?: number;
  readonly catchUp: 'once' | 'all';
  readonly deleteAfterRun: boolean;
}

/**
 * A slot has one run, or is covered by one `missed` row, and a run follows right after the slots that were
 * missed: the harness never leaves a desk dead for long enough to make catching up pointless. A job that catches
 * up with all of its slots, and one that has only one, miss nothing.
 * @param nextMs the slot that is due next; null when there is none any more.
 */
export function unaccounted(job: KnownJob, runs: readonly RunRow[], nextMs: number | null): string[] {
  const wrong: string[] = [];
  const said = new Map<number, number>();
  const tell = (slot: number) => said.set(slot, (said.get(slot) ?? 0) + 1);
  const { periodMs } = job;
  for (const run of runs) {
    if (!run.error?.startsWith('missed:')) {
      tell(run.slot);
      if (run.status === 'skipped' && (job.catchUp === 'all' || periodMs === undefined))
        wrong.push(`${job.name}: the run of ${time(run.slot)} was skipped: ${run.error}`);
      continue;
    }
    const range = rangeOf(run);
    if (periodMs === undefined || job.catchUp === 'all' || !range) {
      wrong.push(`${job.name}: it must not miss a slot: ${run.error}`);
      continue;
    }
    for (let slot = range.fromMs; slot <= range.toMs; slot += periodMs) tell(slot);
    const count = (range.toMs - range.fromMs) / periodMs + 1;
    if (count !== range.count && !run.error.includes(' or more '))
      wrong.push(`${job.name}: it says ${range.count}, they are ${count}: ${run.error}`);
    const makesUp = runs.some(
      (other) => other.slot === range.toMs + periodMs && other.queued_at === run.queued_at,
    );
    if (!makesUp) wrong.push(`${job.name}: nothing made up for what was ${run.error}`);
  }
  for (const slot of slotsOf(job, nextMs)) {
    const times = said.get(slot) ?? 0;
    if (times === 0) wrong.push(`${job.name}: the slot of ${time(slot)} was lost`);
    if (times > 1) wrong.push(`${job.name}: the slot of ${time(slot)} was dealt with ${times} times`);
    said.delete(slot);
  }
  for (const slot of said.keys()) wrong.push(`${job.name}: there is no slot at ${time(slot)}`);
  return wrong;
}

function* slotsOf({ firstMs, periodMs }: KnownJob, nextMs: number | null): Iterable<number> {
  if (periodMs === undefined) {
    if (nextMs === null) yield firstMs;
    return;
  }
  for (let slot = firstMs; slot < (nextMs ?? 0); slot += periodMs) yield slot;
}

function rangeOf(run: RunRow): { fromMs: number; toMs: number; count: number } | undefined {
  const many = /^missed: (\d+)(?: or more)? slots from (\S+) to (\S+)$/.exec(run.error ?? '');
  if (many) return { fromMs: Date.parse(many[2]!), toMs: Date.parse(many[3]!), count: Number(many[1]) };
  const one = /^missed: the slot of (\S+) passed/.exec(run.error ?? '');
  return one ? { fromMs: Date.parse(one[1]!), toMs: Date.parse(one[1]!), count: 1 } : undefined;
}

function time(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23);
}
