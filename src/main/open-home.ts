/** A home without a running desk: what can be seen and changed. */
import type { Config } from '../config/config.ts';
import { Features } from '../feature/features.ts';
import { checkResults } from '../feature/rpc-method.ts';
import type { Opened, RpcMethods } from '../feature/rpc-method.ts';
import { RpcError } from '../feature/rpc-error.ts';
import { openTracing } from '../feature/otlp-tracing.ts';
import { homeMethodTable } from '../edges/rpc/methods.ts';
import { newsroomHomeMethods } from '../newsroom/methods/newsroom-method-table.ts';
import { Rpc } from '../edges/rpc/rpc.ts';
import { openDeskChannel } from '../newsroom/edition/desk-channel.ts';
import { deskChannel, storyChannels } from '../newsroom/edition/edition-channels.ts';
import type { Edition } from '../newsroom/edition/edition.ts';
import { channelOf } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import { systemClock } from '../time/clock.ts';
import { channelsOf, localOutboxes } from './channels.ts';
import { editionOf } from '../newsroom/edition/home-edition.ts';
import { featuresOf, methodsWithoutDesk, upkeepOver } from './features.ts';
import type { Kernel, KernelDeps } from './kernel.ts';
import { openLog } from '../config/logging.ts';
import { Models } from '../llm/models.ts';
import { News } from '../feature/news.ts';
import { closeHome, kernelOver, newsroomOver, openForCommand, withSample } from './open-rooms.ts';
import type { CommandTerms } from './open-rooms.ts';
import { openOver, openStores } from './stores.ts';
import type { Stores } from './stores.ts';
import { claimHome } from '../store/home-lock.ts';
import { DeleteSession } from '../desk/delete-session.ts';
import type { DeskOptions } from './index.ts';

/**
 * The stores and use-cases of a home where no desk runs: what can be seen and changed without one.
 *
 * @param options.askRunner a runner that works on the home gives way for as long as this takes.
 * @throws HomeLocked, HomeTrouble, ConfigError, EditionError, StoreError
 */
// ts-unused-exports:disable-next-line
export async function openHome(
  options: Pick<DeskOptions, 'config' | 'clock' | 'log'> & { readonly askRunner?: boolean },
) {
  const { clock = systemClock, askRunner = false } = options;
  const config = { ...options.config, skipCron: true };
  if (config.checkResults) checkResults();
  const log = options.log ?? openLog(config, true).log;
  const edition = editionOf(config);
  const terms = { pid: process.pid, holder: 'command', clock, askRunner } as const;
  const lock = await claimHome(config.paths.lock, terms);
  const stores = await openStores({ config, clock, log, lock });
  return openOver(stores, () => openOverStores({ config, clock, log, stores, edition }));
}

async function openOverStores({ config, clock, log, stores, edition }: OverStores) {
  let opened: Models | undefined;
  const models = () => (opened ??= new Models({ settings: config, edition, clock, log, stores }));
  const features = new Features();
  const outboxes = localOutboxes();
  const tracing = await openTracing(config);
  const kernel = kernelOver({
    ...{ config, clock, log, stores, edition, features, tracing, outboxes },
    leaves: (lane) => outboxes[channelOf(lane)] === undefined,
    news: new News(),
    attended: true,
    models: {
      model: { reply: async (request) => models().model.reply(request) },
      unknown: (wanted) => models().unknown(wanted),
    },
  });
  const newsroom = once(async () => newsroomWithoutDesk(kernel, edition, models()));
  const featureMethods = once(async () => featuresWithoutDesk(kernel, features, await newsroom()));
  const close = () =>
    closeHome({
      ...{ kernel, features, tracing, sendsAll: true },
      aside: { close: async () => (await newsroom.known())?.close() },
      models: { close: async () => opened?.close() },
    });
  const methods = methodsOf(kernel, edition, { newsroom, opened: featureMethods });
  return { methods, rpc: new Rpc({ methods, failed: kernel.failed, called: () => {} }), close };
}

type OverStores = Pick<KernelDeps, 'config' | 'clock' | 'log'> & {
  readonly stores: Stores;
  readonly edition: Edition;
};

/**
 * The methods of the home, its newsroom and its features. Features are opened when one of their methods is called.
 */
function methodsOf(
  kernel: Kernel,
  edition: Edition,
  {
    newsroom,
    opened,
  }: { readonly newsroom: Opened<NewsroomWithoutDesk>; readonly opened: Opened<RpcMethods> },
): RpcMethods {
  const { config, clock, stores, desk, cron } = kernel;
  const ofHome = homeMethodTable({
    desk,
    cron,
    pauses: kernel.pauses,
    deletion: new DeleteSession({ ...kernel, ...stores, unified: config.unified }),
    upkeep: upkeepOver(kernel, edition),
    setHeartbeat: kernel.setHeartbeat,
    ownChannels: [deskChannel(edition), ...storyChannels(edition)],
    isThere: (session) => isThere(session, config),
  });
  const ofNewsroom = newsroomHomeMethods({
    board: async () => (await newsroom()).newsroom.board,
    charts: async () => (await newsroom()).newsroom.charts,
    editors: async () => (await newsroom()).newsroom.editors,
    events: async () => (await newsroom()).newsroom.events,
    pool: async () => (await newsroom()).newsroom.feeds,
    feedService: async () => (await newsroom()).newsroom.feedService,
    feedback: async () => (await newsroom()).newsroom.feedback,
    edition,
    runs: async () => (await newsroom()).newsroom.batches,
    deskChannel: deskChannel(edition),
    clock,
  });
  return { ...ofHome, ...ofNewsroom, ...methodsWithoutDesk(opened) };
}

/** Whether a chat exists, checked without a connection; undefined when that isn't possible. */
async function isThere(session: SessionKey, config: Config): Promise<boolean | undefined> {
  const channel = channelsOf(config).find(({ traits }) => traits.name === channelOf(session));
  return channel?.isThere?.(session, config);
}

/** The newsroom over the stores alone: feeds, pool, and orders that wait for a desk. */
async function newsroomWithoutDesk(kernel: Kernel, given: Edition, models: Models) {
  const { sample, edition } = await withSample(given, kernel.config, kernel.clock);
  const opened = newsroomOver(kernel, { edition, sample, models, commands: () => new Set() });
  const { feature } = opened.newsroom;
  const close = async () => {
    await feature.stop?.();
    await feature.close?.();
    await sample?.close();
  };
  return { ...opened, close };
}

type NewsroomWithoutDesk = Awaited<ReturnType<typeof newsroomWithoutDesk>>;

/** The other features. Interrupted turns wait for the next desk; turns ordered here run here. */
async function featuresWithoutDesk(
  kernel: Kernel,
  features: Features,
  opened: NewsroomWithoutDesk,
): Promise<RpcMethods> {
  for (const feature of featuresOf({ ...kernel, ...opened })) features.add(feature);
  await openDeskChannel(opened.edition, kernel);
  await kernel.conductor.recover(() => false);
  return features.methods;
}

/** Opens something on first use. `known` returns it if it was opened successfully. */
function once<T>(open: () => Promise<T>): Opened<T> & { readonly known: () => Promise<T | undefined> } {
  let opened: Promise<T> | undefined;
  const known = async () => opened?.catch(() => undefined);
  return Object.assign(() => (opened ??= open()), { known });
}

/**
 * A method of a feature where no desk runs: over the stores, with the models, and without an edge that anybody could hear.
 *
 * What its turns post is sent before this resolves, as far as it can be sent.
 * @throws what the method throws; HomeLocked where a desk or a runner has the home.
 */
// ts-unused-exports:disable-next-line
export async function callWithoutDesk(name: string, params: object, terms: CommandTerms): Promise<unknown> {
  const opened = await openForCommand(terms, true);
  const { conductor, dispatcher } = opened.kernel;
  try {
    const method = opened.features.methods[name];
    if (!method) throw new RpcError('unknown_method', `no feature brings the method ${name}`);
    await conductor.recover(() => false);
    const answer = await method(params);
    await conductor.idle();
    await dispatcher.idle();
    return answer;
  } finally {
    await opened.close();
  }
}

interface HomeAtWork {
  readonly methods: RpcMethods;
  /** Do the tasks of commands that are due, and those that come. */
  work(): Promise<void>;
  /** Resolves when what it has posted is out, as far as it can be. */
  sent(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Features where no desk runs: their methods and their tasks of commands (newsletters are made and sent so) in this process,
 * which holds the home meanwhile.
 *
 * Nothing is done before `work`; then all that is open, as a desk does.
 * @throws HomeLocked, ConfigError, EditionError, StoreError
 */
// ts-unused-exports:disable-next-line
export async function openForWork(terms: CommandTerms): Promise<HomeAtWork> {
  const opened = await openForCommand(terms, true);
  try {
    await opened.kernel.conductor.recover(() => false);
    await openDeskChannel(opened.edition, opened);
  } catch (error) {
    await opened.close();
    throw error;
  }
  return {
    methods: opened.features.methods,
    work: () =>
      opened.kernel.tasks.start(
        opened.features.tasks.flatMap(({ name, inCommands = false }) => (inCommands ? name : [])),
      ),
    sent: async () => {
      opened.kernel.dispatcher.poke();
      await opened.kernel.dispatcher.idle();
    },
    close: opened.close,
  };
}
