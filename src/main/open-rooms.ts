/**
 * What every opened home has: a basis (stores, edition, models), and the kernel, the newsroom and the other features
 * over it. The running desk, the kernel without its edges and the command line share it, and one order of closing.
 */
import type { Config } from '../config/config.ts';
import { openLog } from '../config/logging.ts';
import { KeepingLock } from '../desk/keeping-lock.ts';
import { Features } from '../feature/features.ts';
import { News } from '../feature/news.ts';
import { openTracing } from '../feature/otlp-tracing.ts';
import type { ChatModel } from '../llm/chat-model.ts';
import { Models } from '../llm/models.ts';
import type { Edition } from '../newsroom/edition/edition.ts';
import { editionOf, interpreter } from '../newsroom/edition/home-edition.ts';
import { liveEdition } from '../newsroom/edition/live-edition.ts';
import { modelDesk } from '../newsroom/intake/cluster/model-desk.ts';
import { buildNewsroom } from '../newsroom/newsroom.ts';
import type { NewsroomDeps } from '../newsroom/newsroom.ts';
import { startSample } from '../newsroom/sample/start-sample.ts';
import { claimHome } from '../store/home-lock.ts';
import type { HomeLock } from '../store/home-lock.ts';
import { systemClock } from '../time/clock.ts';
import type { Clock } from '../time/clock.ts';
import { channelsOf, isSetUp } from './channels.ts';
import { outboxesWithoutConnection } from './connect.ts';
import { commandList, featuresOf } from './features.ts';
import type { FeatureDeps } from './features.ts';
import { buildKernel } from './kernel.ts';
import type { Kernel, KernelDeps } from './kernel.ts';
import { openOver, openStores } from './stores.ts';
import type { OpenTerms, Stores } from './stores.ts';

/** How long sending may take when a home closes. */
const CLOSING_MS = 3_000;

export interface BasisTerms extends OpenTerms {
  /** Replaces the configured models. */
  readonly model?: ChatModel | undefined;
  /** Wraps the stores. */
  readonly wrap?: ((stores: Stores) => Stores) | undefined;
}

type Basis = Awaited<ReturnType<typeof openBasis>>;

/** @throws HomeLocked, StoreError; the lock is released then. */
export async function openBasis(given: Edition, terms: BasisTerms) {
  const { config, clock, log, model, wrap = (opened: Stores) => opened } = terms;
  const stores = wrap(await openStores(terms));
  return openOver(stores, async () => {
    const { sample, edition } = await withSample(given, config, clock);
    const models = new Models({ settings: config, edition, clock, log, stores });
    const tracing = await openTracing(config);
    const closing = new AbortController();
    const keepingLock = new KeepingLock({ stores, clock, log });
    return { config, clock, log, stores, keepingLock, sample, edition, model, models, tracing, closing };
  });
}

/** The live edition, with the sample's server if it is the sample edition. */
export async function withSample(given: Edition, config: Config, clock: Clock) {
  const sample = await startSample(given, config, clock);
  return { sample, edition: liveEdition(given, sample?.port) };
}

type KernelTerms = Omit<KernelDeps, 'model' | 'unknownModel' | 'language' | 'interpret'> & {
  readonly edition: Edition;
  readonly models: Pick<Models, 'model' | 'unknown'>;
  readonly model?: ChatModel | undefined;
};

/** The kernel, with the language and the models of an edition. */
export function kernelOver({ edition, models, model, ...deps }: KernelTerms): Kernel {
  return buildKernel({
    ...deps,
    model: model ?? models.model,
    unknownModel: model ? undefined : (wanted) => models.unknown(wanted),
    language: edition.language,
    interpret: interpreter(edition),
  });
}

type NewsroomTerms = Pick<Basis, 'edition' | 'sample' | 'models'> &
  Partial<Pick<Basis, 'model'>> &
  Pick<NewsroomDeps, 'commands' | 'sees' | 'manages'>;

/** The newsroom, with what it and the other features share. */
export function newsroomOver(kernel: Kernel, terms: NewsroomTerms) {
  const { edition, sample, models, model, commands, sees, manages } = terms;
  const { config, prompts, stores } = kernel;
  const desk = modelDesk({ prompts, edition, models, model });
  const newsroom = buildNewsroom({
    ...{ kernel, edition, desk, commands, sees, manages },
    pool: stores.openPool(),
    ownHosts: sample ? [`*.localhost:${sample.port}`] : [],
    isSetUp: isSetUp(config),
    mayTell: (person) => channelsOf(config).some((channel) => channel.mayTell?.(person, config)),
  });
  return { edition, modelDesk: desk, newsroom };
}

/** In what homes differ. */
type Own = Pick<KernelDeps, 'news' | 'outboxes' | 'attended' | 'lost' | 'rested'> &
  Pick<NewsroomDeps, 'commands' | 'sees' | 'manages'> &
  Pick<FeatureDeps, 'runPreview'>;

export function openRooms(basis: Basis, own: Own) {
  const { commands, sees, manages, runPreview, ...ofKernel } = own;
  const features = new Features();
  const kernel = kernelOver({ ...basis, ...ofKernel, features });
  const opened = newsroomOver(kernel, { ...basis, commands, sees, manages });
  const others = featuresOf({ ...kernel, ...opened, sees, manages, runPreview });
  for (const feature of [opened.newsroom.feature, ...others]) features.add(feature);
  return { kernel, features, newsroom: opened.newsroom };
}

interface Closes {
  close(): unknown;
}

/** What is closed; not every home has all of it. */
interface Opened extends Partial<Pick<Basis, 'closing' | 'sample' | 'keepingLock'>> {
  readonly kernel: Kernel;
  readonly features: Features;
  readonly models: Closes;
  readonly tracing: Closes;
  readonly gateway?: Closes;
  readonly connections?: Closes;
  readonly placeDeletion?: Closes;
  /** A newsroom that is not among the features. */
  readonly aside?: Closes;
  /** Whether the models can be used. */
  readonly checked?: Promise<unknown>;
  /** Wait until all is sent, however long it takes. */
  readonly sendsAll?: boolean;
}

/** Close a home: first what brings work in, then what works, last what it works on. */
export async function closeHome(home: Opened): Promise<void> {
  const { kernel, features } = home;
  const { clock, stores } = kernel;
  home.closing?.abort(new Error('the desk is closing'));
  await home.gateway?.close();
  await Promise.all([kernel.cron.close(), kernel.heartbeat.close(), home.connections?.close()]);
  await Promise.all([kernel.conductor.close(), kernel.tasks.stop(), features.stop()]);
  if (home.sendsAll) await kernel.dispatcher.idle();
  const patience = new AbortController();
  await kernel.dispatcher.close(clock.until(clock.now() + CLOSING_MS, patience.signal).catch(() => {}));
  patience.abort(new Error('closed'));
  await home.placeDeletion?.close();
  await features.close();
  await home.aside?.close();
  await kernel.intake.close();
  await home.checked;
  await home.models.close();
  await home.tracing.close();
  await home.sample?.close();
  await kernel.transcriptWriter.idle();
  await home.keepingLock?.close();
  await stores.search.close();
  await stores.close();
}

/** What a basis has besides its stores. */
async function closeBasis({ models, tracing, sample, keepingLock }: Basis): Promise<void> {
  await models.close();
  await tracing.close();
  await sample?.close();
  await keepingLock.close();
}

type WithoutDeskDeps = Pick<KernelDeps, 'config' | 'clock' | 'log' | 'attended'> & Pick<BasisTerms, 'model'>;

/**
 * A kernel without its edges: no gateway, no hearing, no schedule.
 * @param lock of the home; it is released when the kernel is closed, or its stores can't be opened.
 */
export async function openWithoutDesk(lock: HomeLock, deps: WithoutDeskDeps) {
  const { clock, log, model, attended } = deps;
  const config = { ...deps.config, skipCron: true };
  const basis = await openBasis(editionOf(config), { config, clock, log, lock, model });
  const open = async () =>
    openRooms(basis, {
      news: new News(),
      attended,
      outboxes: await outboxesWithoutConnection(basis),
      // The buttons under what it posts are pressed when a desk runs.
      commands: () => new Set(commandList().map(({ name }) => name)),
    });
  const rooms = await openOver(basis.stores, () =>
    open().catch(async (error: unknown) => {
      await closeBasis(basis);
      throw error;
    }),
  );
  return { ...basis, ...rooms, close: () => closeHome({ ...basis, ...rooms }) };
}

export interface CommandTerms {
  readonly config: Config;
  readonly clock?: Clock;
}

/**
 * The same for a command, which holds the home until `close`.
 * @throws HomeLocked, ConfigError, EditionError, StoreError
 */
export async function openForCommand({ config, clock = systemClock }: CommandTerms, attended?: boolean) {
  const { log } = openLog(config, true);
  const lock = await claimHome(config.paths.lock, { pid: process.pid, holder: 'command', clock });
  return openWithoutDesk(lock, { config, clock, log, attended });
}
