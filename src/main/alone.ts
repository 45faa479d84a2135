/**
 * A kernel without its edges: no gateway, no hearing, no schedule. What a runner and a planner's turn need when no desk
 * runs.
 */
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { Features } from '../feature/features.ts';
import type { ChatModel } from '../llm/chat-model.ts';
import { onPort } from '../newsroom/edition/edition.ts';
import type { Outbox } from '../sessions/op.ts';
import type { HomeLock } from '../store/home-lock.ts';
import type { Clock } from '../time/clock.ts';
import { commandList } from './command-list.ts';
import { channelsOf, localOutboxes } from './channels.ts';
import { componentKey } from './connect.ts';
import { editionOf, interpreter, startSample } from './edition.ts';
import { featuresOf } from './features.ts';
import { buildKernel } from './kernel.ts';
import { KeepingLock } from './keeping-lock.ts';
import { modelDesk } from './model-desk.ts';
import { buildModels } from './models.ts';
import { News } from './news.ts';
import { buildNewsroom } from './newsroom.ts';
import { openStores } from './stores.ts';

export interface AloneDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly model?: ChatModel;
}

/** How long messages that are being sent may take when it closes. */
const FAREWELL_MS = 3_000;

/** @param lock of the home; it is released when the kernel is closed, or can't be opened. */
export async function openAlone(lock: HomeLock, { config, clock, log, model }: AloneDeps) {
  const given = editionOf(config);
  const stores = openStores(config, clock, log, lock);
  const keepingLock = new KeepingLock({ stores, clock, log });
  const sample = await startSample(given, config, clock);
  const edition = sample ? onPort(given, sample.port) : given;
  const models = buildModels({ config, edition, clock, log, stores });
  const closing = new AbortController();
  const news = new News();
  const features = new Features();
  const kernel = buildKernel({
    config: { ...config, skipCron: true },
    clock,
    log,
    stores,
    news,
    model: model ?? models.model,
    language: edition.language,
    interpret: interpreter(edition),
    features,
    outboxes: await outboxes(),
  });

  const around = { config, clock, log, stores, news, edition };
  const desk = modelDesk({ prompts: kernel.prompts, edition, models, model });
  const newsroom = buildNewsroom({
    ...around,
    kernel,
    ownHosts: sample ? [`*.localhost:${sample.port}`] : [],
    // The buttons under what it posts are pressed when a desk runs.
    commands: () => new Set(commandList().map(({ name }) => name)),
    desk,
  });
  features.add(newsroom.feature);
  for (const feature of featuresOf(kernel, { ...around, newsroom, desk })) features.add(feature);

  async function outboxes(): Promise<Record<string, Outbox>> {
    const made = localOutboxes();
    for (const { traits, sendingOnly } of channelsOf(config)) {
      const remark = (text: string) => log.warn({ module: traits.name }, text);
      const terms = async () => ({ clock, key: await componentKey(stores), signal: closing.signal, remark });
      const outbox = sendingOnly && (await sendingOnly(await terms(), config));
      if (outbox) made[traits.name] = outbox;
    }
    return made;
  }

  const close = async () => {
    closing.abort(new Error('the kernel is closing'));
    await Promise.all([kernel.conductor.close(), features.stop()]);
    const patience = new AbortController();
    await kernel.dispatcher.close(clock.until(clock.now() + FAREWELL_MS, patience.signal).catch(() => {}));
    patience.abort(new Error('closed'));
    await kernel.cron.close();
    await features.close();
    await models.close();
    await sample?.close();
    await kernel.transcriptWriter.idle();
    await keepingLock.close();
    stores.close();
  };
  return {
    config,
    clock,
    log,
    stores,
    edition,
    newsroom,
    kernel,
    news,
    methods: () => features.methods,
    close,
  };
}

export type Alone = Awaited<ReturnType<typeof openAlone>>;
