/**
 * The commands behind the buttons of a notice that a place disappeared: bind its jobs elsewhere, or remove them.
 * The buttons also work in direct messages, so the rights are checked where the jobs go.
 */
import { slotsOf } from '../cron/describe-job.ts';
import type { Job } from '../cron/job.ts';
import type { NotDone, Rebind } from '../desk/rebind.ts';
import { parseSessionKey } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { Clock } from '../time/clock.ts';
import { dayAndTime } from '../time/zone.ts';
import { CommandRefusal } from '../feature/command.ts';
import type { Command, CommandOption, Locale, Options } from '../feature/command.ts';
import { listed } from './listed.ts';
import { text } from '../feature/command-options.ts';

interface GoneDeps {
  readonly rebind: Rebind;
  readonly clock: Clock;
  readonly zone: string;
}

const FROM: CommandOption = {
  name: 'from',
  type: 'string',
  required: true,
  description: { en: 'The place that disappeared', zh: '消失了的頻道' },
};

export function goneCommands({ rebind, clock, zone }: GoneDeps): Command[] {
  return [
    {
      name: 'places bind',
      description: { en: 'Let automations run in another channel', zh: '把定時工作改到其他頻道' },
      hidden: true,
      forOwners: true,
      right: 'talk',
      ephemeral: true,
      changes: true,
      options: [
        FROM,
        { name: 'to', type: 'string', description: { en: 'The channel to run in', zh: '要改到的頻道' } },
      ],
      run: async (options, { actor, locale }) => {
        const from = key(options, 'from', locale);
        if (text(options, 'to') === undefined) return offer(rebind, from, actor, locale);
        const done = await rebind.move(from, key(options, 'to', locale), actor);
        if (done.kind !== 'moved') throw refusal(done, locale);
        const { title } = done.to;
        const lines = done.jobs.map((job) => `- **${job.name}**: ${sayNext(job, clock.now(), zone, locale)}`);
        const words = {
          en: `They run in ${title} from now on:`,
          zh: `由現在起改在 ${title} 執行：`,
        };
        return { text: [words[locale], listed(lines, locale), ...sayLeft(done.left, locale)].join('\n') };
      },
    },
    {
      name: 'places drop',
      description: { en: 'Remove automations whose channel is gone', zh: '移除頻道已消失的定時工作' },
      hidden: true,
      forOwners: true,
      right: 'talk',
      ephemeral: true,
      changes: true,
      options: [FROM],
      run: async (options, { actor, locale }) => {
        const done = await rebind.drop(key(options, 'from', locale), actor);
        if (done.kind !== 'dropped') throw refusal(done, locale);
        const names = listed(
          done.jobs.map(({ name }) => `- **${name}**`),
          locale,
        );
        const words = { en: 'Removed:', zh: '已移除：' };
        return { text: [words[locale], names, ...sayLeft(done.left, locale)].join('\n') };
      },
    },
  ];
}

async function offer(
  rebind: Rebind,
  from: SessionKey,
  actor: Parameters<Rebind['offer']>[1],
  locale: Locale,
): Promise<Awaited<ReturnType<Command['run']>>> {
  const done = await rebind.offer(from, actor);
  if (done.kind !== 'offered') throw refusal(done, locale);
  if (done.places.length === 0) throw new CommandRefusal(NOWHERE[locale]);
  const { jobs } = done;
  const words = {
    en: `Where shall ${jobs === 1 ? 'the automation' : `the ${jobs} automations`} run?`,
    zh: `這 ${jobs} 項定時工作要改到哪個頻道？`,
  };
  const more = {
    en: `These are ${MOST_CHOICES} of ${done.places.length} channels. For another one: /cron add there, then Remove here.`,
    zh: `這裡只列出 ${done.places.length} 個頻道中的 ${MOST_CHOICES} 個。要用其他頻道：先在那裡使用 /cron add，再在這裡移除。`,
  };
  return {
    text: [words[locale], ...(done.places.length > MOST_CHOICES ? [more[locale]] : [])].join('\n'),
    choose: {
      label: { en: 'Choose a channel', zh: '選擇頻道' }[locale],
      name: 'places bind',
      options: { from },
      option: 'to',
      choices: done.places.slice(0, MOST_CHOICES).map(({ name, value }) => ({ name, value })),
    },
  };
}

/** The most items of a selection list. */
const MOST_CHOICES = 25;

const NOWHERE = {
  en: 'There is no channel on that server where you may manage automations and I can write.',
  zh: '那個伺服器沒有你可以管理工作而我又可以發言的頻道。',
} as const;

const NOT_DONE: Readonly<Record<NotDone['kind'], Readonly<Record<Locale, string>>>> = {
  'nothing left': {
    en: 'Nothing is left to decide here: these automations were moved, changed or removed, or their channel is back.',
    zh: '這裡已經沒有要處理的工作：它們已被移動、修改或移除，或者頻道已恢復。',
  },
  'other server': {
    en: 'These automations belong to another server, and stay there.',
    zh: '這些工作屬於另一個伺服器，不能移到別處。',
  },
  'not allowed': {
    en: 'You may not decide this: it takes whoever made the automations, with the right to manage automations in the new channel, or somebody who manages the server.',
    zh: '你沒有權限處理：要由建立這些工作、並可管理新頻道工作的人，或者伺服器管理員處理。',
  },
  'no such place': {
    en: 'Automations can not be bound to that channel: I do not see it, or it is being deleted.',
    zh: '不能改到那個頻道：我看不見它，或者它正被刪除。',
  },
};

function refusal({ kind }: NotDone, locale: Locale): CommandRefusal {
  return new CommandRefusal(NOT_DONE[kind][locale]);
}

function key(options: Options, name: string, locale: Locale): SessionKey {
  try {
    return parseSessionKey(text(options, name));
  } catch {
    throw new CommandRefusal(NOT_DONE['no such place'][locale]);
  }
}

function sayNext(job: Job, nowMs: number, zone: string, locale: Locale): string {
  if (!job.enabled)
    return { en: 'paused; /cron resume starts it', zh: '已暫停，可用 /cron resume 恢復' }[locale];
  const [slot] = slotsOf(job, nowMs, zone, 1);
  if (slot === undefined) return { en: 'no further run', zh: '不會再執行' }[locale];
  const { schedule } = job;
  const at = dayAndTime(slot, schedule.kind === 'cron' ? (schedule.tz ?? zone) : zone, locale);
  return { en: `next ${at}`, zh: `下次 ${at}` }[locale];
}

function sayLeft(left: readonly Job[], locale: Locale): string[] {
  if (left.length === 0) return [];
  const names = left.slice(0, 10).map(({ name }) => `**${name}**`);
  const words = {
    en: `Left as they are, because somebody changed them since or they are not yours: ${names.join(', ')}.`,
    zh: `以下工作已被修改，或者不屬於你，維持不變：${names.join('、')}。`,
  };
  return [words[locale]];
}
