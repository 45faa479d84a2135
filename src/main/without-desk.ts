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
import { systemClock } from '../time/clock.ts';
import type { Clock } from '../time/clock.ts';
import { commandList } from './features.ts';
import { channelsOf, localOutboxes } from './channels.ts';
import { componentKey } from './connect.ts';
import { editionOf, interpreter } from '../newsroom/edition/home-edition.ts';
import { startSample } from '../newsroom/sample/start-sample.ts';
import type { RunEntry } from '../cron/run.ts';
import type { PlanKind } from '../newsroom/model/candidate.ts';
import type { TurnsPlan } from '../newsroom/batches/turns-plan.ts';
import { parseSessionKey } from '../sessions/key.ts';
import { claimHome } from '../store/home-lock.ts';
import { setUpJobs } from '../newsroom/edition/first-jobs.ts';
import { openLog } from '../config/logging.ts';
import { featuresOf, openNewsroom } from './features.ts';
import { buildKernel } from './kernel.ts';
import { KeepingLock } from '../desk/keeping-lock.ts';
import { SEND_TASK, STEP_TASK } from '../newsletter/next-tasks.ts';
import { modelDesk } from '../newsroom/intake/cluster/model-desk.ts';
import { Models } from '../llm/models.ts';
import { News } from '../feature/news.ts';
import { openTracing } from '../feature/otlp-tracing.ts';
import { RpcError } from '../feature/rpc-error.ts';
import type { RpcMethods } from '../feature/rpc-method.ts';
import { openDeskChannel } from '../newsroom/edition/desk-channel.ts';
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

/**
 * A planner's turn where no desk runs, for debugging: the forced run of its job. What it orders waits for a runner.
 * @returns undefined where there is no job of that planner.
 */
// ts-unused-exports:disable-next-line
export async function planWithoutDesk(
  kind: PlanKind,
  {
    config,
    clock = systemClock,
    signal,
  }: { readonly config: Config; readonly clock?: Clock; readonly signal?: AbortSignal },
): Promise<{ readonly run: RunEntry; readonly plan: TurnsPlan } | { readonly refused: string } | undefined> {
  const { log } = openLog(config, true);
  const lock = await claimHome(config.paths.lock, { pid: process.pid, holder: 'command', clock });
  const opened = await openWithoutDesk(lock, { config, clock, log });
  const { kernel, stores, edition, newsroom } = opened;
  const { cron, conductor, dispatcher } = kernel;
  const stop = () => void conductor.close();
  signal?.addEventListener('abort', stop);
  try {
    await setUpJobs(edition, { cron, stores, clock });
    const jobs = await cron.list({ includeDisabled: true });
    const job = jobs.find(
      ({ payload }) => payload.kind === 'agentTurn' && payload.profile === `planner_${kind}`,
    );
    if (!job) return undefined;
    await conductor.recover(() => false);
    const { runId, reason } = await cron.run(job.id, 'force');
    if (runId === null) return { refused: reason ?? 'no reason given' };
    await conductor.idle();
    await dispatcher.idle();
    const run = (await cron.runs(job.id, 20)).find((entry) => entry.runId === runId);
    if (!run) return { refused: `the run ${runId} left no trace` };
    return {
      run,
      plan: await newsroom.batches.planOf({
        runId,
        jobId: job.id,
        slotMs: run.scheduledForMs,
        sessionKey: parseSessionKey(run.sessionKey),
      }),
    };
  } finally {
    signal?.removeEventListener('abort', stop);
    await opened.close();
  }
}

/**
 * A method of a feature where no desk runs: over the stores, with the models, and without an edge that anybody could hear.
 *
 * What its turns post is sent before this resolves, as far as it can be sent.
 * @throws what the method throws; HomeLocked where a desk or a runner has the home.
 */
// ts-unused-exports:disable-next-line
export async function callWithoutDesk(
  name: string,
  params: object,
  { config, clock = systemClock }: { readonly config: Config; readonly clock?: Clock },
): Promise<unknown> {
  const { log } = openLog(config, true);
  const lock = await claimHome(config.paths.lock, { pid: process.pid, holder: 'command', clock });
  const opened = await openWithoutDesk(lock, { config, clock, log, attended: true });
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

interface OpenedNewsletters {
  readonly methods: RpcMethods;
  /** Do the steps that are to be done, and those that come. */
  work(): Promise<void>;
  /** Resolves when what it has posted is out, as far as it can be. */
  sent(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Newsletters where no desk runs: made, looked at and sent in this process, which holds the home meanwhile.
 *
 * Nothing is done of them before `work`; then of all that are open, as a desk does.
 * @throws HomeLocked, ConfigError, EditionError, StoreError
 */
// ts-unused-exports:disable-next-line
export async function openNewsletters({
  config,
  clock = systemClock,
}: {
  readonly config: Config;
  readonly clock?: Clock;
}): Promise<OpenedNewsletters> {
  const { log } = openLog(config, true);
  const lock = await claimHome(config.paths.lock, { pid: process.pid, holder: 'command', clock });
  const opened = await openWithoutDesk(lock, { config, clock, log, attended: true });
  try {
    await opened.kernel.conductor.recover(() => false);
    await openDeskChannel(opened.edition, opened);
  } catch (error) {
    await opened.close();
    throw error;
  }
  return {
    methods: opened.features.methods,
    work: () => opened.kernel.tasks.start([STEP_TASK, SEND_TASK]),
    sent: async () => {
      opened.kernel.dispatcher.poke();
      await opened.kernel.dispatcher.idle();
    },
    close: opened.close,
  };
}
