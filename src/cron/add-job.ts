/** Reads, checks and stores a new job. */
import type { SessionKey } from '../sessions/key.ts';
import type { EffectMark } from '../sessions/turn-book.ts';
import type { CronDeps } from './cron-deps.ts';
import { boundTo } from './job.ts';
import type { CreatedBy, Job, NewJob } from './job.ts';
import type { JobReader } from './job-reader.ts';
import { nextSlotOf } from './spread.ts';
import type { SlotTerms } from './spread.ts';

export type MustBeKnown = (session: SessionKey) => Promise<void>;

interface Means extends Pick<CronDeps, 'clock' | 'newId' | 'jobs'> {
  readonly reader: JobReader;
  readonly slots: SlotTerms;
}

export interface AddTerms {
  readonly mark?: ((job: NewJob) => EffectMark) | undefined;
  readonly mustBeKnown?: MustBeKnown | undefined;
  /** For a job of which its session has one: whether a job of the session is that one; then nothing is added. */
  readonly isSame?: (other: Job) => boolean;
}

/** `isNew`: false where the session had it already. */
export interface Added {
  readonly job: Job;
  readonly isNew: boolean;
}

/** @throws CronError, and what `mustBeKnown` throws. */
export async function addJob(
  { clock, newId, jobs, reader, slots }: Means,
  given: unknown,
  createdBy: CreatedBy,
  { mark, mustBeKnown, isSame }: AddTerms,
): Promise<Added> {
  const nowMs = clock.now();
  const job = reader.whole(given, nowMs);
  reader.check(job, nowMs);
  await reader.checkDelivery(job);
  const session = boundTo(job);
  if (session !== undefined) await mustBeKnown?.(session);
  const id = newId();
  const nextRunAtMs = nextSlotOf({ ...job, id }, nowMs, slots);
  const written = { ...job, id, createdAtMs: nowMs, updatedAtMs: nowMs, createdBy, nextRunAtMs };
  const added = await jobs.add(written, mark?.(job), isSame);
  return { job: added, isNew: added.id === id };
}
