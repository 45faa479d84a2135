import type { Cron } from '../cron/cron.ts';
import { saySchedule } from '../cron/say-schedule.ts';
import type { Clock } from '../time/clock.ts';
import { dayAndTime } from '../time/zone.ts';
import type { Command } from './command.ts';
import { findJob, jobOption } from './jobs-here.ts';
import { text } from './options.ts';
import { sayJob, sayNext, sayRun, sayState, zoneOf } from './say-job.ts';

/** `/cron list|show|history`: what the automations of a conversation are and did. */
export function cronLook(house: { cron: Cron; clock: Clock; zone: string }): Command[] {
  const { cron, clock, zone } = house;
  return [
    {
      name: 'cron list',
      description: { en: 'The jobs of this conversation', zh: '列出這個對話的定時工作' },
      right: 'talk',
      ephemeral: true,
      options: [
        {
          name: 'all',
          type: 'boolean',
          description: { en: 'Paused ones too (default: true)', zh: '包括已暫停的（預設：是）' },
        },
      ],
      run: async (options, { session }) => {
        const jobs = await cron.list({ session, includeDisabled: options['all'] !== false });
        if (jobs.length === 0) return { text: 'This conversation has no jobs. /cron add makes one.' };
        const { enabled } = await cron.status();
        const off = enabled ? [] : ['Scheduled work is off at the moment: nothing runs by itself.'];
        return { text: [...jobs.map((job) => sayJob(job, zone)), ...off].join('\n') };
      },
    },
    {
      name: 'cron show',
      description: { en: 'All about one job', zh: '查看一項定時工作' },
      right: 'talk',
      ephemeral: true,
      options: [jobOption(cron)],
      run: async (options, { session }) => {
        const job = await findJob(cron, session, text(options, 'job') ?? '');
        const { payload, createdBy, state } = job;
        const lines = [
          `**${job.name}** \`${job.id}\``,
          `${saySchedule(job.schedule, zone)}; ${sayState(job, zone)}`,
          ...(job.enabled ? [sayNext(job, clock.now(), zone, 3)] : []),
          `> ${(payload.kind === 'agentTurn' ? payload.message : payload.text).replaceAll('\n', '\n> ')}`,
          ...(job.policy?.quiet ? ['It stays silent when there is nothing to say.'] : []),
          ...(state.lastError === undefined ? [] : [`Last error: ${state.lastError}`]),
          `Made by ${createdBy?.name ?? createdBy?.kind ?? 'nobody known'}, ${dayAndTime(job.createdAtMs, zoneOf(job, zone))}.`,
        ];
        return { text: lines.join('\n') };
      },
    },
    {
      name: 'cron history',
      description: { en: 'The last runs of a job', zh: '一項工作最近的執行記錄' },
      right: 'talk',
      ephemeral: true,
      options: [
        jobOption(cron),
        {
          name: 'limit',
          type: 'integer',
          min: 1,
          max: 25,
          description: { en: 'How many (default: 5)', zh: '多少次（預設：5）' },
        },
      ],
      run: async (options, { session }) => {
        const job = await findJob(cron, session, text(options, 'job') ?? '');
        const runs = await cron.runs(job.id, Number(options['limit'] ?? 5));
        if (runs.length === 0) return { text: `**${job.name}** has not run yet.` };
        return { text: [`**${job.name}**`, ...runs.map((run) => sayRun(run, zoneOf(job, zone)))].join('\n') };
      },
    },
  ];
}
