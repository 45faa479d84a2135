/**
 * A kernel without its edges: no gateway, no hearing, no schedule. What a runner and a planner's turn need when no desk
 * runs.
 */
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { Features } from '../feature/features.ts';
import type { ChatModel } from '../llm/chat-model.ts';
import { liveEdition } from '../newsroom/edition/live-edition.ts';
import type { Outbox } from '../sessions/op.ts';
import type { HomeLock } from '../store/home-lock.ts';
import type { Clock } from '../time/clock.ts';
import { commandList } from './features.ts';
import { channelsOf, localOutboxes } from './channels.ts';
import { componentKey } from './connect.ts';
import { editionOf, interpreter } from '../newsroom/edition/home-edition.ts';
import { startSample } from '../newsroom/sample/start-sample.ts';
import { featuresOf, openNewsroom } from './features.ts';
import { buildKernel } from './kernel.ts';
import { KeepingLock } from '../desk/keeping-lock.ts';
import { modelDesk } from '../newsroom/intake/cluster/model-desk.ts';
import { Models } from '../llm/models.ts';
import { News } from '../feature/news.ts';
import { openTracing } from '../feature/otlp-tracing.ts';
import { openStores } from './stores.ts';
import type { Stores } from './stores.ts';

export interface WithoutDeskDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly model?: ChatModel;
  /** Whoever asks for a turn waits in this process. */
  readonly attended?: boolean | undefined;
}

/** How long messages that are being sent may take when it closes. */
const CLOSING_MS = 3_000;

/** @param lock of the home; it is released when the kernel is closed, or can't be opened. */
export async function openWithoutDesk(
  lock: HomeLock,
  { config, clock, log, model, attended }: WithoutDeskDeps,
) {
  const given = editionOf(config);
  const stores = await openStores({ config, clock, log, lock });
  const keepingLock = new KeepingLock({ stores, clock, log });
  const sample = await startSample(given, config, clock);
  const edition = liveEdition(given, sample?.port);
  const models = new Models({ settings: config, edition, clock, log, stores });
  const tracing = await openTracing(config);
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
    unknownModel: model ? undefined : (wanted) => models.unknown(wanted),
    language: edition.language,
    interpret: interpreter(edition),
    features,
    tracing,
    attended,
    outboxes: await outboxesOf({ config, clock, log }, stores, closing.signal),
  });

  const asking = modelDesk({ prompts: kernel.prompts, edition, models, model });
  const newsroom = openNewsroom(kernel, {
    edition,
    ownHosts: sample ? [`*.localhost:${sample.port}`] : [],
    // The buttons under what it posts are pressed when a desk runs.
    commands: () => new Set(commandList().map(({ name }) => name)),
    desk: asking,
  });
  const others = featuresOf({ ...kernel, edition, newsroom, modelDesk: asking });
  for (const feature of [newsroom.feature, ...others]) features.add(feature);

  const close = async () => {
    closing.abort(new Error('the kernel is closing'));
    await Promise.all([kernel.conductor.close(), kernel.tasks.stop(), features.stop()]);
    const patience = new AbortController();
    await kernel.dispatcher.close(clock.until(clock.now() + CLOSING_MS, patience.signal).catch(() => {}));
    patience.abort(new Error('closed'));
    await kernel.cron.close();
    await features.close();
    await models.close();
    await tracing.close();
    await sample?.close();
    await kernel.transcriptWriter.idle();
    await keepingLock.close();
    await stores.close();
  };
  return { config, clock, log, stores, edition, newsroom, kernel, features, close };
}

/** The local channels', and those of platforms that can be sent to without a connection. */
async function outboxesOf(
  { config, clock, log }: WithoutDeskDeps,
  stores: Stores,
  signal: AbortSignal,
): Promise<Record<string, Outbox>> {
  const made = localOutboxes();
  for (const { traits, sendingOnly } of channelsOf(config)) {
    const remark = (text: string) => log.warn({ module: traits.name }, text);
    const commands = commandList();
    const readFile = (path: string) => stores.files.read(path);
    const terms = async () => ({
      clock,
      key: await componentKey(stores),
      commands,
      signal,
      remark,
      readFile,
    });
    const outbox = sendingOnly && (await sendingOnly(await terms(), config));
    if (outbox) made[traits.name] = outbox;
  }
  return made;
}
