import { saySchedule } from '../cron/say-schedule.ts';
import { conversationJob } from '../cron/conversation-job.ts';
import type { JobFinder } from '../desk/find-job.ts';
import { scheduleOf } from '../cron/given-schedule.ts';
import type { Command } from '../feature/command.ts';
import {
  modelOption,
  profileOption,
  requestedProfile,
  quietOption,
  sayIfOff,
  scheduleOption,
  zoneOption,
  requestedZone,
} from './job-options.ts';
import type { JobOptionsDeps } from './job-options.ts';
import { sayName } from './jobs-here.ts';
import { text } from '../feature/command-options.ts';
import { sayNext } from './say-job.ts';

/** `/cron add`: adds a job that is bound to the conversation where it was requested. */
export function cronAdd(deps: JobFinder & JobOptionsDeps): Command {
  const { cron, clock, zone } = deps;
  return {
    name: 'cron add',
    chinese: '定時工作 新增',
    group: { en: 'Scheduled work in this conversation', zh: '這個對話的定時工作' },
    description: { en: 'Schedule something here', zh: '在這個對話中安排定時工作' },
    right: 'jobs',
    ephemeral: true,
    changes: true,
    options: [
      {
        name: 'name',
        chinese: '名稱',
        type: 'string',
        required: true,
        description: { en: 'What to call it', zh: '名稱' },
      },
      {
        name: 'message',
        chinese: '內容',
        type: 'string',
        required: true,
        description: { en: 'What the desk should do each time', zh: '每次要做甚麼' },
      },
      scheduleOption(deps, true),
      zoneOption(deps),
      profileOption(deps),
      modelOption(),
      quietOption(),
    ],
    run: async (options, { session, actor, locale }) => {
      const nowMs = clock.now();
      const profile = requestedProfile(deps, options, locale);
      const words = { schedule: text(options, 'schedule'), tz: requestedZone(options) };
      const schedule = scheduleOf(words, nowMs, zone);
      const [called, message, model] = ['name', 'message', 'model'].map((name) => text(options, name));
      const quiet = options['quiet'] === true;
      const job = await cron.add(
        conversationJob({ name: called, message, schedule, profile, model, quiet }, session),
        {
          kind: actor.kind,
          name: actor.name,
          ...(actor.id !== undefined && { id: actor.id }),
        },
      );
      const when = saySchedule(job.schedule, zone, locale);
      const name = await sayName(deps, job);
      const lines = [
        {
          en: `${name} is set in this conversation: ${when}.`,
          zh: `已在這個對話設定 ${name}：${when}。`,
        }[locale],
        sayNext(job, nowMs, { zone, locale, count: 3 }),
        ...(await sayIfOff(deps, locale)),
      ];
      const undo = { command: 'cron remove', options: { job: job.id, sure: true } };
      return { text: lines.join('\n'), undo };
    },
  };
}
