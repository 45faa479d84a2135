/**
 * `/channel delete` and `/thread delete`: deletes the place on its platform, with its automations. Nothing changes
 * before the button is pressed. The button knows which automations were listed; if others were added meanwhile,
 * they are listed first.
 */
import { createHash } from 'node:crypto';
import { boundTo } from '../cron/job.ts';
import type { Job } from '../cron/job.ts';
import { saySchedule } from '../cron/say-schedule.ts';
import type { PlaceDeletion, PlaceDeleted } from '../desk/place-deletion.ts';
import type { SessionKey } from '../sessions/key.ts';
import { allChannels } from '../sessions/channel-traits.ts';
import type { SessionIndex } from '../sessions/session-index.ts';
import { linkTo, traitsOf } from '../sessions/traits-of.ts';
import { CommandRefusal } from '../feature/command.ts';
import type { Command, CommandContext, Locale, Reply } from '../feature/command.ts';
import { listed } from './listed.ts';
import { text } from '../feature/command-options.ts';
import { sayBecause } from '../feature/say-because.ts';
import { shortLine } from '../text/shorten.ts';

interface ChannelDeps {
  readonly placeDeletion: PlaceDeletion;
  readonly sessions: Pick<SessionIndex, 'get'>;
  readonly zone: string;
}

type Kind = 'channel' | 'thread';
type Answer = Omit<Reply, 'ephemeral'>;

/** Behind the button: the session is the one where it was pressed. */
const CONFIRMED = 'places delete';

export function channelCommands(deps: ChannelDeps): Command[] {
  return [
    {
      name: 'channel delete',
      chinese: '頻道 刪除',
      group: { en: 'This channel', zh: '這個頻道' },
      description: { en: 'Delete this channel, with its automations', zh: '刪除這個頻道和它的定時工作' },
      right: 'jobs',
      ephemeral: true,
      options: [],
      run: (_, context) => ask(deps, context, 'channel'),
    },
    {
      name: 'thread delete',
      chinese: '討論串 刪除',
      group: { en: 'This thread', zh: '這個討論串' },
      description: { en: 'Delete this thread, with its automations', zh: '刪除這個討論串和它的定時工作' },
      right: 'jobs',
      ephemeral: true,
      options: [],
      run: (_, context) => ask(deps, context, 'thread'),
    },
    {
      name: CONFIRMED,
      description: { en: 'Delete this place, as was asked', zh: '確認刪除' },
      hidden: true,
      right: 'jobs',
      ephemeral: true,
      options: [
        {
          name: 'jobs',
          type: 'string',
          required: true,
          description: { en: 'The automations that were listed', zh: '已列出的定時工作' },
        },
      ],
      run: async (options, context) => {
        const { session, actor, locale } = context;
        const kind = await kindOf(deps, context);
        const asked = await deps.placeDeletion.delete(session, { confirmed: false }, actor);
        if (asked.kind === 'asks' && fingerprint(asked.jobs) !== text(options, 'jobs'))
          return question(deps, context, kind, asked);
        if (asked.kind !== 'asks') return outcome(asked, kind, context);
        return outcome(
          await deps.placeDeletion.delete(session, { confirmed: true, locale }, actor),
          kind,
          context,
        );
      },
    },
  ];
}

async function ask(deps: ChannelDeps, context: CommandContext, wanted: Kind): Promise<Answer> {
  const kind = await kindOf(deps, context);
  if (kind !== wanted) throw new CommandRefusal(OTHER[kind][context.locale]);
  const asked = await deps.placeDeletion.delete(context.session, { confirmed: false }, context.actor);
  return asked.kind === 'asks' ? question(deps, context, kind, asked) : outcome(asked, kind, context);
}

/** @throws CommandRefusal where there is nothing that can be deleted. */
async function kindOf(
  { sessions }: ChannelDeps,
  { session, locale }: Pick<CommandContext, 'session' | 'locale'>,
): Promise<Kind> {
  if (!traitsOf(session)?.has.removal) throw new CommandRefusal(elsewhere(locale));
  const kind = (await sessions.get(session))?.origin.kind;
  if (kind === 'dm') throw new CommandRefusal(DIRECT[locale]);
  if (kind === undefined) throw new CommandRefusal(UNKNOWN[locale]);
  return kind === 'thread' ? 'thread' : 'channel';
}

function question(
  deps: ChannelDeps,
  context: CommandContext,
  kind: Kind,
  { jobs, left }: { readonly jobs: readonly Job[]; readonly left: readonly Job[] },
): Answer {
  const { session, locale } = context;
  const lines = jobs.map((job) => sayJob(job, session, deps.zone, locale));
  const words = wordsOf(kind, locale, session);
  const blocked = jobs.length === 0 ? [] : [words.blocked(jobs.length), listed(lines, locale)];
  const names = left.map(({ name }) => `**${name}**`);
  const stays = {
    en: `Not deleted with it, as they belong to no conversation: ${names.join(', ')}`,
    zh: `以下工作不屬於任何對話，不會一併刪除：${names.join('、')}`,
  }[locale];
  return {
    text: [...blocked, ...(left.length > 0 ? [stays] : []), words.sure].join('\n'),
    confirm: {
      label: words.confirm(jobs.length),
      name: CONFIRMED,
      options: { jobs: fingerprint(jobs) },
      keep: { en: 'Keep', zh: '保留' }[locale],
    },
  };
}

function outcome(
  deleted: PlaceDeleted,
  kind: Kind,
  { session, locale }: Pick<CommandContext, 'session' | 'locale'>,
): Answer {
  const words = wordsOf(kind, locale, session);
  switch (deleted.kind) {
    case 'deleted':
      return { text: words.deleted(deleted.jobs) };
    case 'kept':
      return { text: words.kept(deleted.because, deleted.jobs) };
    case 'pending':
    case 'asks':
      return { text: words.pending };
  }
}

function sayJob(job: Job, here: SessionKey, zone: string, locale: Locale): string {
  const session = boundTo(job);
  const where = session === undefined || session === here ? '' : ` ${linkTo(session) ?? session}`;
  const state = job.enabled ? { en: 'enabled', zh: '啟用' } : { en: 'paused', zh: '已暫停' };
  const [between, end] = locale === 'zh' ? ['：', '；'] : [': ', '; '];
  return `- **${shortLine(job.name, 80)}**${where}${between}${saySchedule(job.schedule, zone, locale)}${end}${state[locale]}`;
}

/** A short hash of the listed automations, because a button holds little. */
function fingerprint(jobs: readonly Job[]): string {
  const ids = jobs.map(({ id }) => id).sort();
  return createHash('sha256').update(JSON.stringify(ids)).digest('hex').slice(0, 12);
}

function elsewhere(locale: Locale): string {
  const removable = allChannels().filter(({ has }) => has.removal);
  const titles = removable.map(({ title }) => title).join(', ');
  return {
    en: `Only channels and threads in ${titles} can be deleted this way. The console and \`nightdesk sessions rm\` delete a conversation here.`,
    zh: `只有 ${titles} 的頻道和討論串可以這樣刪除。這裡的對話可在控制台或用 \`nightdesk sessions rm\` 刪除。`,
  }[locale];
}

const DIRECT = {
  en: 'A direct message has no channel that could be deleted.',
  zh: '私人訊息沒有可以刪除的頻道。',
} as const;

const UNKNOWN = {
  en: 'I do not know this place yet. Mention me here once, then ask again.',
  zh: '我還不認識這裡。請先在這裡提及我一次，然後再試。',
} as const;

/** The command to use instead, by the kind of place. */
const OTHER: Readonly<Record<Kind, Readonly<Record<Locale, string>>>> = {
  thread: {
    en: 'This is a thread: `/thread delete` deletes it. To delete its channel, use `/channel delete` there.',
    zh: '這是討論串，請用 `/thread delete`。要刪除所屬頻道，請在頻道中用 `/channel delete`。',
  },
  channel: {
    en: 'This is a channel, not a thread: `/channel delete` deletes it.',
    zh: '這是頻道，不是討論串，請用 `/channel delete`。',
  },
};

const some = (jobs: number): string => (jobs === 1 ? '1 automation' : `${jobs} automations`);

function english(kind: Kind, platform: string) {
  return {
    blocked: (jobs: number) =>
      `This ${kind} has ${some(jobs)}${kind === 'channel' ? ', those of its threads included' : ''}. Nothing was deleted.`,
    sure: `${platform} can't bring a deleted ${kind} back; its messages go with it.`,
    confirm: (jobs: number) =>
      jobs === 0 ? `Delete the ${kind}` : `Delete ${some(jobs)} and then the ${kind}`,
    deleted: (jobs: number) =>
      `The ${kind} is deleted${jobs === 0 ? '' : `, and ${some(jobs)} with it`}. What was said to me there is archived.`,
    kept: (because: string, jobs: number) =>
      `${platform} did not delete the ${kind}: ${because.replace(/\.$/u, '')}. All is as before${jobs === 0 ? '' : `, and ${some(jobs)} can run again`}.`,
    pending: `The ${kind} is being deleted; ${platform} has not answered yet. Should it stay, I say so in it.`,
  };
}

function chinese(kind: Kind, platform: string) {
  const place = kind === 'channel' ? '頻道' : '討論串';
  return {
    blocked: (jobs: number) =>
      `這個${place}有 ${jobs} 項定時工作${kind === 'channel' ? '（包括其討論串的）' : ''}。甚麼都沒有刪除。`,
    sure: `${place}刪除後，${platform} 無法復原，訊息亦會一併刪除。`,
    confirm: (jobs: number) => (jobs === 0 ? `刪除${place}` : `刪除 ${jobs} 項工作，然後刪除${place}`),
    deleted: (jobs: number) =>
      `${place}已刪除${jobs === 0 ? '' : `，連同 ${jobs} 項定時工作`}。在那裡跟我說過的話已存檔。`,
    kept: (because: string, jobs: number) =>
      `${platform} 沒有刪除${place}：${sayBecause(because, 'zh')}。一切照舊${jobs === 0 ? '' : `，${jobs} 項定時工作繼續執行`}。`,
    pending: `正在刪除${place}，${platform} 還未回覆。如果刪不了，我會在裡面說明。`,
  };
}

/** @param session the place to delete, or another one on its platform. */
function wordsOf(kind: Kind, locale: Locale, session: SessionKey) {
  const platform = traitsOf(session)?.title ?? session;
  return locale === 'en' ? english(kind, platform) : chinese(kind, platform);
}
