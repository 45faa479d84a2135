/** Discord, wired to the kernel: loaded only where a token is set. */
import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Discord } from '../channels/discord/discord.ts';
import type { Intake, Places } from '../channels/discord/discord-deps.ts';
import type { CommandRegistry } from '../commands/command-registry.ts';
import type { Config } from '../config/config.ts';
import { boundTo } from '../cron/job.ts';
import { DeskError } from '../desk/desk-error.ts';
import { channelOf } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { Clock } from '../time/clock.ts';
import { BoundPlaces } from './bound-places.ts';
import type { Kernel } from './kernel.ts';
import type { News } from './news.ts';
import type { Stores } from './stores.ts';

export interface DiscordDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly stores: Stores;
  readonly news: News;
  readonly kernel: Kernel;
  readonly commands: CommandRegistry;
  readonly intake: Intake;
  readonly places: Places;
  /** The role that the edition's alerts call. */
  readonly alertRole: string | undefined;
  /** What is off with Discord, for the desk's status. */
  readonly remark: (text: string | undefined) => void;
  /** Discord's own when absent. */
  readonly pace?: DiscordPace;
}

export interface DiscordPace {
  /** How long a message whose answer was lost may take to show, in ms. */
  readonly settleMs?: number;
  /** How many requests are taken from the bot in a second. */
  readonly perSecond?: number;
}

const KEY = 'component key';

/** Undefined without a token. It isn't connected yet. */
export async function buildDiscord(parts: DiscordDeps): Promise<Discord | undefined> {
  const { config, clock, log, stores, news, kernel, commands, intake, places, alertRole, remark, pace } =
    parts;
  const { token } = config.discord;
  if (token === undefined) return undefined;
  const { Discord } = await import('../channels/discord/discord.ts');
  const { desk, cron, dispatcher } = kernel;
  const bound = await BoundPlaces.follow(cron, news, (error) => log.error({ err: error }, 'bound places'));
  const discord = new Discord({
    key: await componentKey(stores),
    ...pace,
    deps: {
      settings: { ...config.discord, token, ...(alertRole !== undefined && { alertRole }) },
      unified: config.unified,
      clock,
      zone: config.zone,
      log: log.child({ module: 'discord' }),
      commands,
      intake,
      places,
      say: async (said, actor) => {
        try {
          await desk.say({ ...said, clientId: said.id }, actor);
          return { kind: 'taken' };
        } catch (error) {
          if (error instanceof DeskError) return { kind: 'refused', because: error.message };
          throw error;
        }
      },
      open: (key, origin, title) =>
        stores.intake.describe({ key, origin, title }, { nowMs: clock.now(), unified: config.unified }),
      isBound: (session) => bound.has(session),
      sessions: async () => (await stores.sessions.list()).filter(({ key }) => channelOf(key) === 'discord'),
      post: async (ops) => {
        await stores.ops.put(ops);
        dispatcher.poke();
      },
      nextRun: async () => {
        if (!(await cron.status()).enabled) return 'stopped';
        const next = await cron.next();
        const atMs = next?.state.nextRunAtMs;
        const session = next && boundTo(next);
        return next && atMs !== undefined
          ? { name: next.name, atMs, ...(session !== undefined && { session }) }
          : undefined;
      },
      state: stores.state,
      remark,
    },
  });
  news.subscribe(({ event, payload }) => {
    if (event === 'cron') discord.scheduleChanged();
    if (event !== 'turn') return;
    const { sessionKey, kind, state } = payload as { sessionKey: SessionKey; kind: string; state: string };
    if (kind !== 'person' || channelOf(sessionKey) !== 'discord') return;
    if (state === 'running') discord.working(sessionKey, true);
    if (state === 'finished') discord.working(sessionKey, false);
  });
  return discord;
}

/** What buttons are signed with: made once, so that those of yesterday still work. */
export async function componentKey({ state }: Stores): Promise<Buffer> {
  const known = await state.get(KEY);
  if (known !== undefined) return Buffer.from(known, 'base64');
  const made = randomBytes(32);
  await state.set(KEY, made.toString('base64'));
  return made;
}
