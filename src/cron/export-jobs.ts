import type { Job, JobState } from './job.ts';

/** A file of jobs, as other programs of this kind read it. */
export interface JobFile {
  readonly version: 1;
  readonly jobs: readonly object[];
}

/** How the ledger's words are said in a file. */
const STATUS: Readonly<Record<string, 'ok' | 'error' | 'skipped'>> = {
  ok: 'ok',
  quiet: 'ok',
  failed: 'error',
  timed_out: 'error',
  interrupted: 'error',
  skipped: 'skipped',
};

/** The jobs as they are kept, legacy fields included; what is true only while the desk runs is left out. */
export function exportJobs(jobs: readonly Job[]): JobFile {
  return { version: 1, jobs: jobs.map((job) => ({ ...job, state: stateOf(job.state) })) };
}

function stateOf({ lastStatus, ...state }: JobState): object {
  const { runningSince: _running, deferredSince: _waiting, ...lasting } = state;
  const status = lastStatus === undefined ? undefined : STATUS[lastStatus];
  return { ...lasting, ...(status !== undefined && { lastStatus: status }) };
}
