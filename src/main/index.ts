/**
 * The desk's life: start, ready, drain, stop. Rooms are wired here, once; what a home needs without a desk is in `open-home.ts`.
 *
 * Order matters: what a dead desk left is taken up before anything new comes in, and the gateway opens last and
 * closes first.
 */
import type { Logger } from 'pino';
import { Connections } from '../channels/connections.ts';
import type { Pace } from '../channels/channel.ts';
import { channelCommands } from '../commands/channel-commands.ts';
import { commandRegistry } from '../commands/command-registry.ts';
import { cronAgree } from '../commands/cron-agree.ts';
import { sessionAgree } from '../commands/session-agree.ts';
import { goneCommands } from '../commands/gone-commands.ts';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/loopback.ts';
import { Features } from '../feature/features.ts';
import { feedStatus } from './feed-status.ts';
import { guildsIn } from '../desk/guild-reach.ts';
import { Gateway } from '../gateway/gateway.ts';
import type { ChatModel } from '../llm/chat-model.ts';
import { onPort } from '../newsroom/edition/edition.ts';
import { systemClock } from '../time/clock.ts';
import type { Clock } from '../time/clock.ts';
import { editionOf, interpreter, startSample } from './edition.ts';
import { setUpJobs } from './first-jobs.ts';
import { allModules, localOutboxes } from './channels.ts';
import { connectChannels } from './connect.ts';
import { sayGivenUp, toldSince } from './given-up.ts';
import { featuresOf } from './features.ts';
import { Hourly } from './hourly.ts';
import { buildKernel } from './kernel.ts';
import { KeepingLock } from './keeping-lock.ts';
import { openLog } from './logging.ts';
import { modelDesk } from './model-desk.ts';
import { buildModels } from './models.ts';
import { News } from './news.ts';
import { buildNewsroom } from './newsroom.ts';
import { programFiles } from './program-files.ts';
import { openStores } from './stores.ts';
import { keepingTidy } from './tidy.ts';
import type { Stores } from './stores.ts';
import { claimHome } from '../store/home-lock.ts';
import { welcome } from './welcome.ts';
import {
  deletionOf,
  jobProfiles,
  placeDeletionOf,
  placesOf,
  rebindOf,
  statusOf,
  upkeepOf,
} from './use-cases.ts';

export interface DeskOptions {
  readonly config: Config;
  /** A person sits at the terminal: human lines there, logs into a file. */
  readonly atTerminal?: boolean;
  readonly clock?: Clock;
  readonly log?: Logger;
  /** Who answers; those that the settings and the edition name when absent. */
  readonly model?: ChatModel;
  /** Its platforms at another pace than their own: for loopbacks. */
  readonly pace?: Pace;
  /** Put something between the kernel and its stores: a crash, for instance. */
  readonly stores?: (stores: Stores) => Stores;
}

export interface RunningDesk {
  /** What people open, with the token. */
  readonly address: string;
  /** Human lines about what runs, what comes next and what is missing. */
  readonly lines: readonly string[];
  readonly closed: Promise<void>;
  /** Judge an error that nobody waited for. @returns whether the desk can go on; then it is in the log. */
  survives(error: unknown): boolean;
  stop(): Promise<void>;
}

/** How long messages that are being sent may take when the desk closes. */
const FAREWELL_MS = 3_000;

/** @throws ConfigError, EditionError, HomeLocked, StoreError, RpcError: each says what to do. */
// ts-unused-exports:disable-next-line
export async function startDesk(options: DeskOptions): Promise<RunningDesk> {
  const { config, clock = systemClock, pace } = options;
  const { log, file } = options.log ? { log: options.log } : openLog(config, options.atTerminal ?? false);
  const news = new News();
  let edition = editionOf(config);
  const lock = await claimHome(config.paths.lock, { pid: process.pid, holder: 'desk', clock });
  const stores = withCrashes(openStores(config, clock, log, lock), options.stores);
  const keepingLock = new KeepingLock({ stores, clock, log });
  const sample = await startSample(edition, config, clock);
  if (sample) edition = onPort(edition, sample.port);
  const models = buildModels({ config, edition, clock, log, stores });
  const closing = new AbortController();
  const checked = models.check(closing.signal).catch((error: unknown) => {
    if (!closing.signal.aborted) log.error({ err: error }, 'looking whether models can be used failed');
    return [];
  });
  const ownHosts = sample ? [`*.localhost:${sample.port}`] : [];
  const connections = new Connections();
  const sees = connections.seenBy.bind(connections);
  const outboxes = localOutboxes();
  const features = new Features();
  const kernel = buildKernel({
    config,
    clock,
    log,
    stores,
    news,
    model: options.model ?? models.model,
    language: edition.language,
    interpret: interpreter(edition),
    features,
    outboxes,
    lost: (op, loss) => connections.lost(op, loss),
    rested: () => connections.scheduleChanged(),
  });
  const { conductor, cron, desk, dispatcher } = kernel;
  const around = { config, clock, log, stores, news, edition };
  const asked = modelDesk({ prompts: kernel.prompts, edition, models, model: options.model });
  const newsroom = buildNewsroom({
    ...around,
    kernel,
    ownHosts,
    commands: () => new Set(commands.list().map(({ name }) => name)),
    sees,
    desk: asked,
  });
  const others = featuresOf(kernel, { ...around, newsroom, desk: asked });
  for (const feature of [newsroom.feature, ...others]) features.add(feature);
  const deletion = deletionOf(kernel, stores, config, clock);
  const places = placesOf(kernel, stores, clock);
  const placeDeletion = placeDeletionOf(kernel, stores, clock, log);
  const status = statusOf(kernel, stores, async () => {
    const feeds = (await newsroom.feeds.feeds()).map(feedStatus);
    const { remarks: ofModels, ...answering } = await models.about();
    const lost = sayGivenUp(await stores.ops.givenUp(toldSince(clock.now())));
    const refused = await connections.refusals();
    const remarks = [
      stores.trouble(),
      keepingLock.trouble,
      ...connections.remarks,
      ...lost,
      ...refused,
      ...ofModels,
    ].filter((remark) => remark !== undefined);
    return {
      edition: edition.title,
      ...answering,
      feeds,
      ...(remarks.length > 0 && { remarks }),
    };
  });
  const guildOf = guildsIn(stores.sessions);
  const commands = commandRegistry({
    desk,
    cron,
    status,
    clock,
    zone: config.zone,
    profiles: () => jobProfiles(kernel.prompts, features.performed),
    guildOf: async (session) => (await guildOf(session)) ?? (await places.find(session))?.origin.guildId,
    guilds: () => connections.guilds,
    sees,
    hears: async (session, locale) => connections.hears(session, locale),
    failed: (what, error) => log.error({ err: error }, `${what} failed`),
    more: [
      ...features.commands,
      cronAgree({ cron, clock, asked: kernel.asked }),
      sessionAgree({ notes: stores.notes, clock, asked: kernel.asked }),
      ...channelCommands({ placeDeletion, sessions: stores.sessions, zone: config.zone }),
      ...goneCommands({
        rebind: rebindOf(places, cron, stores, clock, connections),
        clock,
        zone: config.zone,
      }),
    ],
  });
  const { intake } = kernel;
  const alertRole = edition.alerts?.role;
  const parts = { config, clock, log, stores, news, kernel, commands, intake, places, alertRole, pace };
  Object.assign(outboxes, await connectChannels(parts, connections));
  let isReady = false;
  const upkeep = upkeepOf(stores, config);
  const gateway = new Gateway({
    config: config.gateway,
    files: { address: config.paths.gatewayAddress, token: config.paths.gatewayToken, web: programFiles.web },
    clock,
    desk,
    deletion,
    cron,
    upkeep,
    isThere: (session) => connections.isThere(session),
    setHeartbeat: kernel.setHeartbeat,
    commands,
    status,
    more: features.methods,
    subscribe: (listener) => news.subscribe(listener),
    metrics: models.metrics,
    ready: () => isReady && stores.trouble() === undefined,
    log,
  });

  const left = await conductor.recover();
  if (left.waiting + left.cutOff > 0) log.info({ module: 'sessions', ...left }, 'took up what was left');
  await deletion.resume();
  await places.resume();
  await placeDeletion.resume();
  await setUpJobs(edition, { cron, stores, clock });
  await features.start();
  const { address } = await gateway.listen();
  const { host } = config.gateway;
  if (!isLoopback(host))
    log.warn(
      { module: 'gateway', host },
      'the gateway listens beyond this machine: whoever has its token can use it',
    );
  cron.start();
  if (!config.skipCron) kernel.heartbeat.start();
  const cronStatus = await cron.status();
  kernel.cronLog.loaded(cronStatus.jobs);
  if (config.skipCron) log.warn({ module: 'cron' }, 'cron: disabled');
  else
    log.info(
      { module: 'cron', jobCount: cronStatus.jobs, nextWakeAt: cronStatus.nextWakeAtMs },
      'cron: scheduler started',
    );
  connections.start();
  const erasing = new Hourly(
    clock,
    () => intake.erase(),
    (error) => log.error({ err: error }, 'erasing what was taken back failed'),
  );
  const tidying = keepingTidy({ upkeep, clock, log, signal: closing.signal });
  isReady = true;

  let stopping: Promise<void> | undefined;
  let told = () => {};
  const closed = new Promise<void>((resolve) => (told = resolve));
  const stop = async () => {
    isReady = false;
    closing.abort(new Error('the desk is closing'));
    await gateway.close();
    await Promise.all([
      cron.close(),
      kernel.heartbeat.close(),
      connections.close(),
      erasing.close(),
      tidying.close(),
    ]);
    await Promise.all([conductor.close(), features.stop()]);
    const patience = new AbortController();
    const farewell = clock.until(clock.now() + FAREWELL_MS, patience.signal).catch(() => {});
    await dispatcher.close(farewell);
    patience.abort(new Error('closed'));
    await placeDeletion.close();
    await features.close();
    await intake.close();
    await checked;
    await models.close();
    await sample?.close();
    await kernel.transcriptWriter.idle();
    await keepingLock.close();
    stores.close();
    log.info({ module: 'desk' }, 'closed');
    told();
  };
  return {
    address: `${address}/#token=${gateway.token}`,
    lines: await welcome({
      address,
      token: gateway.token,
      config,
      edition,
      cron,
      clock,
      models: { chain: models.chain, wrong: await soon(checked, clock) },
      ...(file && { logFile: file }),
    }),
    closed,
    survives: (error) => {
      const own = allModules().find(({ isOwnFault }) => isOwnFault?.(error))?.traits;
      if (own) log.error({ err: error, module: own.name }, `an event of ${own.title} broke its SDK`);
      return own !== undefined;
    },
    stop: () => (stopping ??= stop()),
  };
}

/** How long a start waits for the servers of models before it goes on without their answer. */
const CHECK_MS = 3_000;

/** What it resolves with, unless that takes too long. */
async function soon<T>(work: Promise<T>, clock: Clock): Promise<T | undefined> {
  const patience = new AbortController();
  const tooLong = clock.until(clock.now() + CHECK_MS, patience.signal).then(
    () => undefined,
    () => undefined, // it was there in time
  );
  return Promise.race([work, tooLong]).finally(() => patience.abort(new Error('there')));
}

function withCrashes(stores: Stores, put: DeskOptions['stores']): Stores {
  return put ? put(stores) : stores;
}
