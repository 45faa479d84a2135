import type { Job } from '../cron/job.ts';
import type { JobFinder } from '../desk/find-job.ts';
import { inReach } from '../desk/guild-reach.ts';
import { CommandRefusal } from '../feature/command.ts';
import type { Command, CommandContext } from '../feature/command.ts';
import { sayIfOff } from './job-options.ts';
import { NO_JOBS, sharedNames } from './jobs-here.ts';
import { mustBeAllowed } from './rights.ts';
import { sayJob, sayPlace } from './say-job.ts';

const JOBS_ON_A_PAGE = 25;

/** `/cron list`: the automations of a conversation; with `everywhere`, all that the asker may see. */
export function cronList(deps: JobFinder & { zone: string }): Command {
  const { cron, guildOf, zone } = deps;
  return {
    name: 'cron list',
    chinese: '定時工作 列表',
    description: { en: 'The automations here', zh: '列出這個對話的定時工作' },
    right: 'talk',
    ephemeral: true,
    options: [
      {
        name: 'all',
        chinese: '包括已暫停',
        type: 'boolean',
        description: { en: 'Paused ones too (default: true)', zh: '包括已暫停的（預設：是）' },
      },
      {
        name: 'everywhere',
        chinese: '所有對話',
        type: 'boolean',
        description: { en: 'Of all conversations, for those who may', zh: '所有對話的（需要權限）' },
      },
      {
        name: 'page',
        chinese: '頁',
        type: 'integer',
        min: 1,
        max: 10_000,
        description: {
          en: `Which page, of ${JOBS_ON_A_PAGE} automations each`,
          zh: `第幾頁，每頁 ${JOBS_ON_A_PAGE} 項`,
        },
      },
    ],
    run: async (options, { session, actor, locale }) => {
      const everywhere = options['everywhere'] === true;
      if (everywhere) mustBeAllowed(actor, 'desk', 'cron list everywhere', locale);
      const includeDisabled = options['all'] !== false;
      const listed = await cron.list({ includeDisabled, ...(!everywhere && { session }) });
      const jobs = everywhere ? await inReach(listed, actor, guildOf) : listed;
      if (jobs.length === 0) return { text: everywhere ? nowhere({ actor, locale }) : NO_JOBS[locale] };
      const isShared = sharedNames(jobs);
      const line = (job: Job) => {
        const place = sayPlace(job, session, locale);
        return (
          // From another conversation, a command can reach it only by its id.
          sayJob(job, zone, locale, everywhere || isShared(job.name)) +
          (everywhere ? { en: ` (${place})`, zh: `（${place}）` }[locale] : '')
        );
      };
      const lines = pageOf(jobs, Number(options['page'] ?? 1), locale, line);
      return { text: [...lines, ...(await sayIfOff({ cron }, locale))].join('\n') };
    },
  };
}

function nowhere({ actor, locale }: Pick<CommandContext, 'actor' | 'locale'>): string {
  return actor.guild === undefined
    ? { en: 'There are no automations anywhere.', zh: '沒有任何定時工作。' }[locale]
    : { en: 'This server has no automations.', zh: '這個伺服器沒有定時工作。' }[locale];
}

/** @throws CommandRefusal for a page that doesn't exist. */
function pageOf(
  jobs: readonly Job[],
  page: number,
  locale: CommandContext['locale'],
  line: (job: Job) => string,
): string[] {
  const pages = Math.ceil(jobs.length / JOBS_ON_A_PAGE);
  if (page > pages)
    throw new CommandRefusal(
      {
        en: `There is no page ${page}; the last one is ${pages}.`,
        zh: `沒有第 ${page} 頁，最後一頁是第 ${pages} 頁。`,
      }[locale],
    );
  const shown = jobs.slice((page - 1) * JOBS_ON_A_PAGE, page * JOBS_ON_A_PAGE).map(line);
  if (pages === 1) return shown;
  const more = jobs.length - page * JOBS_ON_A_PAGE;
  const rest = {
    en: `; ${more} more: \`/cron list page:${page + 1}\``,
    zh: `；還有 ${more} 項：\`/cron list page:${page + 1}\``,
  };
  const foot = {
    en: `Page ${page} of ${pages}, ${jobs.length} automations`,
    zh: `第 ${page} 頁，共 ${pages} 頁、${jobs.length} 項工作`,
  }[locale];
  return [...shown, foot + (more > 0 ? rest[locale] : '')];
}
