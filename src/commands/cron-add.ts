import type { Cron } from '../cron/cron.ts';
import { saySchedule } from '../cron/say-schedule.ts';
import { conversationJob } from '../desk/conversation-job.ts';
import { scheduleOf } from '../desk/schedule-wish.ts';
import type { Clock } from '../time/clock.ts';
import type { Command } from './command.ts';
import { text } from './options.ts';
import { sayNext } from './say-job.ts';

/** `/cron add`: a job that is bound to the conversation in which it was asked for, and to no other. */
export function cronAdd(house: { cron: Cron; clock: Clock; zone: string }): Command {
  const { cron, clock, zone } = house;
  return {
    name: 'cron add',
    description: { en: 'Schedule something in this conversation', zh: '在這個對話中安排定時工作' },
    right: 'jobs',
    ephemeral: true,
    options: [
      { name: 'name', type: 'string', required: true, description: { en: 'What to call it', zh: '名稱' } },
      {
        name: 'message',
        type: 'string',
        required: true,
        description: { en: 'What the desk should do each time', zh: '每次要做甚麼' },
      },
      {
        name: 'schedule',
        type: 'string',
        required: true,
        description: {
          en: 'When: "every weekday 7:30", "every 2h", "in 20m", "30 7 * * 1-5"',
          zh: '何時：「每日七點半」、「逢星期一 09:00」、「20分鐘後」或 cron 表達式',
        },
      },
      {
        name: 'tz',
        type: 'string',
        description: { en: 'Time zone, such as Europe/London', zh: '時區，例如 Asia/Hong_Kong' },
      },
      { name: 'profile', type: 'string', description: { en: 'Turn profile', zh: '工作模式' } },
      {
        name: 'quiet',
        type: 'boolean',
        description: { en: 'Say nothing when there is nothing to say', zh: '沒有內容時不發訊息' },
      },
    ],
    run: async (options, { session, actor, locale }) => {
      const nowMs = clock.now();
      const wish = (name: string) => text(options, name);
      const schedule = scheduleOf({ schedule: wish('schedule'), tz: wish('tz') }, nowMs, zone);
      const [name, message, profile] = [wish('name'), wish('message'), wish('profile')];
      const quiet = options['quiet'] === true;
      const job = await cron.add(conversationJob({ name, message, schedule, profile, quiet }, session), {
        kind: actor.kind,
        name: actor.name,
        ...(actor.id !== undefined && { id: actor.id }),
      });
      const { enabled } = await cron.status();
      const lines = [
        `**${job.name}** is set in this conversation: ${saySchedule(job.schedule, zone, locale)}.`,
        sayNext(job, nowMs, zone, 3),
        ...(enabled
          ? []
          : ['Scheduled work is off at the moment: it will not run by itself until that is resumed.']),
        `Its id is \`${job.id}\`.`,
      ];
      return { text: lines.join('\n') };
    },
  };
}
