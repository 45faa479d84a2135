/**
 * The desk's life: start, ready, drain, stop. Rooms are wired here, once. The order matters: interrupted work is
 * recovered before anything new is accepted, and the gateway opens last and closes first.
 */
import type { Logger } from 'pino';
import { Connections } from '../channels/connections.ts';
import type { Pace } from '../channels/channel.ts';
import { agreeCommands } from '../commands/agree.ts';
import { askDesk } from '../commands/ask-desk.ts';
import { channelCommands } from '../commands/channel-commands.ts';
import { commandRegistry } from '../commands/command-registry.ts';
import type { CommandRegistry } from '../commands/command-registry.ts';
import { goneCommands } from '../commands/gone-commands.ts';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/loopback.ts';
import { checkResults } from '../feature/rpc-method.ts';
import { feedStatus } from '../newsroom/intake/feed-status.ts';
import { guildsIn } from '../sessions/guilds.ts';
import { Gateway } from '../edges/gateway/gateway.ts';
import type { ChatModel } from '../llm/chat-model.ts';
import { deskChannel } from '../newsroom/edition/edition-channels.ts';
import { systemClock } from '../time/clock.ts';
import type { Clock } from '../time/clock.ts';
import { editionOf } from '../newsroom/edition/home-edition.ts';
import { allModules, localOutboxes, survives } from './channels.ts';
import { connectChannels } from './connect.ts';
import { sayGivenUp, reportedSince } from '../desk/given-up.ts';
import { upkeepOver } from './features.ts';
import { hourly } from '../desk/hourly.ts';
import { within } from '../async/within.ts';
import { openLog } from '../config/logging.ts';
import type { Newsroom } from '../newsroom/newsroom.ts';
import { News } from '../feature/news.ts';
import { programFiles, programVersion } from '../config/program-files.ts';
import { closeHome, openBasis, openRooms } from './open-rooms.ts';
import { beginRoles } from './roles.ts';
import type { Stores } from './stores.ts';
import { claimHome } from '../store/home-lock.ts';
import { StoreError } from '../store/store-error.ts';
import { welcome } from '../desk/welcome.ts';
import { DeleteSession } from '../desk/delete-session.ts';
import { PlaceDeletion } from '../desk/place-deletion.ts';
import { Places } from '../desk/places.ts';
import { deskStatus } from '../desk/desk-status.ts';
import type { AboutDesk } from '../desk/desk-status.ts';
import { Rebind } from '../desk/rebind.ts';

export interface DeskOptions {
  readonly config: Config;
  /** A person is at the terminal: human-readable lines there, logs in a file. */
  readonly atTerminal?: boolean;
  readonly clock?: Clock;
  readonly log?: Logger;
  /** Replaces the configured models. */
  readonly model?: ChatModel;
  /** Replaces the platforms' timing, for loopback tests. */
  readonly pace?: Pace;
  /** Ends waiting for another desk that owns the newsroom. */
  readonly signal?: AbortSignal;
  /** Wraps the stores, for example to simulate a crash. */
  readonly stores?: (stores: Stores) => Stores;
}

export interface RunningDesk {
  /** The console's address, with the token. */
  readonly address: string;
  /** Lines for people: what runs, what comes next, what is missing. */
  readonly lines: readonly string[];
  readonly closed: Promise<void>;
  /** Judge and log an unhandled error; true when the desk can continue. */
  survives(error: unknown): boolean;
  stop(): Promise<void>;
}

/** How long a start waits for model servers before it continues without their answer. */
const CHECK_MS = 3_000;

/** @throws ConfigError, EditionError, HomeLocked, StoreError, RpcError: each says what to do. */
// ts-unused-exports:disable-next-line
export async function startDesk(options: DeskOptions): Promise<RunningDesk> {
  const home = await openHome(options);
  const inside = openInside(home);
  const edges = await openEdges(home, inside, options.pace);
  const address = await start(home, inside, edges);
  const { config, log, clock, models, stores } = home;
  let [stopping, ended]: [Promise<void>?, { resolve(): void; reject(reason: Error): void }?] = [];
  const closed = new Promise<void>((resolve, reject) => (ended = { resolve, reject }));
  const stopOnce = () => (stopping ??= stop(home, inside, edges));
  void stores.lost.then(async (because) => {
    log.error({ module: 'store' }, because);
    await stopOnce();
    ended?.reject(new StoreError('unusable', because));
  });
  const console = `${address}/#token=${encodeURIComponent(edges.gateway.token)}`;
  return {
    address: console,
    lines: await welcome({
      ...{ console, config, clock },
      edition: { title: home.edition.title, sample: home.edition.sample === true },
      deskChannel: deskChannel(home.edition),
      greetings: allModules().flatMap((channel) => channel.greeting?.(config) ?? []),
      cron: inside.kernel.cron,
      models: { chain: models.chain, wrong: await within(CHECK_MS, home.checked, clock) },
      ...(home.logFile !== undefined && { logFile: home.logFile }),
    }),
    closed,
    survives: (error) => survives(error, log),
    stop: () => stopOnce().then(() => ended?.resolve()),
  };
}

type Home = Awaited<ReturnType<typeof openHome>>;
type Inside = ReturnType<typeof openInside>;
type Edges = Awaited<ReturnType<typeof openEdges>>;

/** The basis of a desk: its locked home, its edition and its models. */
async function openHome(options: DeskOptions) {
  const { config, clock = systemClock, signal, model, stores: wrap } = options;
  if (config.checkResults) checkResults();
  const { log, file } = options.log ? { log: options.log } : openLog(config, options.atTerminal ?? false);
  const given = editionOf(config);
  const lock = await claimHome(config.paths.lock, { pid: process.pid, holder: 'desk', clock });
  const basis = await openBasis(given, { config, clock, log, lock, signal, model, wrap });
  const { signal: closing } = basis.closing;
  return {
    ...basis,
    logFile: file,
    checked: basis.models.check(closing).catch((error: unknown) => {
      if (!closing.aborted) log.error({ err: error }, 'looking whether models can be used failed');
      return [];
    }),
  };
}

/** The kernel, its features and commands. */
function openInside(home: Home) {
  const { config, clock, stores } = home;
  const [connections, outboxes] = [new Connections(), localOutboxes()];
  const news = new News((item) => stores.peers?.signal({ kind: 'news', ...item }));
  const { kernel, features, newsroom } = openRooms(home, {
    ...{ news, outboxes },
    lost: (op, loss) => connections.lost(op, loss),
    rested: () => connections.scheduleChanged(),
    commands: () => new Set(commands.list().map(({ name }) => name)),
    sees: connections.seenBy.bind(connections),
    manages: connections.managedBy.bind(connections),
    runPreview: async (settings, signal) =>
      (await import('./runner.ts')).previewWithoutDesk(settings, { clock, signal }),
  });
  features.add(askDesk(() => commands));
  const deletion = new DeleteSession({ ...kernel, ...stores, unified: config.unified });
  const places = new Places({ ...kernel, ...stores, book: stores.places });
  const placeDeletion = new PlaceDeletion({ ...kernel, ...stores, removal: stores.placeRemoval });
  const status = () => deskStatus({ ...kernel, about: () => aboutDesk(home, connections, newsroom) });
  const deps = { kernel, connections, features, places, placeDeletion, status };
  const commands = commandsOf(deps);
  return { ...deps, outboxes, news, deletion, commands };
}

/** What the desk's status says besides its schedule. */
async function aboutDesk(
  { edition, models, stores, keepingLock, clock }: Home,
  connections: Connections,
  newsroom: Newsroom,
): Promise<AboutDesk> {
  const feeds = (await newsroom.feeds.feeds()).map(feedStatus);
  const { remarks: ofModels, ...answering } = await models.about();
  const lost = sayGivenUp(await stores.ops.givenUp(reportedSince(clock.now())));
  const refused = await connections.refusals();
  const ofHome = [stores.trouble(), keepingLock.trouble].filter((trouble) => trouble !== undefined);
  const remarks = [...ofHome, ...connections.remarks, ...lost, ...refused, ...ofModels];
  const desks = await stores.peers?.list();
  return {
    ...{ edition: edition.title, ...answering, feeds },
    ...(desks && { desks }),
    ...(remarks.length > 0 && { remarks }),
  };
}

function commandsOf(deps: Omit<Inside, 'outboxes' | 'news' | 'deletion' | 'commands'>): CommandRegistry {
  const { kernel, connections, features, places, placeDeletion, status } = deps;
  const { desk, cron, clock, stores, asked, undoLog, pauses, failed } = kernel;
  const { zone } = kernel.config;
  const { sessions, notes } = stores;
  const guildOf = guildsIn(sessions);
  const platform = () => (connections.isEmpty ? undefined : connections);
  return commandRegistry({
    ...{ desk, cron, status, clock, zone, failed, undoLog, pauses },
    profiles: () => cron.jobProfiles(),
    guildOf: async (session) => (await guildOf(session)) ?? (await places.find(session))?.origin.guildId,
    guilds: () => connections.guilds,
    sees: connections.seenBy.bind(connections),
    describeIntake: async (session, locale) => connections.describeIntake(session, locale),
    statusLines: (session, locale) => features.status(session, locale),
    more: [
      ...features.commands,
      ...agreeCommands({ cron, guildOf, notes, clock, asked }),
      ...channelCommands({ placeDeletion, sessions, zone }),
      ...goneCommands({ rebind: new Rebind({ cron, places, sessions, clock, platform }), clock, zone }),
    ],
  });
}

/** The configured channels and the gateway, not connected yet. */
async function openEdges(home: Home, inside: Inside, pace: Pace | undefined) {
  const { config, clock, log, stores, edition, models } = home;
  const { kernel, connections, features, outboxes, news, places, deletion, commands, status } = inside;
  const { desk, cron, intake } = kernel;
  const deps = { kernel, commands, places, alertRole: edition.alerts?.role, pace };
  Object.assign(outboxes, await connectChannels(deps, connections));
  const upkeep = upkeepOver(kernel, edition);
  features.add(hourly({ intake, tasks: kernel.tasks, upkeep, clock, log }));
  const ready = { isReady: false };
  const gateway = new Gateway({
    config: config.gateway,
    files: { address: config.paths.gatewayAddress, token: config.paths.gatewayToken, web: programFiles.web },
    ...{ clock, desk, deletion, cron, upkeep, commands, status, log, tasks: stores.tasks },
    isThere: (session) => connections.isThere(session),
    setHeartbeat: kernel.setHeartbeat,
    pauses: kernel.pauses,
    more: features.methods,
    version: programVersion(),
    subscribe: (listener) => news.subscribe(listener),
    metrics: features.measured(models.metrics),
    ready: () => ready.isReady && stores.trouble() === undefined,
  });
  return { gateway, ready };
}

/** Recover interrupted work, then accept new work. Resolves with the console's address. */
async function start(home: Home, inside: Inside, edges: Edges): Promise<string> {
  const { config, log, edition } = home;
  const { deletion, places, placeDeletion } = inside;
  const { host } = config.gateway;
  const { address } = await beginRoles(
    { ...inside, edition, deletions: [deletion, places, placeDeletion] },
    async () => {
      const listening = await edges.gateway.listen();
      if (!isLoopback(host)) log.warn({ module: 'gateway', host }, EXPOSED);
      return listening;
    },
  );
  edges.ready.isReady = true;
  return address;
}

const EXPOSED = 'the gateway listens beyond this machine: whoever has its token can use it';

async function stop(home: Home, inside: Inside, { ready, gateway }: Edges) {
  ready.isReady = false;
  await closeHome({ ...home, ...inside, gateway });
  home.log.info({ module: 'desk' }, 'closed');
}
