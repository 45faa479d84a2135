import { foldName } from '../text/fold-name.ts';
import { boundTo } from '../cron/job.ts';
import type { Job } from '../cron/job.ts';
import { findJob } from '../desk/find-job.ts';
import type { JobFinder } from '../desk/find-job.ts';
import { CommandRefusal } from '../feature/command.ts';
import type { Choice, CommandContext, CommandOption, Options } from '../feature/command.ts';
import { text } from '../feature/command-options.ts';
import { shortLine } from '../text/shorten.ts';

const MOST_CHOICES = 25;
/** The form of an id. */
const ID = /^[0-9a-hjkmnp-tv-z]{26}$/;
/** How many jobs a refusal names. */
const MOST_NAMED = 10;

/** The option for a job of this conversation, by its id or its name. */
export function jobOption({ cron }: JobFinder): CommandOption {
  return {
    name: 'job',
    chinese: '工作',
    type: 'string',
    required: true,
    description: { en: 'Which automation: its name or its id', zh: '哪一項工作：名稱或編號' },
    autocomplete: async (typed, { session, locale }): Promise<Choice[]> => {
      const wanted = foldName(typed);
      const jobs = await cron.list({ session, includeDisabled: true });
      return jobs
        .filter(({ id, name }) => foldName(name).includes(wanted) || id === wanted)
        .sort((a, b) => Number(b.enabled) - Number(a.enabled))
        .slice(0, MOST_CHOICES)
        .map((job) => ({ name: choiceName(job, locale), value: job.id }));
    },
  };
}

/** The mark is kept, however long the name is. */
function choiceName({ name, enabled }: Job, locale: CommandContext['locale']): string {
  return enabled ? name : `${shortLine(name, 88)}${{ en: ' (paused)', zh: '（已暫停）' }[locale]}`;
}

/** The text for a conversation without jobs. */
export const NO_JOBS = {
  en: 'This conversation has no automations. /cron add makes one.',
  zh: '這個對話沒有定時工作。可用 /cron add 新增。',
} as const;

/**
 * The job that is meant. Only jobs of the conversation are found. By its id, a job elsewhere is found too, with the
 * right to the whole desk or to the job's server.
 * @throws CommandRefusal that names the existing jobs.
 */
export async function jobHere(deps: JobFinder, context: CommandContext, options: Options): Promise<Job> {
  const given = text(options, 'job') ?? '';
  const found = await findJob(deps, context, given);
  if (found.kind === 'one') return found.job;
  const { locale } = context;
  if (found.jobs.length === 0) throw new CommandRefusal(NO_JOBS[locale]);
  const [named, names] = [shortLine(given, 80), nameAll(found.jobs, locale, found.kind === 'several')];
  // Buttons and autocompletion give an id, which means nothing to people.
  if (found.kind === 'none' && ID.test(given))
    throw new CommandRefusal(
      {
        en: `There is no such automation here; there are: ${names}.`,
        zh: `這裡沒有這項工作；現有的有：${names}。`,
      }[locale],
    );
  throw new CommandRefusal(
    found.kind === 'several'
      ? {
          en: `"${named}" means several automations: ${names}. Give the id.`,
          zh: `「${named}」可以是幾項工作：${names}。請給編號。`,
        }[locale]
      : {
          en: `There is no automation "${named}" here; there are: ${names}.`,
          zh: `這裡沒有「${named}」這項工作；現有的有：${names}。`,
        }[locale],
  );
}

/** @param withIds include every id; otherwise only where names are equal. */
function nameAll(jobs: readonly Job[], locale: CommandContext['locale'], withIds: boolean): string {
  const isShared = sharedNames(jobs);
  const names = jobs
    .slice(0, MOST_NAMED)
    .map(({ name, id }) => (withIds || isShared(name) ? `${name} (\`${id}\`)` : name));
  const more = jobs.length - names.length;
  const rest = { en: `, and ${more} more (/cron list)`, zh: `，還有 ${more} 項（/cron list）` }[locale];
  return names.join({ en: ', ', zh: '、' }[locale]) + (more > 0 ? rest : '');
}

/** A job's name; with its id where another job of its conversation has the same name. */
export async function sayName({ cron }: Pick<JobFinder, 'cron'>, job: Job): Promise<string> {
  const session = boundTo(job);
  const jobs = await cron.list({ includeDisabled: true, ...(session !== undefined && { session }) });
  return sharedNames(jobs)(job.name) ? `**${job.name}** \`${job.id}\`` : `**${job.name}**`;
}

/** Whether several of them have this name. Only then are ids shown. */
export function sharedNames(jobs: readonly Pick<Job, 'name'>[]): (name: string) => boolean {
  const folded = jobs.map(({ name }) => foldName(name));
  return (name) => folded.filter((one) => one === foldName(name)).length > 1;
}
