import type { Cron } from '../cron/cron.ts';
import type { Job } from '../cron/job.ts';
import { saySchedule } from '../cron/say-schedule.ts';
import type { Clock } from '../time/clock.ts';
import { dayAndTime } from '../time/zone.ts';
import type { Command } from './command.ts';
import { jobHere, jobOption } from './jobs-here.ts';
import { mustBeAllowed } from './rights.ts';
import { sayJob, sayNext, sayPlace, sayRun, sayState, zoneOf } from './say-job.ts';

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
        {
          name: 'everywhere',
          type: 'boolean',
          description: { en: 'Of all conversations, for those who may', zh: '所有對話的（需要權限）' },
        },
      ],
      run: async (options, { session, actor, locale }) => {
        const everywhere = options['everywhere'] === true;
        if (everywhere) mustBeAllowed(actor, 'desk', 'cron list everywhere');
        const jobs = await cron.list({
          includeDisabled: options['all'] !== false,
          ...(!everywhere && { session }),
        });
        if (jobs.length === 0)
          return {
            text: everywhere
              ? 'There are no jobs anywhere.'
              : 'This conversation has no jobs. /cron add makes one.',
          };
        const { enabled } = await cron.status();
        const off = enabled ? [] : ['Scheduled work is off at the moment: nothing runs by itself.'];
        const line = (job: Job) => sayJob(job, zone, locale) + (everywhere ? ` (${sayPlace(job)})` : '');
        return { text: [...jobs.map(line), ...off].join('\n') };
      },
    },
    {
      name: 'cron show',
      description: { en: 'All about one job', zh: '查看一項定時工作' },
      right: 'talk',
      ephemeral: true,
      options: [jobOption(cron)],
      run: async (options, context) => {
        const job = await jobHere(cron, context, options);
        const { payload, createdBy, state } = job;
        const said = payload.kind === 'agentTurn' ? payload.message : payload.text;
        const lines = [
          `**${job.name}** \`${job.id}\` (${sayPlace(job)})`,
          `${saySchedule(job.schedule, zone, context.locale)}; ${sayState(job, zone)}`,
          ...(job.enabled ? [sayNext(job, clock.now(), zone, 5)] : []),
          `> ${said.replaceAll('\n', '\n> ')}`,
          ...(job.policy?.quiet ? ['It stays silent when there is nothing to say.'] : []),
          ...(state.pausedBecause === undefined ? [] : [`Paused by the desk: ${state.pausedBecause}`]),
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
      run: async (options, context) => {
        const job = await jobHere(cron, context, options);
        const runs = await cron.runs(job.id, Number(options['limit'] ?? 5));
        if (runs.length === 0) return { text: `**${job.name}** has not run yet.` };
        return { text: [`**${job.name}**`, ...runs.map((run) => sayRun(run, zoneOf(job, zone)))].join('\n') };
      },
    },
  ];
}
