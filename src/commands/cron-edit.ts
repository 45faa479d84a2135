import type { Job } from '../cron/job.ts';
import { saySchedule } from '../cron/say-schedule.ts';
import { findJob } from '../desk/find-job.ts';
import type { JobFinder } from '../desk/find-job.ts';
import { asPatch, scheduleOf } from '../cron/given-schedule.ts';
import { CommandRefusal } from '../feature/command.ts';
import type { Command, Locale, Options } from '../feature/command.ts';
import { jobHere, jobOption, sayName } from './jobs-here.ts';
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
import { text } from '../feature/command-options.ts';
import { sayNext } from './say-job.ts';

/** `/cron edit`: changes only what is named. */
export function cronEdit(deps: JobFinder & JobOptionsDeps): Command {
  const { cron, clock, zone } = deps;
  return {
    name: 'cron edit',
    chinese: '定時工作 修改',
    description: { en: 'Change an automation', zh: '修改一項定時工作' },
    right: 'jobs',
    ephemeral: true,
    changes: true,
    options: [
      jobOption(deps),
      { name: 'name', chinese: '名稱', type: 'string', description: { en: 'A new name', zh: '新名稱' } },
      {
        name: 'message',
        chinese: '內容',
        type: 'string',
        description: { en: 'What the desk should do each time', zh: '每次要做甚麼' },
      },
      scheduleOption(deps, false, async (context, options) => {
        const found = await findJob(deps, context, text(options, 'job') ?? '');
        return found.kind === 'one' ? found.job.schedule : undefined;
      }),
      zoneOption(deps),
      profileOption(deps),
      modelOption(),
      quietOption(),
    ],
    run: async (options, context) => {
      const { locale, actor } = context;
      const old = await jobHere(deps, context, options);
      const nowMs = clock.now();
      const patch = patchOf(deps, old, options, { nowMs, locale });
      const job = await cron.update(old.id, patch, { by: actor.name });
      const name = await sayName(deps, job);
      const when = saySchedule(job.schedule, zone, locale);
      const next = job.enabled
        ? sayNext(job, nowMs, { zone, locale, count: 3 })
        : { en: 'It is paused.', zh: '這項工作已暫停。' }[locale];
      const changed = {
        en: `${name} is changed: ${when}. ${next}`,
        zh: `已修改 ${name}：${when}。${next}`,
      }[locale];
      return { text: [changed, ...(job.enabled ? await sayIfOff(deps, locale) : [])].join('\n') };
    },
  };
}

/** @throws CommandRefusal when nothing would change. */
function patchOf(
  deps: JobOptionsDeps,
  old: Job,
  options: Options,
  { nowMs, locale }: { nowMs: number; locale: Locale },
): object {
  const [name, message, model] = ['name', 'message', 'model'].map((option) => text(options, option));
  const profile = requestedProfile(deps, options, locale);
  const words = { schedule: text(options, 'schedule'), tz: requestedZone(options) };
  const schedule = scheduleOf(words, nowMs, deps.zone, old.schedule);
  const said = old.payload.kind === 'agentTurn' ? { message } : { text: message };
  const payload = {
    ...(message !== undefined && said),
    ...(profile !== undefined && { profile }),
    ...(model !== undefined && { model }),
  };
  const quiet = options['quiet'];
  const patch = {
    ...(name !== undefined && { name }),
    ...(Object.keys(payload).length > 0 && { payload }),
    ...(schedule && { schedule: asPatch(schedule) }),
    ...(quiet !== undefined && { policy: { quiet } }),
  };
  if (Object.keys(patch).length > 0) return patch;
  throw new CommandRefusal(
    {
      en: 'Nothing to change: give name, message, schedule, tz, profile, model or quiet.',
      zh: '沒有要修改的：請給 name、message、schedule、tz、profile、model 或 quiet。',
    }[locale],
  );
}
