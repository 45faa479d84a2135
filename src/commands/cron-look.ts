import { saySchedule } from '../cron/say-schedule.ts';
import type { Job } from '../cron/job.ts';
import type { JobFinder } from '../desk/find-job.ts';
import type { Clock } from '../time/clock.ts';
import { dayAndTime } from '../time/zone.ts';
import type { Command, Locale } from '../feature/command.ts';
import { cronList } from './cron-list.ts';
import { sayIfOff } from './job-options.ts';
import { jobHere, jobOption, sayName } from './jobs-here.ts';
import { sayBecause } from '../feature/say-because.ts';
import { sayNext, sayPlace, sayRun, sayState, zoneOf } from './say-job.ts';

/** `/cron list|show|history`: a conversation's automations and their runs. */
export function cronLook(deps: JobFinder & { clock: Clock; zone: string }): Command[] {
  const { cron, clock, zone } = deps;
  return [
    cronList(deps),
    {
      name: 'cron show',
      chinese: '定時工作 查看',
      description: { en: 'All about one automation', zh: '查看一項定時工作' },
      right: 'talk',
      ephemeral: true,
      options: [jobOption(deps)],
      run: async (options, context) => {
        const { locale, session } = context;
        const job = await jobHere(deps, context, options);
        const { payload, policy, state } = job;
        const said = payload.kind === 'agentTurn' ? payload.message : payload.text;
        const place = sayPlace(job, session, locale);
        const name = await sayName(deps, job);
        const lines = [
          `${name}${{ en: ` (${place})`, zh: `（${place}）` }[locale]}`,
          `${saySchedule(job.schedule, zone, locale)}${{ en: '; ', zh: '；' }[locale]}${sayState(job, zone, locale)}`,
          ...(job.enabled ? [sayNext(job, clock.now(), { zone, locale, count: 5 })] : []),
          ...(job.enabled ? await sayIfOff(deps, locale) : []),
          `> ${said.replaceAll('\n', '\n> ')}`,
          ...(policy?.quiet ? [QUIET[locale]] : []),
          ...(state.pausedBecause === undefined
            ? []
            : [`${PAUSED[locale]}${sayBecause(state.pausedBecause, locale)}`]),
          ...(state.lastError === undefined
            ? []
            : [`${LAST_ERROR[locale]}${sayBecause(state.lastError, locale)}`]),
          sayMaker(job, zone, locale),
        ];
        return { text: lines.join('\n') };
      },
    },
    {
      name: 'cron history',
      chinese: '定時工作 記錄',
      description: { en: 'The last runs of an automation', zh: '一項工作最近的執行記錄' },
      right: 'talk',
      ephemeral: true,
      options: [
        jobOption(deps),
        {
          name: 'limit',
          chinese: '次數',
          type: 'integer',
          min: 1,
          max: 25,
          description: { en: 'How many (default: 5)', zh: '多少次（預設：5）' },
        },
      ],
      run: async (options, context) => {
        const { locale } = context;
        const job = await jobHere(deps, context, options);
        const name = await sayName(deps, job);
        const runs = await cron.runs(job.id, Number(options['limit'] ?? 5));
        if (runs.length === 0)
          return { text: { en: `${name} has not run yet.`, zh: `${name} 還沒有執行過。` }[locale] };
        const lines = runs.map((run) => sayRun(run, zoneOf(job, zone), locale));
        return { text: [name, ...lines].join('\n') };
      },
    },
  ];
}

const QUIET = {
  en: 'It stays silent when there is nothing to say.',
  zh: '沒有內容時不發訊息。',
} as const;
const PAUSED = { en: 'Paused by the desk: ', zh: '編輯台已將其暫停：' } as const;
const LAST_ERROR = { en: 'Last error: ', zh: '上次的錯誤：' } as const;

const MAKERS = {
  person: { en: 'a person', zh: '有人' },
  agent: { en: 'the desk', zh: '編輯台' },
  gateway: { en: 'an operator', zh: '操作員' },
  system: { en: 'the desk itself', zh: '編輯台' },
} as const;

/** Names of programs mean nothing to people. */
const PROGRAMS: ReadonlySet<string> = new Set(['', 'gateway', 'import', 'nightdesk', 'the edition']);

function sayMaker({ createdBy, createdAtMs, schedule }: Job, zone: string, locale: Locale): string {
  const isPerson =
    createdBy?.kind === 'person' ||
    createdBy?.kind === 'agent' ||
    (createdBy?.kind === 'gateway' && !PROGRAMS.has(createdBy.name ?? ''));
  const who =
    (isPerson ? createdBy.name : undefined) ??
    (createdBy ? MAKERS[createdBy.kind][locale] : { en: 'nobody known', zh: '不知名的人' }[locale]);
  const when = dayAndTime(createdAtMs, zoneOf({ schedule }, zone), locale);
  return { en: `Made by ${who}, ${when}.`, zh: `由 ${who} 於 ${when} 建立。` }[locale];
}
