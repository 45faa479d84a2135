/** Wires the configured channels to the kernel; each is loaded only if it is configured. */
import { randomBytes } from 'node:crypto';
import type { ChannelDeps, Places } from '../channels/channel-deps.ts';
import type { Pace } from '../channels/channel.ts';
import type { Connections } from '../channels/connections.ts';
import type { CommandRegistry } from '../commands/command-registry.ts';
import { boundTo } from '../cron/job.ts';
import { sayRefusal } from '../commands/say-refusal.ts';
import { DeskError } from '../sessions/desk-error.ts';
import { channelOf } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { Outbox } from '../sessions/op.ts';
import { BoundPlaces } from '../desk/bound-places.ts';
import { commandList } from './features.ts';
import { channelsOf, localOutboxes } from './channels.ts';
import type { Locale } from '../time/locale.ts';
import type { Kernel } from './kernel.ts';
import type { Stores } from './stores.ts';

interface ConnectDeps {
  readonly kernel: Kernel;
  readonly commands: CommandRegistry;
  readonly places: Omit<Places, 'list'> & { list(channel: string): ReturnType<Places['list']> };
  /** The role that the edition's alerts mention. */
  readonly alertRole: string | undefined;
  /** The channels' own by default. */
  readonly pace?: Pace | undefined;
}

const KEY = 'component key';

/**
 * Add the channels to the connections without connecting them.
 * @returns their outboxes.
 */
export async function connectChannels(
  deps: ConnectDeps,
  connections: Connections,
): Promise<Record<string, Outbox>> {
  const { kernel, alertRole, pace } = deps;
  const { config, cron, news, log, stores } = kernel;
  const channels = channelsOf(config);
  if (!channels.some(({ connect }) => connect)) return {};
  const bound = await BoundPlaces.follow(cron, news, (error) => log.error({ err: error }, 'bound places'));
  const options = { key: await componentKey(stores), alertRole, ...(pace && { pace }) };
  const outboxes: Record<string, Outbox> = {};
  for (const { traits, connect } of channels) {
    const { name } = traits;
    const connected = await connect?.(depsOf(name, deps, { bound, connections }), options, config);
    if (!connected) continue;
    connections.add(name, connected);
    outboxes[name] = connected.outbox;
  }
  news.subscribe(({ event, payload }) => {
    if (event === 'cron') connections.scheduleChanged();
    if (event !== 'turn') return;
    const { sessionKey, kind, state } = payload as { sessionKey: SessionKey; kind: string; state: string };
    if (kind !== 'person') return;
    if (state === 'running') connections.working(sessionKey, true);
    if (state === 'finished') connections.working(sessionKey, false);
  });
  return outboxes;
}

function depsOf(
  name: string,
  { kernel, commands, places }: ConnectDeps,
  { bound, connections }: { readonly bound: BoundPlaces; readonly connections: Connections },
): ChannelDeps {
  const { config, clock, log, stores, desk, intake, cron, dispatcher } = kernel;
  return {
    unified: config.unified,
    clock,
    zone: config.zone,
    log: log.child({ module: name }),
    commands,
    intake,
    places: {
      gone: (session, because) => places.gone(session, because),
      lost: (session, because) => places.lost(session, because),
      found: (session) => places.found(session),
      list: () => places.list(name),
      isDeleting: (session) => places.isDeleting(session),
      pendingNotices: () => places.pendingNotices(),
      noticeTold: (id) => places.noticeTold(id),
    },
    say: async (said, actor) => {
      try {
        await desk.say({ ...said, clientId: said.id }, actor);
        return { kind: 'taken' };
      } catch (error) {
        if (!(error instanceof DeskError)) throw error;
        const say = (locale: Locale) => sayRefusal(error, locale, config.zone) ?? error.message;
        return { kind: 'refused', because: { en: say('en'), zh: say('zh') } };
      }
    },
    open: (key, origin, title) =>
      stores.intake.describe({ key, origin, title }, { nowMs: clock.now(), unified: config.unified }),
    isBound: (session) => bound.has(session),
    boundSince: (session) => bound.since(session),
    sessions: async () => (await stores.sessions.list()).filter(({ key }) => channelOf(key) === name),
    post: async (ops) => {
      await stores.ops.put(ops);
      dispatcher.poke();
    },
    readFile: (path) => stores.files.read(path),
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
    remark: (text) => connections.remark(name, text),
  };
}

/** The key that signs buttons, created once for all desks, so that old buttons keep working. */
async function componentKey({ state }: Stores): Promise<Buffer> {
  const known = await state.get(KEY);
  return Buffer.from(known ?? (await state.settle(KEY, randomBytes(32).toString('base64'))), 'base64');
}

/** The outboxes of the local channels, and of platforms that can be sent to without a connection. */
export async function outboxesWithoutConnection(
  deps: Pick<Kernel, 'config' | 'clock' | 'log' | 'stores'> & { readonly closing: AbortController },
): Promise<Record<string, Outbox>> {
  const { config, clock, log, stores, closing } = deps;
  const outboxes = localOutboxes();
  for (const { traits, sendingOnly } of channelsOf(config)) {
    const outbox = await sendingOnly?.(
      {
        clock,
        key: await componentKey(stores),
        commands: commandList(),
        signal: closing.signal,
        remark: (text) => log.warn({ module: traits.name }, text),
        readFile: (path) => stores.files.read(path),
      },
      config,
    );
    if (outbox) outboxes[traits.name] = outbox;
  }
  return outboxes;
}
