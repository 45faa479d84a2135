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
      args: z.strictObject({}),
      run: async (_, { session }) => {
        const jobs = await deps.cron.list({ session, includeDisabled: true });
        return { jobs: jobs.map((job) => shownJob(job, deps.zone)), ...(await remarkIfOff(jobs, deps)) };
      },
    }),
    cronTool(deps),
    wakeTool(deps),
  ];
}
