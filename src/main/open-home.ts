/** A home where no desk runs: what can be seen and changed without one. */
import type { Config } from '../config/config.ts';
import { homeMethodTable } from '../gateway/methods.ts';
import { deskModel } from '../llm/rules/desk-model.ts';
import { deskChannel, storyChannels } from '../newsroom/edition/edition-channels.ts';
import { onPort } from '../newsroom/edition/edition.ts';
import { channelOf } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import { systemClock } from '../time/clock.ts';
import { channelsOf } from './channels.ts';
import { editionOf, interpreter, startSample } from './edition.ts';
import { buildKernel } from './kernel.ts';
import { openLog } from './logging.ts';
import { modelDesk } from './model-desk.ts';
import { buildModels } from './models.ts';
import { News } from './news.ts';
import { buildNewsroom } from './newsroom.ts';
import type { NewsroomDeps } from './newsroom.ts';
import { buildBatchService } from './batch-service.ts';
import { openStores } from './stores.ts';
import { claimHome } from '../store/home-lock.ts';
import { deletionOf, nextPlan, upkeepOf } from './use-cases.ts';
import type { DeskOptions } from './index.ts';

const NO_SETTING = { values: {}, material: {} };

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
    newsroom: { outputs: {}, tools: () => [], prepare: async () => {}, setting: async () => NO_SETTING },
  });
  const { desk, cron, conductor, dispatcher, transcriptWriter } = kernel;
  const deletion = deletionOf(kernel, stores, config, clock);
  const nextPlanAtMs = () => nextPlan(cron);
  let pool: ReturnType<typeof openPool> | undefined;
  const opened = () => (pool ??= openPool({ config, clock, log, stores, edition, nextPlanAtMs }));
  const close = async () => {
    await (await pool?.catch(() => undefined))?.close();
    await cron.close();
    await conductor.close();
    await dispatcher.close(Promise.resolve());
    await transcriptWriter.idle();
    stores.close();
  };
  const methods = homeMethodTable({
    desk,
    cron,
    deletion,
    upkeep: upkeepOf(stores, config),
    setHeartbeat: kernel.setHeartbeat,
    ownChannels: [deskChannel(edition), ...storyChannels(edition)],
    isThere: (session) => isThere(session, config),
    pool: async () => (await opened()).care,
    events: async () => (await opened()).events,
    runs: async () =>
      buildBatchService({ config, clock, stores, edition, pool: (await opened()).ofLinks, kernel }),
  });
  return { methods, close };
}

/** Whether a chat is there, asked without a connection; undefined where that can't be asked. */
async function isThere(session: SessionKey, config: Config): Promise<boolean | undefined> {
  const channel = channelsOf(config).find(({ traits }) => traits.name === channelOf(session));
  return channel?.isThere?.(session, config);
}

/** The newsroom without a kernel around it: its feeds and its pool. */
async function openPool(
  parts: Pick<NewsroomDeps, 'config' | 'clock' | 'log' | 'stores' | 'edition' | 'nextPlanAtMs'>,
) {
  const sample = await startSample(parts.edition, parts.config, parts.clock);
  const models = buildModels(parts);
  const {
    care,
    events,
    pool: ofLinks,
    close,
  } = buildNewsroom({
    ...parts,
    desk: modelDesk({ ...parts, models }),
    news: new News(),
    edition: sample ? onPort(parts.edition, sample.port) : parts.edition,
    ownHosts: sample ? [`*.localhost:${sample.port}`] : [],
    commands: () => new Set(),
  });
  const closeAll = async () => {
    await close().finally(() => sample?.close());
    await models.close();
  };
  return { care, events, ofLinks, close: closeAll };
}
