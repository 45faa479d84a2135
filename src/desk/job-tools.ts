import { z } from 'zod';
import type { SessionKey } from '../sessions/key.ts';
import { tool } from '../sessions/tool.ts';
import type { Tool } from '../sessions/tool.ts';
import type { AskedBack } from '../feature/asked-back.ts';
import type { UndoLog } from '../feature/undo-log.ts';
import { cronTool } from './cron-tool.ts';
import type { OpenQuestion } from './open-question.ts';
import type { JobFinder } from './find-job.ts';
import type { JobPauses } from './job-pauses.ts';
import type { Cron } from '../cron/cron.ts';
import type { Job } from '../cron/job.ts';
import { remarkIfOff, shownJob } from './shown-job.ts';
import { wakeTool } from './wake-tool.ts';

export interface JobToolsDeps extends JobFinder {
  readonly zone: string;
  readonly mainSession: SessionKey;
  /** Actions to be confirmed. */
  readonly asked: AskedBack<OpenQuestion>;
  readonly undoLog?: UndoLog;
  readonly pauses: Pick<JobPauses, 'pause'>;
}

/** The tools for reading and changing a channel's automations in a conversation. */
export function jobTools(deps: JobToolsDeps): Tool[] {
  return [
    tool({
      name: 'jobs',
      description: 'The automations of this channel: their schedules and when each runs next.',
      parallel: true,
      outside: ['jobs'],
      args: z.strictObject({}),
      run: async (_, { session }) => {
        const jobs = await deps.cron.list({ session, includeDisabled: true });
        return {
          jobs: jobs.map((job) => ({ ...shownJob(job, deps.zone), ...doesOf(job, deps.cron) })),
          ...(await remarkIfOff(jobs, deps)),
        };
      },
    }),
    cronTool(deps),
    wakeTool(deps),
  ];
}

/** What a job of a profile does: people call it by that, whatever its name. */
function doesOf({ payload }: Job, cron: Cron): object {
  const profile = payload.kind === 'agentTurn' ? payload.profile : undefined;
  const about = cron.jobProfiles().find(({ name }) => name === profile)?.about;
  return about === undefined ? {} : { does: about };
}
