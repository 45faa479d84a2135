import type { Cron } from '../cron/cron.ts';
import type { Job } from '../cron/job.ts';
import { findJob } from '../desk/find-job.ts';
import type { Asker } from '../desk/find-job.ts';
import { CommandRefusal } from './command.ts';
import type { Choice, CommandOption, Options } from './command.ts';
import { text } from './options.ts';

const MOST_CHOICES = 25;

/** The option that names a job of this conversation, by its id or its name. */
export function jobOption(cron: Cron): CommandOption {
  return {
    name: 'job',
    type: 'string',
    required: true,
    description: { en: 'Which job: its name or its id', zh: '哪一項工作：名稱或編號' },
    autocomplete: async (typed, { session }): Promise<Choice[]> => {
      const jobs = await cron.list({ session, includeDisabled: true });
      return jobs
        .filter((job) => job.name.toLowerCase().includes(typed.trim().toLowerCase()))
        .slice(0, MOST_CHOICES)
        .map((job) => ({ name: job.enabled ? job.name : `${job.name} (paused)`, value: job.id }));
    },
  };
}

/**
 * Only the jobs of the conversation are found: what belongs to another channel can't be touched from here, except,
 * by its id, by those who have the right to the whole desk.
 * @throws CommandRefusal that names the jobs there are.
 */
export async function jobHere(cron: Cron, asker: Asker, options: Options): Promise<Job> {
  const named = text(options, 'job') ?? '';
  const found = await findJob(cron, asker, named);
  if (found.kind === 'one') return found.job;
  const names = found.jobs.map(({ name, id }) => `${name} (\`${id}\`)`).join(', ');
  if (found.jobs.length === 0)
    throw new CommandRefusal('This conversation has no jobs. /cron add makes one.');
  throw new CommandRefusal(
    found.kind === 'several'
      ? `"${named}" means several jobs: ${names}. Give the id.`
      : `There is no job "${named}" here; there are: ${names}.`,
  );
}
