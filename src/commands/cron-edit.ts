import type { Cron } from '../cron/cron.ts';
import { saySchedule } from '../cron/say-schedule.ts';
import { scheduleOf } from '../desk/schedule-wish.ts';
import type { Clock } from '../time/clock.ts';
import { CommandRefusal } from './command.ts';
import type { Command } from './command.ts';
import { jobHere, jobOption } from './jobs-here.ts';
import { text } from './options.ts';
import { sayNext } from './say-job.ts';

/** `/cron edit`: change what is named, and nothing else. */
export function cronEdit({ cron, clock, zone }: { cron: Cron; clock: Clock; zone: string }): Command {
  return {
    name: 'cron edit',
    description: { en: 'Change a job', zh: '修改一項定時工作' },
    right: 'jobs',
    ephemeral: true,
    options: [
      jobOption(cron),
      { name: 'name', type: 'string', description: { en: 'A new name', zh: '新名稱' } },
      {
        name: 'message',
        type: 'string',
        description: { en: 'What the desk should do each time', zh: '每次要做甚麼' },
      },
      {
        name: 'schedule',
        type: 'string',
        description: {
          en: 'When: "every weekday 7:30", "every 2h", "30 7 * * 1-5"',
          zh: '何時：「每日七點半」',
        },
      },
      {
        name: 'tz',
        type: 'string',
        description: { en: 'Time zone, such as Europe/London', zh: '時區，例如 Asia/Hong_Kong' },
      },
      {
        name: 'quiet',
        type: 'boolean',
        description: { en: 'Say nothing when there is nothing to say', zh: '沒有內容時不發訊息' },
      },
    ],
    run: async (options, context) => {
      const old = await jobHere(cron, context, options);
      const nowMs = clock.now();
      const [name, message, words, tz] = ['name', 'message', 'schedule', 'tz'].map((one) =>
        text(options, one),
      );
      const schedule = scheduleOf({ schedule: words, tz }, nowMs, zone, old.schedule);
      const quiet = options['quiet'];
      const patch = {
        ...(name !== undefined && { name }),
        ...(message !== undefined && {
          payload: old.payload.kind === 'agentTurn' ? { message } : { text: message },
        }),
        ...(schedule && { schedule }),
        ...(quiet !== undefined && { policy: { quiet } }),
      };
      if (Object.keys(patch).length === 0)
        throw new CommandRefusal('Nothing to change: give name, message, schedule, tz or quiet.');
      const job = await cron.update(old.id, patch);
      const when = saySchedule(job.schedule, zone, context.locale);
      const next = job.enabled ? sayNext(job, nowMs, zone, 3) : 'It is paused.';
      return { text: `**${job.name}** is changed: ${when}. ${next}` };
    },
  };
}
