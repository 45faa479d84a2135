/**
 * The desk's life: start, ready, drain, stop. Every room is wired here, once.
 *
 * Order matters: what a dead desk left is taken up before anything new comes in, and the gateway opens last and
 * closes first.
 */
import type { Logger } from 'pino';
import { commandRegistry } from '../commands/command-registry.ts';
import type { Config } from '../config/config.ts';
import { DeleteSession } from '../desk/delete-session.ts';
import { deskStatus } from '../desk/desk-status.ts';
import type { AboutDesk, DeskStatus } from '../desk/desk-status.ts';
import { Gateway } from '../gateway/gateway.ts';
import { deskModel } from '../llm/desk/desk-model.ts';
import { onPort } from '../newsroom/edition.ts';
import { systemClock } from '../time/clock.ts';
import type { Clock } from '../time/clock.ts';
import { editionOf, interpreter, startSample } from './edition.ts';
import { setUpJobs } from './first-jobs.ts';
import { buildHouse } from './house.ts';
import type { House } from './house.ts';
import { openLog } from './logging.ts';
import { News } from './news.ts';
import { buildNewsroom } from './newsroom.ts';
import { programFiles } from './program-files.ts';
import { openStores } from './stores.ts';
import type { Stores } from './stores.ts';
import { welcome } from './welcome.ts';

export interface DeskOptions {
  readonly config: Config;
  /** A person sits at the terminal: human lines there, logs into a file. */
  readonly atTerminal?: boolean;
  readonly clock?: Clock;
  readonly log?: Logger;
  /** Put something between the house and its stores: a crash, for instance. */
  readonly stores?: (stores: Stores) => Stores;
}

export interface RunningDesk {
  /** What people open, with the token. */
  readonly address: string;
  /** Human lines about what runs, what comes next and what is missing. */
  readonly lines: readonly string[];
  readonly closed: Promise<void>;
  stop(): Promise<void>;
}

/** How long messages that are being sent may take when the desk closes. */
const FAREWELL_MS = 3_000;

/** @throws ConfigError, EditionError, HomeLocked, StoreError, GatewayError: each says what to do. */
// ts-unused-exports:disable-next-line
export async function startDesk(options: DeskOptions): Promise<RunningDesk> {
  const { config, clock = systemClock } = options;
  const { log, file } = options.log ? { log: options.log } : openLog(config, options.atTerminal ?? false);
  const news = new News();
  let edition = editionOf(config);
  const stores = withCrashes(openStores(config, clock, log), options.stores);
  const sample = await startSample(edition, config, clock);
  if (sample) edition = onPort(edition, sample.port);
  const ownHosts = sample ? [`*.localhost:${sample.port}`] : [];
  const newsroom = buildNewsroom({ config, clock, log, stores, news, edition, ownHosts });
  let house: House | undefined;
  house = buildHouse({
    config,
    clock,
    log,
    stores,
    news,
    model: deskModel,
    interpret: interpreter(edition),
    newsroom: newsroom.brought(() => house!),
  });
  const { conductor, cron, desk, dispatcher } = house;
  const deletion = deletionOf(house, stores, config, clock);
  const line = newsroom.open(house);
  const status = statusOf(house, stores, async () => {
    const feeds = (await newsroom.pool.feedHealth()).map(({ key, lastError }) => ({
      key,
      label: edition.feeds.find((feed) => feed.key === key)?.label ?? key,
      result: lastError === undefined ? 'ok' : 'failed',
      ...(lastError !== undefined && { error: lastError }),
    }));
    const trouble = stores.trouble();
    return {
      edition: edition.title,
      model: DESK_MODEL,
      feeds,
      ...(trouble !== undefined && { remarks: [trouble] }),
    };
  });
  let isReady = false;
  const gateway = new Gateway({
    config: config.gateway,
    files: { address: config.paths.gatewayAddress, token: config.paths.gatewayToken, web: programFiles.web },
    clock,
    desk,
    deletion,
    cron,
    setHeartbeat: house.setHeartbeat,
    commands: commandRegistry({ desk, cron, status, clock, zone: config.zone }),
    status,
    stories: stores.stories,
    subscribe: (listener) => news.subscribe(listener),
    ready: () => isReady && stores.trouble() === undefined,
    log,
  });

  const left = await conductor.recover();
  if (left.waiting + left.cutOff > 0) log.info({ module: 'sessions', ...left }, 'took up what was left');
  await deletion.resume();
  await setUpJobs(edition, { cron, stores, clock });
  await line.resume();
  const { address } = await gateway.listen();
  cron.start();
  if (!config.skipCron) house.heartbeat.start();
  const cronStatus = await cron.status();
  if (config.skipCron) log.warn({ module: 'cron' }, 'cron: disabled');
  else
    log.info(
      { module: 'cron', jobCount: cronStatus.jobs, nextWakeAt: cronStatus.nextWakeAtMs },
      'cron: scheduler started',
    );
  isReady = true;

  let closing: Promise<void> | undefined;
  let told = () => {};
  const closed = new Promise<void>((resolve) => (told = resolve));
  const stop = async () => {
    isReady = false;
    await gateway.close();
    await Promise.all([cron.close(), house.heartbeat.close()]);
    await Promise.all([conductor.close(), line.close()]);
    const patience = new AbortController();
    const farewell = clock.until(clock.now() + FAREWELL_MS, patience.signal).catch(() => {});
    await dispatcher.close(farewell);
    patience.abort(new Error('closed'));
    await newsroom.close();
    await sample?.close();
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
      ...(file && { logFile: file }),
    }),
    closed,
    stop: () => (closing ??= stop()),
  };
}

/** The stores and use-cases of a home where no desk runs: what can be seen and changed without one. */
// ts-unused-exports:disable-next-line
export async function openDesk(options: Pick<DeskOptions, 'config' | 'clock' | 'log'>) {
  const { config, clock = systemClock } = options;
  const log = options.log ?? openLog(config, false).log;
  const edition = editionOf(config);
  const stores = openStores(config, clock, log);
  const house = buildHouse({
    config: { ...config, skipCron: true },
    clock,
    log,
    stores,
    news: new News(),
    model: deskModel,
    interpret: interpreter(edition),
    newsroom: { outputs: {}, tools: () => [], prepare: async () => {}, setting: async () => NO_SETTING },
  });
  const { desk, cron, conductor, dispatcher } = house;
  const deletion = deletionOf(house, stores, config, clock);
  const close = async () => {
    await cron.close();
    await conductor.close();
    await dispatcher.close(Promise.resolve());
    stores.close();
  };
  return { desk, cron, deletion, close };
}

const DESK_MODEL = { provider: 'desk', model: 'desk-1', languageModel: false } as const;
const NO_SETTING = { values: {}, material: {} };

function withCrashes(stores: Stores, put: DeskOptions['stores']): Stores {
  return put ? put(stores) : stores;
}

function deletionOf(house: House, stores: Stores, config: Config, clock: Clock): DeleteSession {
  const { cron, conductor, scribe } = house;
  const { sessions, transcripts, removal } = stores;
  return new DeleteSession({
    cron,
    conductor,
    scribe,
    sessions,
    transcripts,
    removal,
    clock,
    unified: config.unified,
  });
}

function statusOf(house: House, stores: Stores, about: () => Promise<AboutDesk>): () => Promise<DeskStatus> {
  const paused = async () => (await stores.state.get('paused')) === 'true';
  return () => deskStatus({ cron: house.cron, paused, about });
}
