import type { Config } from '../config/config.ts';
import type { Cron } from '../cron/cron.ts';
import { isLoopback } from '../config/loopback.ts';
import { saySchedule } from '../cron/say-schedule.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { Clock } from '../time/clock.ts';
import { sayDuration } from '../time/duration.ts';
import { dayAndTime } from '../time/zone.ts';

interface Welcome {
  /** The console's address, with the token. */
  readonly console: string;
  readonly config: Config;
  readonly edition: { readonly title: string; readonly sample: boolean };
  /** The session where editors talk to it. */
  readonly deskChannel: SessionKey;
  /** What each channel says to newcomers, one line each. */
  readonly greetings: readonly string[];
  readonly cron: Cron;
  readonly clock: Clock;
  readonly models: ModelsSeen;
  readonly logFile?: string;
}

interface ModelsSeen {
  /** The models for chats, in order. */
  readonly chain: readonly {
    readonly name: string;
    /** A name for people; default: its name. */
    readonly title?: string;
    readonly model: string;
    readonly languageModel: boolean;
  }[];
  /** What is wrong with them, one sentence each; undefined while their servers haven't answered. */
  readonly wrong: readonly string[] | undefined;
}

/** What a newcomer reads when the desk is ready: its address, the next step, and what is missing to go live. */
export async function welcome(given: Welcome): Promise<string[]> {
  const { console, config, edition, deskChannel, logFile } = given;
  return [
    `Nightdesk is ready: ${edition.title}.`,
    `  Console   ${console}`,
    `  Channel   ${deskChannel} (in the terminal: npx nightdesk chat --session ${deskChannel})`,
    `  Next run  ${await nextRun(given)}`,
    ...modelLines(given.models),
    ...(logFile === undefined ? [] : [`  Logs      ${logFile}`]),
    ...exposed(config),
    ...missing(given),
  ];
}

async function nextRun({ cron, clock, config }: Welcome): Promise<string> {
  const next = await cron.next();
  if (config.skipCron) return 'none: NIGHTDESK_SKIP_CRON is set, jobs do not run by themselves';
  if (!next) return 'none: add one with /cron add, or npx nightdesk cron add';
  const inMs = Math.max(0, next.state.nextRunAtMs! - clock.now());
  const when =
    inMs < 3_600_000 ? `in ${sayDuration(inMs)}` : dayAndTime(next.state.nextRunAtMs!, config.zone);
  return `${when}: ${next.name} (${saySchedule(next.schedule, config.zone)})`;
}

/** A warning for a gateway that other machines can reach, even though it requires its token. */
function exposed({ gateway }: Config): string[] {
  if (isLoopback(gateway.host)) return [];
  return [
    `  Warning   the gateway listens on ${gateway.host}: whoever has the token can use it from elsewhere`,
  ];
}

/** The models in order, and what prevents them from answering. */
function modelLines({ chain, wrong }: ModelsSeen): string[] {
  if (!chain.some(({ languageModel }) => languageModel))
    return [`  Model     the desk model: no key, no network; it quotes, and says what it can't do`];
  const names = chain.map(({ name, title = name, model, languageModel }) =>
    languageModel ? `${title} (${model})` : 'the desk model',
  );
  return [
    `  Model     ${names.join(', else ')}`,
    ...(wrong?.map((sentence) => `  Problem   ${sentence}`) ?? []),
    ...(wrong ? [] : ['            not heard from yet; npx nightdesk doctor asks again']),
  ];
}

/** What isn't set up yet, and how to do it. */
function missing({ greetings, edition }: Welcome): string[] {
  return [
    ...greetings.map((line) => `  ${line}`),
    ...(edition.sample
      ? [
          '  This is the sample: invented news, served from this machine. For your own newsroom: npx nightdesk setup.',
        ]
      : []),
  ];
}
