import type { SessionKey } from '../sessions/key.ts';
import { CronError } from './cron-error.ts';
import type { CronDeps, ImportReport } from './cron-deps.ts';
import { importJobs } from './import-jobs.ts';
import type { Job } from './job.ts';

type TakeOverDeps = Pick<CronDeps, 'clock' | 'newId' | 'jobs' | 'report'> & {
  readonly terms: Omit<Parameters<typeof importJobs>[1], 'nowMs' | 'newId'>;
  readonly firing: { deliveryOf(job: Job): Promise<SessionKey | undefined> };
};

/**
 * Import the jobs of a file, each in one transaction; known ids are left unchanged. Another desk's system jobs become
 * a person's, and are paused.
 * @throws CronError `bad_job` when it is not a file of jobs.
 */
export async function takeOver(content: unknown, deps: TakeOverDeps): Promise<ImportReport> {
  const { clock, newId, jobs, report, terms, firing } = deps;
  const read = importJobs(content, { ...terms, nowMs: clock.now(), newId });
  if (!read)
    throw new CronError('bad_job', 'this is no file of jobs; allowed: {"version": 1, "jobs": […]} or […]');
  const imported: ImportReport['imported'][number][] = [];
  const left: Pick<Job, 'id' | 'name'>[] = [];
  const remarks: string[] = [];
  for (const { path, job, because } of read.jobs) {
    if (await jobs.get(job.id)) {
      left.push({ id: job.id, name: job.name });
      continue;
    }
    const added = await jobs.add(job);
    const { id, name, enabled, sessionTarget } = added;
    imported.push({ id, name, enabled, sessionTarget, ...(because !== undefined && { because }) });
    report({ jobId: id, action: 'added' });
    const delivers = added.payload.kind === 'agentTurn' && added.payload.deliver === true;
    if (delivers && !(await firing.deliveryOf(added)))
      remarks.push(`${path}: there is nowhere to deliver to on this desk; its answers stay in cron:${id}`);
  }
  return { imported, left, refused: read.refused, ignored: read.ignored, remarks };
}
