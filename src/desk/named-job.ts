import type { Job } from '../cron/job.ts';
import { ToolRefusal } from '../sessions/tool.ts';
import type { ToolContext } from '../sessions/tool.ts';
import { shorten } from '../text/shorten.ts';
import { findJob } from './find-job.ts';
import type { JobFinder } from './find-job.ts';

/** The most buttons under "Which one?". */
const MOST_BUTTONS = 5;

/**
 * The job that a model names for a person.
 * @throws ToolRefusal that names the jobs within reach, with a button for each that may be meant
 */
export async function namedJob(
  deps: JobFinder,
  { action, job }: { readonly action: string; readonly job?: string },
  context: ToolContext,
): Promise<Job> {
  if (job === undefined) throw new ToolRefusal('which job? Give its name or id');
  const found = await findJob(deps, context, job);
  if (found.kind === 'one') return found.job;
  const names = found.jobs.map(({ name }) => name).join(', ') || 'none';
  const chinese = found.jobs.map(({ name }) => `「${name}」`).join('、');
  if (found.kind === 'none')
    throw new ToolRefusal(`there is no job "${job}" in this channel; there are: ${names}`, {
      zh: `這個頻道沒有名為「${job}」的定時工作；${chinese === '' ? '這裡沒有定時工作' : `現有：${chinese}`}`,
    });
  const isPressed = ['pause', 'resume', 'skip', 'remove'].includes(action);
  if (isPressed)
    for (const { id, name } of found.jobs.slice(0, MOST_BUTTONS))
      context.offer({ label: shorten(name, 75), command: `cron ${action}`, options: { job: id } });
  const ids = found.jobs.map(({ name, id }) => `${name} (${id})`).join(', ');
  throw new ToolRefusal(
    isPressed
      ? `"${job}" means several jobs: ${names}; which one? A button for each stands under your answer, or its whole name does it`
      : `"${job}" means several jobs: ${ids}; give the id`,
    { zh: `「${job}」可以指幾項工作：${chinese}。請說出全名，或按下面的按鈕` },
  );
}
