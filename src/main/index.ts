/**
 * The desk's life: start, ready, drain, stop. Every room is wired here, once.
 *
 * Order matters: what a dead desk left is taken up before anything new comes in, and the gateway opens last and
 * closes first.
 */
import type { Logger } from 'pino';
import type { Discord } from '../channels/discord/discord.ts';
import { channelCommands } from '../commands/channel-commands.ts';
import type { SeesPlaces } from '../desk/place-platform.ts';
import { commandRegistry } from '../commands/command-registry.ts';
import { cronAgree } from '../commands/cron-agree.ts';
import { goneCommands } from '../commands/gone-commands.ts';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/loopback.ts';
import { DeleteSession } from '../desk/delete-session.ts';
import { deskStatus } from '../desk/desk-status.ts';
import { feedStatus } from './feed-status.ts';
import type { AboutDesk, DeskStatus } from '../desk/desk-status.ts';
import { guildsIn } from '../desk/guild-reach.ts';
import { PlaceDeletion } from '../desk/place-deletion.ts';
import type { PlacePlatform } from '../desk/place-platform.ts';
import { Places } from '../desk/places.ts';
import { Rebind } from '../desk/rebind.ts';
import { Upkeep } from '../desk/upkeep.ts';
import { Gateway } from '../gateway/gateway.ts';
import { homeMethodTable } from '../gateway/methods.ts';
import type { ChatModel } from '../llm/chat-model.ts';
import { deskModel } from '../llm/rules/desk-model.ts';
import { deskChannel, storyChannels } from '../newsroom/edition/edition-channels.ts';
import { onPort } from '../newsroom/edition/edition.ts';
import { FOLLOW_PROFILE } from '../newsroom/follow/follower.ts';
import { chatIdOf } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import { systemClock } from '../time/clock.ts';
import type { Clock } from '../time/clock.ts';
import { editionOf, interpreter, startSample } from './edition.ts';
import { setUpJobs } from './first-jobs.ts';
import { buildDiscord } from './discord.ts';
import type { DiscordPace } from './discord.ts';
import { sayGivenUp, toldSince } from './given-up.ts';
import { Hourly } from './hourly.ts';
import { LOCAL, buildKernel } from './kernel.ts';
import type { Kernel } from './kernel.ts';
import { KeepingLock } from './keeping-lock.ts';
import { openLog } from './logging.ts';
import { modelDesk } from './model-desk.ts';
import { buildModels } from './models.ts';
import { News } from './news.ts';
import { buildNewsroom } from './newsroom.ts';
import type { NewsroomDeps } from './newsroom.ts';
import { programFiles } from './program-files.ts';
import { buildBatchService } from './batch-service.ts';
import { openStores } from './stores.ts';
import { isOfDiscord } from './stray-error.ts';
import { keepingTidy } from './tidy.ts';
import type { Stores } from './stores.ts';
import { claimHome } from '../store/home-lock.ts';
import { welcome } from './welcome.ts';

export interface DeskOptions {
  readonly config: Config;
  /** A person sits at the terminal: human lines there, logs into a file. */
  readonly atTerminal?: boolean;
  readonly clock?: Clock;
  readonly log?: Logger;
  /** Who answers; those that the settings and the edition name when absent. */
  readonly model?: ChatModel;
  /** Discord at another pace than its own: for loopbacks. */
  readonly pace?: DiscordPace;
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

/** @throws ConfigError, EditionError, HomeLocked, StoreError, GatewayError: each says what to do. */
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
  const sees: SeesPlaces = async ({ id }, sessions) =>
    (id === undefined ? undefined : await discord?.seenBy(id, sessions)) ?? new Set();
  const newsroom = buildNewsroom({
    config,
    clock,
    log,
    stores,
    news,
    edition,
    ownHosts,
    commands: () => new Set(commands.list().map(({ name }) => name)),
    sees,
    nextPlanAtMs: async () => kernel && nextPlan(kernel.cron),
    desk: modelDesk({ config, edition, models, model: options.model }),
  });
  let kernel: Kernel | undefined;
  let discord: Discord | undefined;
  let discordRemark: string | undefined;
  const outboxes = { ...LOCAL };
  kernel = buildKernel({
    config,
    clock,
    log,
    stores,
    news,
    model: options.model ?? models.model,
    language: edition.language,
    interpret: interpreter(edition),
    newsroom: newsroom.brought(() => kernel!),
    outboxes,
    lost: (op, loss) => discord?.lost(op, loss),
    rested: () => discord?.scheduleChanged(),
  });
  const { conductor, cron, desk, dispatcher } = kernel;
  const deletion = deletionOf(kernel, stores, config, clock);
  const places = placesOf(kernel, stores, clock);
  const placeDeletion = placeDeletionOf(kernel, stores, clock, log);
  const pipeline = newsroom.open(kernel);
  const status = statusOf(kernel, stores, async () => {
    const feeds = (await newsroom.care.feeds()).map(feedStatus);
    const { remarks: ofModels, ...answering } = await models.about();
    const lost = sayGivenUp(await stores.ops.givenUp(toldSince(clock.now())));
    const refused = (await discord?.refusals()) ?? [];
    const remarks = [
      stores.trouble(),
      keepingLock.trouble,
      discordRemark,
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
    profiles: () => jobProfiles(kernel.prompts),
    guildOf: async (session) => (await guildOf(session)) ?? (await places.find(session))?.origin.guildId,
    guilds: () => discord?.guilds ?? 0,
    sees,
    hears: async (session, locale) => discord?.hears(session, locale),
    failed: (what, error) => log.error({ err: error }, `${what} failed`),
    more: [
      ...newsroom.storyDesk(() => kernel, cron).commands,
      cronAgree({ cron, clock, asked: kernel.asked }),
      ...channelCommands({ placeDeletion, sessions: stores.sessions, zone: config.zone }),
      ...goneCommands({
        rebind: rebindOf(places, cron, stores, clock, () => discord),
        clock,
        zone: config.zone,
      }),
    ],
  });
  const remark = (text: string | undefined) => (discordRemark = text);
  const { intake } = kernel;
  discord = await buildDiscord({
    config,
    clock,
    log,
    stores,
    news,
    kernel,
    commands,
    intake,
    places,
    alertRole: edition.alerts?.role,
    remark,
    ...(pace && { pace }),
  });
  if (discord) outboxes.discord = discord.outbox;
  let isReady = false;
  const upkeep = upkeepOf(stores, config);
  const batches = buildBatchService({
    config,
    clock,
    stores,
    edition,
    pool: newsroom.pool,
    kernel,
    pipeline,
  });
  const gateway = new Gateway({
    config: config.gateway,
    files: { address: config.paths.gatewayAddress, token: config.paths.gatewayToken, web: programFiles.web },
    clock,
    desk,
    deletion,
    cron,
    upkeep,
    isThere: async (session) => discord?.isThere(session),
    setHeartbeat: kernel.setHeartbeat,
    commands,
    status,
    board: newsroom.board,
    pool: async () => newsroom.care,
    events: async () => newsroom.events,
    runs: async () => batches,
    subscribe: (listener) => news.subscribe(listener),
    metrics: async () => models.metrics(),
    ready: () => isReady && stores.trouble() === undefined,
    log,
  });

  const left = await conductor.recover();
  if (left.waiting + left.cutOff > 0) log.info({ module: 'sessions', ...left }, 'took up what was left');
  await deletion.resume();
  await places.resume();
  await placeDeletion.resume();
  await setUpJobs(edition, { cron, stores, clock });
  await pipeline.resume();
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
  discord?.start();
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
      discord?.close(),
      erasing.close(),
      tidying.close(),
    ]);
    await Promise.all([conductor.close(), pipeline.close()]);
    const patience = new AbortController();
    const farewell = clock.until(clock.now() + FAREWELL_MS, patience.signal).catch(() => {});
    await dispatcher.close(farewell);
    patience.abort(new Error('closed'));
    await placeDeletion.close();
    await newsroom.close();
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
      if (isOfDiscord(error))
        log.error({ err: error, module: 'discord' }, 'an event of Discord broke its SDK');
      return isOfDiscord(error);
    },
    stop: () => (stopping ??= stop()),
  };
}

/**
 * The stores and use-cases of a home where no desk runs: what can be seen and changed without one.
 *
 * @param options.askRunner a runner that works on the home gives way for as long as this takes.
 * @throws HomeLocked, HomeTrouble, ConfigError, EditionError, StoreError
 */
// ts-unused-exports:disable-next-line
export async function openDesk(
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
    isThere: (session) => channelIsThere(session, config),
    pool: async () => (await opened()).care,
    events: async () => (await opened()).events,
    runs: async () =>
      buildBatchService({ config, clock, stores, edition, pool: (await opened()).ofLinks, kernel }),
  });
  return { methods, close };
}

/** Whether a channel of Discord is there, asked without a connection; undefined where that can't be asked. */
async function channelIsThere(session: SessionKey, { discord }: Config): Promise<boolean | undefined> {
  const { token, apiBase } = discord;
  if (token === undefined) return undefined;
  const { channelIsThereByRest } = await import('../channels/discord/channel-is-there.ts');
  return channelIsThereByRest({ token, ...(apiBase !== undefined && { apiBase }) }, chatIdOf(session));
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

/** When a planner's turn starts next. */
async function nextPlan(cron: Kernel['cron']): Promise<number | undefined> {
  const planned = (await cron.list())
    .filter(
      ({ enabled, payload }) =>
        enabled && payload.kind === 'agentTurn' && payload.profile?.startsWith('planner_'),
    )
    .flatMap(({ state }) => state.nextRunAtMs ?? []);
  return planned.length === 0 ? undefined : Math.min(...planned);
}

/** The turn profiles that people may choose for a job: not those of workers and of the desk's own upkeep. */
function jobProfiles(prompts: Kernel['prompts']): string[] {
  return prompts
    .profiles()
    .filter(
      (name) => name !== FOLLOW_PROFILE && ['remind', 'plan', 'chat'].includes(prompts.profile(name).task),
    );
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

const NO_SETTING = { values: {}, material: {} };

function withCrashes(stores: Stores, put: DeskOptions['stores']): Stores {
  return put ? put(stores) : stores;
}

function deletionOf(kernel: Kernel, stores: Stores, config: Config, clock: Clock): DeleteSession {
  const { cron, conductor, transcriptWriter } = kernel;
  const { sessions, transcripts, removal } = stores;
  return new DeleteSession({
    cron,
    conductor,
    transcriptWriter,
    sessions,
    transcripts,
    removal,
    clock,
    unified: config.unified,
  });
}

function upkeepOf({ upkeep: book, believed: time }: Stores, { keep }: Config): Upkeep {
  return new Upkeep({ book, time, keep });
}

function placesOf({ cron, conductor, transcriptWriter }: Kernel, stores: Stores, clock: Clock): Places {
  const { places: book, removal, transcripts } = stores;
  return new Places({ book, removal, cron, conductor, transcriptWriter, transcripts, clock });
}

function rebindOf(
  places: Places,
  cron: Kernel['cron'],
  { sessions }: Stores,
  clock: Clock,
  discord: () => Discord | undefined,
): Rebind {
  const platform = (): PlacePlatform | undefined => {
    const there = discord();
    return (
      there && {
        offers: async ({ id }, guildId, from) =>
          id === undefined ? [] : there.channelsFor(id, guildId, from),
        rightsAt: async ({ id }, session) => (id === undefined ? [] : there.rightsAt(id, session)),
        rightsOn: async ({ id }, guildId) => (id === undefined ? [] : there.rightsOn(id, guildId)),
      }
    );
  };
  return new Rebind({ cron, places, sessions, clock, platform });
}

function placeDeletionOf(kernel: Kernel, stores: Stores, clock: Clock, log: Logger): PlaceDeletion {
  const { cron, conductor, transcriptWriter, dispatcher } = kernel;
  const { sessions, transcripts, placeRemoval: removal, ops } = stores;
  const failed = (what: string, error: unknown) => log.error({ err: error }, `${what} failed`);
  return new PlaceDeletion({
    cron,
    conductor,
    transcriptWriter,
    sessions,
    transcripts,
    removal,
    ops,
    dispatcher,
    clock,
    failed,
  });
}

function statusOf(
  kernel: Kernel,
  stores: Stores,
  about: () => Promise<AboutDesk>,
): () => Promise<DeskStatus> {
  const paused = async () => (await stores.state.get('paused')) === 'true';
  return () => deskStatus({ cron: kernel.cron, paused, about });
}
