/** A home where no desk runs: what can be seen and changed without one. */
import type { Config } from '../config/config.ts';
import { Features } from '../feature/features.ts';
import { checkResults } from '../feature/rpc-method.ts';
import type { RpcMethods } from '../feature/rpc-method.ts';
import { homeMethodTable } from '../edges/rpc/methods.ts';
import { newsroomHomeMethods } from '../newsroom/methods/newsroom-method-table.ts';
import { Rpc } from '../edges/rpc/rpc.ts';
import { deskModel } from '../llm/rules/desk-model.ts';
import { deskChannel, storyChannels } from '../newsroom/edition/edition-channels.ts';
import { onPort } from '../newsroom/edition/edition.ts';
import type { Edition } from '../newsroom/edition/edition.ts';
import { channelOf } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import { systemClock } from '../time/clock.ts';
import { channelsOf } from './channels.ts';
import { editionOf, interpreter } from '../newsroom/edition/home-edition.ts';
import { startSample } from '../newsroom/sample/start-sample.ts';
import { keptBesides, openNewsroom } from './features.ts';
import { buildKernel } from './kernel.ts';
import type { Kernel } from './kernel.ts';
import { openLog } from '../config/logging.ts';
import { modelDesk } from '../newsroom/intake/cluster/model-desk.ts';
import { Models } from '../llm/models.ts';
import { News } from '../feature/news.ts';
import { openStores } from './stores.ts';
import { claimHome } from '../store/home-lock.ts';
import { deletionOf, upkeepOf } from '../desk/use-cases.ts';
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
  const { config, clock = systemClock, askRunner = false } = options;
  if (config.checkResults) checkResults();
  const log = options.log ?? openLog(config, true).log;
  const edition = editionOf(config);
  const terms = { pid: process.pid, holder: 'command', clock, askRunner } as const;
  const lock = await claimHome(config.paths.lock, terms);
  const stores = openStores(config, clock, log, lock);
  const kernel = buildKernel({
    config: { ...config, skipCron: true },
    clock,
    log,
    stores,
    news: new News(),
    model: deskModel,
    language: edition.language,
    interpret: interpreter(edition),
    features: new Features(),
  });
  const { desk, cron, conductor, dispatcher, transcriptWriter } = kernel;
  const deletion = deletionOf(kernel, stores, { clock, unified: config.unified });
  let newsroom: ReturnType<typeof newsroomAlone> | undefined;
  const opened = () => (newsroom ??= newsroomAlone(kernel, edition));
  const close = async () => {
    await (await newsroom?.catch(() => undefined))?.close();
    await cron.close();
    await conductor.close();
    await dispatcher.close(Promise.resolve());
    await transcriptWriter.idle();
    await stores.search.close();
    stores.close();
  };
  const ofHome = homeMethodTable({
    desk,
    cron,
    deletion,
    upkeep: upkeepOf(stores, config, keptBesides(stores, { config, edition, log })),
    setHeartbeat: kernel.setHeartbeat,
    ownChannels: [deskChannel(edition), ...storyChannels(edition)],
    isThere: (session) => isThere(session, config),
  });
  const ofNewsroom = newsroomHomeMethods({
    board: async () => (await opened()).board,
    editors: async () => (await opened()).editors,
    events: async () => (await opened()).events,
    pool: async () => (await opened()).feeds,
    runs: async () => (await opened()).batches,
    deskChannel: deskChannel(edition),
    clock,
  });
  const methods: RpcMethods = { ...ofHome, ...ofNewsroom };
  const failed = (what: string, error: unknown) => log.error({ err: error }, `${what} failed`);
  return { methods, rpc: new Rpc({ methods, failed, called: () => {} }), close };
}

/** Whether a chat is there, asked without a connection; undefined where that can't be asked. */
async function isThere(session: SessionKey, config: Config): Promise<boolean | undefined> {
  const channel = channelsOf(config).find(({ traits }) => traits.name === channelOf(session));
  return channel?.isThere?.(session, config);
}

/** The newsroom over the stores alone: its feeds, its pool, and orders that wait for a desk. */
async function newsroomAlone(kernel: Kernel, given: Edition) {
  const { config, clock, log, stores, prompts } = kernel;
  const sample = await startSample(given, config, clock);
  const edition = sample ? onPort(given, sample.port) : given;
  const models = new Models({ settings: config, edition: given, clock, log, stores });
  const { feature, feeds, events, batches, board, editors } = openNewsroom(kernel, {
    edition,
    desk: modelDesk({ prompts, edition: given, models }),
    ownHosts: sample ? [`*.localhost:${sample.port}`] : [],
    commands: () => new Set(),
  });
  const close = async () => {
    await feature.stop?.();
    await feature.close?.();
    await sample?.close();
    await models.close();
  };
  return { feeds, events, batches, board, editors, close };
}
