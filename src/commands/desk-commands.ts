import type { DeskStatus } from '../desk/desk-status.ts';
import type { Actor } from '../sessions/actor.ts';
import type { SessionKey } from '../sessions/key.ts';
import { markdownWords } from '../text/markdown-words.ts';
import { CommandRefusal } from '../feature/command.ts';
import type { Command, CommandOption, Invocation, Locale } from '../feature/command.ts';
import { text } from '../feature/command-options.ts';
import type { Clock } from '../time/clock.ts';
import { dayAndTime } from '../time/zone.ts';
import { PAUSE_FOR, pauseEndOf } from './pause-option.ts';
import { sayDesk, sayDeskPart } from './say-desk.ts';
import { seenBy } from './seen-by.ts';
import type { SeenDeps } from './seen-by.ts';

interface DeskCommandsDeps extends SeenDeps {
  readonly status: () => Promise<DeskStatus>;
  readonly zone: string;
  readonly guilds: () => number;
  readonly clock: Clock;
}

const PARTS = ['paused', 'cost', 'feeds'] as const;
const ABOUT: CommandOption = {
  name: 'about',
  chinese: '關於',
  type: 'string',
  description: { en: 'One part of it only', zh: '只看其中一項' },
  choices: [
    { name: 'what is paused', chinese: '暫停了甚麼', value: 'paused' },
    { name: 'what today cost', chinese: '今日的費用', value: 'cost' },
    { name: 'which feeds fail', chinese: '失敗的來源', value: 'feeds' },
  ],
};
/** `/desk status|pause|resume`: the desk as a whole. */
export function deskCommands(deps: DeskCommandsDeps): Command[] {
  const { cron, status, zone } = deps;
  return [
    {
      name: 'desk status',
      chinese: '編輯台 狀態',
      group: { en: 'The desk as a whole', zh: '整個編輯台' },
      description: { en: 'Who answers, how the feeds do, what runs next', zh: '編輯台的狀態' },
      right: 'talk',
      ephemeral: true,
      options: [ABOUT],
      run: async (options, { session, actor, locale }) => {
        const seen = await seenBy({ session, actor }, await status(), deps);
        const about = PARTS.find((part) => part === text(options, 'about'));
        if (about === undefined) return { text: sayDesk(seen, zone, locale) };
        const jobs = await cron.list({ session, includeDisabled: true });
        const paused = jobs.filter(({ enabled }) => !enabled).map(({ name }) => name);
        return { text: sayDeskPart(about, seen, paused, { zone, locale }) };
      },
    },
    {
      name: 'desk pause',
      chinese: '編輯台 暫停',
      description: { en: 'Stop scheduled work everywhere', zh: '暫停所有定時工作' },
      right: 'desk',
      ephemeral: false,
      changes: true,
      options: [PAUSE_FOR],
      run: async (options, { actor, locale }) => {
        mustBeForAll(deps, actor, locale);
        const untilMs = pauseEndOf(options, deps);
        const before = await status();
        await cron.pause(true, untilMs);
        const undo = before.paused ? samePause(before) : { command: 'desk resume', options: {} };
        if (untilMs !== undefined) {
          const until = dayAndTime(untilMs, zone, locale);
          return {
            text: {
              en: `Scheduled work is paused until ${until}, also after a restart; heartbeats rest, too. /desk resume starts it earlier.`,
              zh: `所有定時工作暫停至 ${until}，重新啟動後亦然。心跳亦會停止。可用 /desk resume 提早恢復。`,
            }[locale],
            undo,
          };
        }
        return {
          text: {
            en: 'Scheduled work is paused, also after a restart; heartbeats rest, too. /desk resume starts it again.',
            zh: '所有定時工作已暫停，重新啟動後亦然。心跳亦會停止。可用 /desk resume 恢復。',
          }[locale],
          undo,
        };
      },
    },
    {
      name: 'desk resume',
      chinese: '編輯台 恢復',
      description: { en: 'Start scheduled work again', zh: '恢復所有定時工作' },
      right: 'desk',
      ephemeral: false,
      changes: true,
      options: [],
      run: async (_, { session, actor, locale }) => {
        mustBeForAll(deps, actor, locale);
        const before = await status();
        if (!before.paused) throw new CommandRefusal(await sayNotPaused(deps, session, locale));
        await cron.pause(false);
        const said = (await cron.status()).enabled
          ? {
              en: 'Scheduled work runs again. What was missed is caught up as each automation says, and heartbeats go on.',
              zh: '定時工作已恢復。錯過的會按各項工作的設定補回，心跳亦會繼續。',
            }
          : {
              en: 'Nothing is paused any more, but scheduled work is switched off where this desk runs (NIGHTDESK_SKIP_CRON): it does not run by itself.',
              zh: '暫停已解除，但這部編輯台的設定關閉了定時工作（NIGHTDESK_SKIP_CRON）：不會自動執行。',
            };
        return { text: said[locale], undo: samePause(before) };
      },
    },
  ];
}

/** The command that makes a present pause anew, with its end. */
function samePause({ pausedUntilMs }: Pick<DeskStatus, 'pausedUntilMs'>): Invocation {
  const end = pausedUntilMs === undefined ? {} : { for: new Date(pausedUntilMs).toISOString() };
  return { command: 'desk pause', options: end };
}

/** That there was nothing to resume, and which automations of the conversation are paused individually. */
async function sayNotPaused(
  { cron }: Pick<DeskCommandsDeps, 'cron'>,
  session: SessionKey,
  locale: Locale,
): Promise<string> {
  const jobs = await cron.list({ session, includeDisabled: true });
  const paused = jobs.filter(({ enabled }) => !enabled).map(({ name }) => markdownWords(name));
  const none = { en: 'Scheduled work is not paused.', zh: '定時工作沒有暫停。' }[locale];
  if (paused.length === 0) return none;
  const here = {
    en: `Paused by themselves here: ${paused.join(', ')}; /cron resume starts one again.`,
    zh: `這個對話中個別暫停的工作：${paused.join('、')}；可用 /cron resume 恢復。`,
  }[locale];
  return `${none}${locale === 'zh' ? '' : ' '}${here}`;
}

/**
 * Refuses to stop the work of other servers.
 * @throws CommandRefusal
 */
function mustBeForAll({ guilds }: DeskCommandsDeps, actor: Actor, locale: Locale): void {
  if (actor.guild === undefined || guilds() <= 1) return;
  throw new CommandRefusal(
    {
      en: 'This desk serves several servers: only its operator can pause or resume all of it. /cron pause pauses an automation of this server.',
      zh: '這個編輯台服務多個伺服器：只有營運者可以暫停或恢復全部工作。可用 /cron pause 暫停這個伺服器的工作。',
    }[locale],
  );
}
