import { isProtected } from '../cron/job.ts';
import type { JobFinder } from '../desk/find-job.ts';
import type { JobPauses } from '../desk/job-pauses.ts';
import { CommandRefusal } from '../feature/command.ts';
import type { Command } from '../feature/command.ts';
import { cronEdit } from './cron-edit.ts';
import { cronSkip, cronUnskip } from './cron-skip.ts';
import { jobHere, jobOption, sayName } from './jobs-here.ts';
import { sayIfOff } from './job-options.ts';
import type { JobOptionsDeps } from './job-options.ts';
import { PAUSE_FOR, pauseEndOf } from './pause-option.ts';
import { sayNext } from './say-job.ts';
import { sayProblem } from '../feature/say-problem.ts';
import { dayAndTime } from '../time/zone.ts';

interface PauseDeps {
  readonly pauses: Pick<JobPauses, 'pause'>;
}

/** `/cron edit|pause|resume|skip|remove`. Removing asks first. People have no "run now". */
export function cronChange(deps: JobFinder & JobOptionsDeps & PauseDeps): Command[] {
  const { cron, pauses, clock, zone } = deps;
  return [
    cronEdit(deps),
    {
      name: 'cron pause',
      chinese: '定時工作 暫停',
      description: { en: 'Pause an automation', zh: '暫停一項定時工作' },
      right: 'jobs',
      ephemeral: true,
      changes: true,
      options: [jobOption(deps), PAUSE_FOR],
      run: async (options, context) => {
        const { locale, actor } = context;
        const job = await jobHere(deps, context, options);
        const untilMs = pauseEndOf(options, deps);
        await pauses.pause(job.id, untilMs, actor.name);
        const name = await sayName(deps, job);
        const until = untilMs === undefined ? undefined : dayAndTime(untilMs, zone, locale);
        return {
          text: PAUSED[locale](name, until),
          ...(job.enabled && { undo: { command: 'cron resume', options: { job: job.id } } }),
        };
      },
    },
    {
      name: 'cron resume',
      chinese: '定時工作 恢復',
      description: { en: 'Resume a paused automation', zh: '恢復一項定時工作' },
      right: 'jobs',
      ephemeral: true,
      changes: true,
      options: [jobOption(deps)],
      run: async (options, context) => {
        const { locale, actor } = context;
        const found = await jobHere(deps, context, options);
        const job = await cron.update(found.id, { enabled: true }, { by: actor.name });
        const next = sayNext(job, clock.now(), { zone, locale, count: 3 });
        const name = await sayName(deps, job);
        const resumed = { en: `${name} runs again. ${next}`, zh: `已恢復 ${name}。${next}` }[locale];
        return {
          text: [resumed, ...(await sayIfOff(deps, locale))].join('\n'),
          ...(!found.enabled && { undo: { command: 'cron pause', options: { job: job.id } } }),
        };
      },
    },
    cronSkip(deps),
    cronUnskip(deps),
    {
      name: 'cron remove',
      chinese: '定時工作 移除',
      description: { en: 'Remove an automation', zh: '移除一項定時工作' },
      right: 'jobs',
      ephemeral: true,
      changes: true,
      options: [
        jobOption(deps),
        {
          name: 'sure',
          chinese: '確定',
          type: 'boolean',
          description: { en: 'Remove it without asking again', zh: '不再詢問，直接移除' },
        },
      ],
      run: async (options, context) => {
        const { locale, actor } = context;
        const job = await jobHere(deps, context, options);
        const { id } = job;
        if (isProtected(job))
          throw new CommandRefusal(sayProblem({ kind: 'protected_job', name: job.name }, locale, zone));
        const name = await sayName(deps, job);
        if (options['sure'] !== true)
          return {
            text: {
              en: `Remove ${name}? It stops running; what it posted stays.`,
              zh: `要移除 ${name} 嗎？之後不會再執行；已發布的內容會保留。`,
            }[locale],
            confirm: {
              label: { en: 'Remove it', zh: '移除' }[locale],
              keep: { en: 'Keep it', zh: '保留' }[locale],
              name: 'cron remove',
              options: { job: id, sure: true },
            },
          };
        // Somebody else may have removed it since.
        if (!(await cron.remove(id, { by: actor.name }))) throw new CommandRefusal(GONE[locale](name));
        return { text: { en: `${name} is removed.`, zh: `已移除 ${name}。` }[locale] };
      },
    },
  ];
}

const PAUSED = {
  en: (name: string, until?: string) =>
    until === undefined
      ? `${name} is paused. /cron resume starts it again.`
      : `${name} is paused until ${until}. /cron resume starts it earlier.`,
  zh: (name: string, until?: string) =>
    until === undefined
      ? `已暫停 ${name}。可用 /cron resume 恢復。`
      : `已暫停 ${name}，至 ${until}。可用 /cron resume 提早恢復。`,
} as const;

const GONE = {
  en: (name: string) => `${name} is removed already: somebody else was faster.`,
  zh: (name: string) => `${name} 已被其他人移除。`,
} as const;
