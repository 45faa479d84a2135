import type { Cron } from '../cron/cron.ts';
import type { Clock } from '../time/clock.ts';
import type { Command } from './command.ts';
import { findJob, jobOption } from './jobs-here.ts';
import { text } from './options.ts';
import { sayNext } from './say-job.ts';

/** `/cron pause|resume|remove`. Removing asks first. There is no "run now" for people. */
export function cronChange(house: { cron: Cron; clock: Clock; zone: string }): Command[] {
  const { cron, clock, zone } = house;
  return [
    {
      name: 'cron pause',
      description: { en: 'Pause a job', zh: '暫停一項定時工作' },
      right: 'jobs',
      ephemeral: true,
      options: [jobOption(cron)],
      run: async (options, { session }) => {
        const job = await findJob(cron, session, text(options, 'job') ?? '');
        await cron.update(job.id, { enabled: false });
        return { text: `**${job.name}** is paused. /cron resume starts it again.` };
      },
    },
    {
      name: 'cron resume',
      description: { en: 'Resume a paused job', zh: '恢復一項定時工作' },
      right: 'jobs',
      ephemeral: true,
      options: [jobOption(cron)],
      run: async (options, { session }) => {
        const found = await findJob(cron, session, text(options, 'job') ?? '');
        const job = await cron.update(found.id, { enabled: true });
        return { text: `**${job.name}** runs again. ${sayNext(job, clock.now(), zone, 3)}` };
      },
    },
    {
      name: 'cron remove',
      description: { en: 'Remove a job', zh: '移除一項定時工作' },
      right: 'jobs',
      ephemeral: true,
      options: [
        jobOption(cron),
        {
          name: 'sure',
          type: 'boolean',
          description: { en: 'Remove it without asking again', zh: '不再詢問，直接移除' },
        },
      ],
      run: async (options, { session }) => {
        const job = await findJob(cron, session, text(options, 'job') ?? '');
        if (options['sure'] !== true)
          return {
            text: `Remove **${job.name}**? It stops running; what it posted stays.`,
            confirm: { label: 'Remove it', name: 'cron remove', options: { job: job.id, sure: true } },
          };
        await cron.remove(job.id);
        return { text: `**${job.name}** is removed.` };
      },
    },
  ];
}
