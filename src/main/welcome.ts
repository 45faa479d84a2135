import type { Config } from '../config/config.ts';
import type { Cron } from '../cron/cron.ts';
import { saySchedule } from '../cron/say-schedule.ts';
import type { Edition } from '../newsroom/edition.ts';
import type { Clock } from '../time/clock.ts';
import { sayDuration } from '../time/duration.ts';
import { dayAndTime } from '../time/zone.ts';
import { deskChannel } from './first-jobs.ts';

interface Welcome {
  readonly address: string;
  readonly token: string;
  readonly config: Config;
  readonly edition: Edition;
  readonly cron: Cron;
  readonly clock: Clock;
  readonly logFile?: string;
}

/** What a newcomer reads when the desk is ready: where it is, what comes next, what is missing to go live. */
export async function welcome(given: Welcome): Promise<string[]> {
  const { address, token, config, edition, logFile } = given;
  return [
    `Nightdesk is ready: ${edition.title}.`,
    `  Console   ${address}/#token=${token}`,
    `  Channel   ${deskChannel(edition)} (in the terminal: npx nightdesk chat --session ${deskChannel(edition)})`,
    `  Next run  ${await nextRun(given)}`,
    `  Model     the desk model: no key, no network; it quotes, and says what it can't do`,
    ...(logFile === undefined ? [] : [`  Logs      ${logFile}`]),
    ...exposed(config),
    ...missing(config, edition),
  ];
}

async function nextRun({ cron, clock, config, edition }: Welcome): Promise<string> {
  const next = await cron.next();
  if (config.skipCron) return 'none: NIGHTDESK_SKIP_CRON is set, jobs do not run by themselves';
  if (!next) return 'none: add one with /cron add, or npx nightdesk cron add';
  const inMs = Math.max(0, next.state.nextRunAtMs! - clock.now());
  const when =
    inMs < 3_600_000 ? `in ${sayDuration(inMs)}` : dayAndTime(next.state.nextRunAtMs!, edition.zone);
  return `${when}: ${next.name} (${saySchedule(next.schedule, config.zone)})`;
}

/** A gateway that others can reach is worth a word, even though it asks for its token. */
function exposed({ gateway }: Config): string[] {
  if (['127.0.0.1', 'localhost', '::1'].includes(gateway.host)) return [];
  return [
    `  Warning   the gateway listens on ${gateway.host}: whoever has the token can use it from elsewhere`,
  ];
}

/** What is not there yet, and how to get it. */
function missing(config: Config, edition: Edition): string[] {
  const lines: string[] = [];
  const given = [
    config.discord.token !== undefined && 'DISCORD_TOKEN',
    config.gemini.keys.length > 0 && 'GEMINI_API_KEYS',
    config.openai.baseUrl !== undefined && 'OPENAI_BASE_URL',
  ].filter((name) => name !== false);
  lines.push(
    given.length > 0
      ? `  ${given.join(', ')}: read, but this version can't use it yet.`
      : '  To go live   Discord wants DISCORD_TOKEN (discord.com/developers), Gemini wants GEMINI_API_KEYS',
    ...(given.length > 0
      ? []
      : [
          '               (aistudio.google.com); this version keeps both for the next ones. See .env.example.',
        ]),
  );
  if (edition.sample)
    lines.push(
      '  This is the sample: invented news, served from this machine. For real feeds: NIGHTDESK_EDITION=uk-hk.',
    );
  return lines;
}
