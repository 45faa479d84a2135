import type { EffectMark } from '../sessions/turn-book.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { CreatedBy, Job, NewJob } from './job.ts';
import type { RunEntry } from './run.ts';

/** The jobs at rest. Each method is one transaction; reading never moves a slot. */
export interface JobBook {
  add(job: WrittenJob, mark?: EffectMark): Promise<Job>;
  /** Replace what is written of a job; its waiting run is the caller's to skip. Undefined when it is gone. */
  update(id: string, job: WrittenJob, mark?: EffectMark): Promise<Job | undefined>;
  remove(id: string, mark?: EffectMark): Promise<boolean>;
  get(id: string): Promise<Job | undefined>;
  list(filter?: { session?: SessionKey; includeDisabled?: boolean }): Promise<Job[]>;
  /** Enabled jobs whose slot has come, the longest overdue first. */
  due(nowMs: number, limit: number): Promise<Job[]>;
  /** The earliest slot of any enabled job. */
  earliest(): Promise<number | undefined>;
  /** Move a job's slot without running it; `missed` writes one ledger row that says so. */
  advance(
    id: string,
    nextRunAtMs: number | null,
    missed?: { fromMs: number; toMs: number; count: number },
    nowMs?: number,
  ): Promise<void>;
  counts(): Promise<{ jobs: number; running: number; deferred: number }>;
  /** The ledger of one job, newest first. */
  runs(job: string, limit: number, detail: boolean): Promise<RunEntry[]>;
  /** The run of a job that waits or runs now. */
  openRun(job: string): Promise<{ id: string; waiting: boolean } | undefined>;
}

/** A job as it is written: complete but for the state that the ledger keeps. */
export interface WrittenJob extends NewJob {
  readonly id: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly createdBy?: CreatedBy;
  readonly nextRunAtMs: number | null;
}
