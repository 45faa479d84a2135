/** The options shared by `/cron add` and `/cron edit`, with their autocompletion. */
import type { Cron } from '../cron/cron.ts';
import type { JobProfile } from '../cron/job-profile.ts';
import type { Schedule } from '../cron/schedule.ts';
import type { Clock } from '../time/clock.ts';
import { CommandRefusal } from '../feature/command.ts';
import type { CommandContext, CommandOption, Locale, Options } from '../feature/command.ts';
import { text } from '../feature/command-options.ts';
import { sayProblem } from '../feature/say-problem.ts';
import { scheduleChoices } from './schedule-choices.ts';
import { zoneChoices, zoneNamed } from './zones.ts';

export interface JobOptionsDeps {
  readonly clock: Clock;
  readonly zone: string;
  readonly profiles: () => readonly JobProfile[];
}

/** @param oldOf the schedule of the job that is edited. */
export function scheduleOption(
  { clock, zone, cron }: JobOptionsDeps & { readonly cron: Pick<Cron, 'minIntervalMs'> },
  required: boolean,
  oldOf?: (context: CommandContext, options: Options) => Promise<Schedule | undefined>,
): CommandOption {
  return {
    name: 'schedule',
    chinese: '時間',
    type: 'string',
    ...(required && { required }),
    description: {
      en: 'When: "every weekday 7:30", "every 2h", "in 20m", "30 7 * * 1-5"',
      zh: '何時：「每日七點半」、「逢星期一 09:00」、「20分鐘後」或 cron 表達式',
    },
    autocomplete: async (typed, context, options) =>
      scheduleChoices(typed, {
        nowMs: clock.now(),
        zone,
        minIntervalMs: cron.minIntervalMs,
        locale: context.locale,
        tz: requestedZone(options),
        old: await oldOf?.(context, options),
      }),
  };
}

/** The option `tz`, with completion by city or name. */
export function zoneOption({ clock, zone }: JobOptionsDeps): CommandOption {
  return {
    name: 'tz',
    chinese: '時區',
    type: 'string',
    description: {
      en: 'Time zone: a city, or a name such as Europe/London',
      zh: '時區：城市，或 Asia/Hong_Kong 之類的名稱',
    },
    autocomplete: async (typed, { locale }) => zoneChoices(typed, clock.now(), zone, locale),
  };
}

/** The given zone by its IANA name; unchanged where it is unknown. */
export function requestedZone(options: Options): string | undefined {
  const given = text(options, 'tz')?.trim();
  return given === undefined || given === '' ? undefined : (zoneNamed(given) ?? given);
}

/** The option `profile`, with completion among the profiles that jobs may have. */
export function profileOption({ profiles }: JobOptionsDeps): CommandOption {
  return {
    name: 'profile',
    chinese: '模式',
    type: 'string',
    description: { en: 'What kind of work it is (default: reminder)', zh: '工作模式（預設：reminder）' },
    autocomplete: async (typed, { locale }) => {
      const wanted = typed.trim().toLowerCase();
      return profiles()
        .map((profile) => ({ name: aboutOf(profile, locale), value: profile.name }))
        .filter(({ name }) => name.toLowerCase().includes(wanted));
    },
  };
}

/** The profiles that people may choose, each with what it is for. */
export function profileChoices(
  profiles: readonly JobProfile[],
  locale: Locale,
): { readonly value: string; readonly about: string }[] {
  return profiles.map((profile) => ({ value: profile.name, about: aboutOf(profile, locale) }));
}

/** The name alone for a profile of an edition's own. */
function aboutOf({ name, about }: JobProfile, locale: Locale): string {
  return about ? `${name}: ${about[locale]}` : name;
}

/** The given profile. @throws CommandRefusal for one that people may not choose. */
export function requestedProfile(
  { profiles, zone }: JobOptionsDeps,
  options: Options,
  locale: Locale,
): string | undefined {
  const given = text(options, 'profile');
  const allowed = profiles().map(({ name }) => name);
  if (given === undefined || allowed.includes(given)) return given;
  throw new CommandRefusal(sayProblem({ kind: 'unknown_profile', given, allowed }, locale, zone));
}

export function modelOption(): CommandOption {
  return {
    name: 'model',
    chinese: '模型',
    type: 'string',
    description: {
      en: 'Which model does it: a provider or one of its models',
      zh: '由哪個模型做：供應商，或其中一個模型',
    },
  };
}

/** The option to post nothing when there is nothing to report. */
export function quietOption(): CommandOption {
  return {
    name: 'quiet',
    chinese: '安靜',
    type: 'boolean',
    description: { en: 'Say nothing when there is nothing to say', zh: '沒有內容時不發訊息' },
  };
}

/** A line for answers that say when a job runs; none where jobs run by themselves. */
export async function sayIfOff(
  { cron }: { readonly cron: Pick<Cron, 'status'> },
  locale: Locale,
): Promise<string[]> {
  const { off } = await cron.status();
  return off === undefined ? [] : [SCHEDULED_WORK_IS_OFF[off][locale]];
}

const SCHEDULED_WORK_IS_OFF = {
  paused: {
    en: 'Scheduled work is off at the moment: nothing runs by itself until `/desk resume`.',
    zh: '定時工作現時已關閉：`/desk resume` 之前不會自動執行。',
  },
  settings: {
    en: 'Scheduled work is switched off in the settings of this desk (`NIGHTDESK_SKIP_CRON`): nothing runs by itself.',
    zh: '這個編輯台的設定（`NIGHTDESK_SKIP_CRON`）關閉了定時工作：不會自動執行。',
  },
} as const;
