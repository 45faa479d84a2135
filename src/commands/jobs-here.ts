import type { Cron } from '../cron/cron.ts';
import type { Job } from '../cron/job.ts';
import type { SessionKey } from '../sessions/key.ts';
import { CommandRefusal } from './command.ts';
import type { Choice, CommandOption } from './command.ts';

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
 * Only the jobs of the conversation are found: what belongs to another channel can't be touched from here.
 * @throws CommandRefusal that names the jobs there are.
 */
export async function findJob(cron: Cron, session: SessionKey, named: string): Promise<Job> {
  const jobs = await cron.list({ session, includeDisabled: true });
  const wanted = named.trim().toLowerCase();
  const exact = jobs.filter((job) => job.id === named.trim() || job.name.toLowerCase() === wanted);
  const found = exact.length > 0 ? exact : jobs.filter((job) => job.name.toLowerCase().includes(wanted));
  const [job] = found;
  if (job && found.length === 1) return job;
  const names = (found.length > 1 ? found : jobs).map(({ name, id }) => `${name} (\`${id}\`)`).join(', ');
  if (jobs.length === 0) throw new CommandRefusal('This conversation has no jobs. /cron add makes one.');
  throw new CommandRefusal(
    found.length > 1
      ? `"${named}" means several jobs: ${names}. Give the id.`
      : `There is no job "${named}" here; there are: ${names}.`,
  );
}
