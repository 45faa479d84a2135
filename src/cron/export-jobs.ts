import { z } from 'zod';
import type { Given } from '../text/given.ts';
import type { Job, JobState } from './job.ts';

/** A file of jobs that other programs of this kind can read. */
export const jobFileSchema = z.strictObject({ version: z.literal(1), jobs: z.array(z.looseObject({})) });
export type JobFile = Given<z.output<typeof jobFileSchema>>;

/** The ledger's statuses as written to a file. */
const STATUS: Readonly<Record<string, 'ok' | 'error' | 'skipped'>> = {
  ok: 'ok',
  quiet: 'ok',
  failed: 'error',
  timed_out: 'error',
  interrupted: 'error',
  skipped: 'skipped',
};

/** The jobs as stored, including legacy fields, without run-time state and who changed them. */
export function exportJobs(jobs: readonly Job[]): JobFile {
  return {
    version: 1,
    jobs: jobs.map(({ changes: _changes, ...job }) => ({ ...job, state: stateOf(job.state) })),
  };
}

function stateOf({ lastStatus, ...state }: JobState): object {
  const { runningSince: _running, deferredSince: _waiting, retryAtMs: _again, ...lasting } = state;
  const status = lastStatus === undefined ? undefined : STATUS[lastStatus];
  return { ...lasting, ...(status !== undefined && { lastStatus: status }) };
}
