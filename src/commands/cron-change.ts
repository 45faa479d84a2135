import type { Cron } from '../cron/cron.ts';
import type { Clock } from '../time/clock.ts';
import type { Command } from './command.ts';
import { jobHere, jobOption } from './jobs-here.ts';
import { cronEdit } from './cron-edit.ts';
import { sayNext } from './say-job.ts';

/** `/cron edit|pause|resume|remove`. Removing asks first. There is no "run now" for people. */
export function cronChange(house: { cron: Cron; clock: Clock; zone: string }): Command[] {
  const { cron, clock, zone } = house;
  return [
    cronEdit(house),
    {
      name: 'cron pause',
      description: { en: 'Pause a job', zh: '暫停一項定時工作' },
      right: 'jobs',
      ephemeral: true,
      options: [jobOption(cron)],
      run: async (options, context) => {
        const job = await jobHere(cron, context, options);
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
      run: async (options, context) => {
        const found = await jobHere(cron, context, options);
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
      run: async (options, context) => {
        const job = await jobHere(cron, context, options);
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
