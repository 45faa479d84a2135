import type { Cron } from '../cron/cron.ts';
import type { Desk } from '../desk/desk.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { SessionInfo } from '../sessions/session-index.ts';
import { dayAndTime } from '../time/zone.ts';
import type { Command, Locale } from '../feature/command.ts';
import { count } from '../text/count.ts';
import { zoneOf } from './say-job.ts';

export interface SessionStatusDeps {
  readonly desk: Desk;
  readonly cron: Cron;
  readonly zone: string;
  /** Whether the desk can read what people say in a channel, as a sentence. */
  readonly describeIntake?: (session: SessionKey, locale: Locale) => Promise<string | undefined>;
  /** What features keep about it, as lines. */
  readonly statusLines?: (session: SessionKey, locale: Locale) => Promise<readonly string[]>;
}

/** `/session status`: what the desk keeps about this conversation, and whether it can read what is said in it. */
export function sessionStatus(deps: SessionStatusDeps): Command {
  const { desk, zone, describeIntake, statusLines } = deps;
  return {
    name: 'session status',
    chinese: '對話 狀態',
    group: { en: 'What the desk keeps here', zh: '這個對話的記錄與備忘' },
    description: { en: 'What the desk keeps here', zh: '這個對話的狀態' },
    right: 'talk',
    ephemeral: true,
    options: [],
    run: async (_, { session, locale }) => {
      const [sessions, kept, heard, told = []] = await Promise.all([
        desk.sessions(),
        sayKept(deps, session, locale),
        describeIntake?.(session, locale),
        statusLines?.(session, locale),
      ]);
      const known = sessions.find(({ key }) => key === session);
      const lines = [
        ...(known
          ? sayMemory(known, zone, locale)
          : [{ en: 'Nothing was said here yet.', zh: '這裡還沒有對話。' }[locale]]),
        ...kept,
        ...(heard === undefined ? [] : [heard]),
        ...told,
      ];
      return { text: lines.join('\n') };
    },
  };
}

function sayMemory(session: SessionInfo, zone: string, locale: Locale): string[] {
  const { title, generation, entries, createdAtMs } = session;
  const since = dayAndTime(createdAtMs, zone, locale);
  const resets =
    generation === 0
      ? { en: 'never begun anew', zh: '從未重新開始' }
      : { en: `begun anew ${count(generation, 'time')}`, zh: `重新開始過 ${generation} 次` };
  return [
    `**${title}**`,
    {
      en: `${count(entries, 'message')} remembered since ${since} (${zone}); ${resets.en}.`,
      zh: `由 ${since}（${zone}）起有 ${entries} 項記錄；${resets.zh}。`,
    }[locale],
  ];
}

/** Its notes and its jobs, and the next run. */
async function sayKept(
  { desk, cron, zone }: SessionStatusDeps,
  session: SessionKey,
  locale: Locale,
): Promise<string[]> {
  const [notes, jobs] = await Promise.all([
    desk.notes(session),
    cron.list({ session, includeDisabled: true }),
  ]);
  const paused = jobs.filter(({ enabled }) => !enabled).length;
  const [next] = jobs
    .filter(({ enabled, state }) => enabled && state.nextRunAtMs !== undefined)
    .sort((a, b) => a.state.nextRunAtMs! - b.state.nextRunAtMs!);
  const resting =
    paused === 0 ? { en: '', zh: '' } : { en: ` (${paused} paused)`, zh: `（${paused} 項已暫停）` };
  const counts = {
    en: `${count(notes.length, 'note')}, ${count(jobs.length, 'automation')}${resting.en}.`,
    zh: `${notes.length} 項備忘、${jobs.length} 項定時工作${resting.zh}。`,
  }[locale];
  if (!next) return [counts];
  const at = dayAndTime(next.state.nextRunAtMs!, zoneOf(next, zone), locale);
  return [counts, { en: `Next: **${next.name}**, ${at}.`, zh: `接下來：**${next.name}**，${at}。` }[locale]];
}
