/**
 * The runner: the newsroom's pipeline without a desk. There is no gateway, channel or cron; turns of people and jobs
 * wait for a desk.
 *
 * - It holds the home's lock as `runner`, and gives way between two steps to whoever wants the home: a desk continues
 *   the stories itself; after a command the runner continues. It doesn't start while a desk or another runner holds
 *   the home.
 * - It works on all open batches, like a desk; what it was asked to run only decides when it is done.
 */
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { RunEntry } from '../cron/run.ts';
import type { ChatModel } from '../llm/chat-model.ts';
import type { BatchService, ScannedRoot } from '../newsroom/batches/batch-service.ts';
import type { BatchStatus } from '../newsroom/batches/batch-status.ts';
import { lookAtFolder } from '../newsroom/batches/batch-folder.ts';
import type { TurnsPlan } from '../newsroom/batches/turns-plan.ts';
import { setUpJobs } from '../newsroom/edition/first-jobs.ts';
import type { PlanKind } from '../newsroom/model/candidate.ts';
import { untilSettled } from '../newsroom/pipeline/until-settled.ts';
import type { PreviewedRun } from '../setup/preview-home.ts';
import { parseSessionKey } from '../sessions/key.ts';
import { HomeLocked, claimHome, homeWanted, reclaimHome } from '../store/home-lock.ts';
import type { HomeLock } from '../store/home-lock.ts';
import { systemClock } from '../time/clock.ts';
import type { Clock } from '../time/clock.ts';
import { openForCommand, openWithoutDesk } from './open-rooms.ts';
import type { CommandTerms } from './open-rooms.ts';
import { openLog } from '../config/logging.ts';

export interface RunnerOptions {
  readonly config: Config;
  /** What to run; without it, everything that is open. Paths are absolute. */
  readonly asked: { readonly path: string } | { readonly root: string };
  /** Stops it between two steps. */
  readonly signal: AbortSignal;
  /** A person reads the output, so logs go to a file. */
  readonly atTerminal?: boolean;
  readonly clock?: Clock;
  readonly log?: Logger;
  readonly model?: ChatModel;
}

/** How it ended. */
export interface RunnerEnd {
  /** `handed over`: a desk took the home and continues the batches. */
  readonly kind: 'done' | 'handed over' | 'stopped';
  readonly runs: readonly BatchStatus[];
  readonly left: ScannedRoot['left'];
}

/** @throws HomeLocked, NoBatchFolder, BatchRefused, ConfigError, EditionError, StoreError */
// ts-unused-exports:disable-next-line
export async function runWithoutDesk(options: RunnerOptions): Promise<RunnerEnd> {
  const { config, clock = systemClock, signal, atTerminal = false } = options;
  const log = options.log ?? openLog(config, atTerminal).log;
  const { pid } = process;
  let lock = await claimHome(config.paths.lock, { pid, holder: 'runner', clock, askRunner: false });
  for (;;) {
    const end = await workOn(lock, { ...options, clock, log: log.child({ module: 'runner' }) });
    if (end.kind !== 'wanted') return { ...end, kind: end.kind };
    log.info({ module: 'runner' }, 'the home is wanted: gave way');
    try {
      lock = await reclaimHome(config.paths.lock, { pid, clock, signal });
    } catch (error) {
      if (signal.aborted) return { ...end, kind: 'stopped' };
      if (!(error instanceof HomeLocked)) throw error;
      log.info({ module: 'runner', pid: error.pid }, `handed over to a ${error.holder}`);
      return { ...end, kind: 'handed over' };
    }
  }
}

type Shift = Omit<RunnerEnd, 'kind'> & { readonly kind: 'done' | 'wanted' | 'stopped' };
type ShiftDeps = RunnerOptions & { readonly clock: Clock; readonly log: Logger };

/** Open the home, work until nothing is left or somebody wants it, and close it. */
async function workOn(lock: HomeLock, deps: ShiftDeps): Promise<Shift> {
  const { config, clock, asked, signal } = deps;
  const opened = await openPipeline(lock, deps);
  const over = new AbortController();
  try {
    const { runs, left } = await take(opened.runs, asked);
    await opened.start();
    const wanted = homeWanted(config.paths.lock, clock, over.signal).then(() => 'wanted' as const);
    const stopped = new Promise<'stopped'>((resolve) => {
      if (signal.aborted) resolve('stopped');
      signal.addEventListener('abort', () => resolve('stopped'), { once: true });
    });
    const done = opened.settled(over.signal).then(() => 'done' as const);
    wanted.catch(() => {}); // it is over
    done.catch(() => {});
    const kind = await Promise.race([done, wanted, stopped]);
    return { kind, runs: await opened.runs.statuses(runs.map(({ id }) => id)), left };
  } finally {
    over.abort(new Error('the shift is over'));
    await opened.close();
  }
}

async function take(runs: BatchService, asked: RunnerOptions['asked']): Promise<ScannedRoot> {
  return 'path' in asked ? { runs: [await runs.take(asked.path)], left: [] } : runs.scan(asked.root);
}

/** The pipeline of a kernel, not started. */
async function openPipeline(lock: HomeLock, deps: ShiftDeps) {
  const { clock, log } = deps;
  const home = await openWithoutDesk(lock, deps);
  const { stores, kernel, newsroom } = home;
  const { batches: runs } = newsroom;

  const start = async () => {
    await kernel.conductor.recover(({ kind }) => kind === 'worker');
    await newsroom.feature.start?.();
    await kernel.tasks.start(newsroom.feature.tasks?.map(({ name }) => name));
  };

  const settled = async (over: AbortSignal) => {
    await untilSettled({ batches: runs, dispatcher: kernel.dispatcher, clock }, over);
    const unsent = await stores.ops.lanes();
    if (unsent.length > 0) log.warn({ lanes: unsent }, 'messages are left for the desk to send');
  };

  return { runs, start, settled, close: home.close };
}

/**
 * A planner's turn where no desk runs, for debugging: the forced run of its job. What it orders waits for a runner.
 * @returns undefined where there is no job of that planner.
 */
// ts-unused-exports:disable-next-line
export async function planWithoutDesk(
  kind: PlanKind,
  { signal, ...terms }: CommandTerms & { readonly signal?: AbortSignal },
): Promise<{ readonly run: RunEntry; readonly plan: TurnsPlan } | { readonly refused: string } | undefined> {
  const opened = await openForCommand(terms);
  const { clock, kernel, stores, edition, newsroom } = opened;
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

/** A planner's turn and its stories over the home of a preview. Nothing leaves it. */
// ts-unused-exports:disable-next-line
export async function previewWithoutDesk(
  config: Config,
  { clock = systemClock, signal }: { readonly clock?: Clock; readonly signal: AbortSignal },
): Promise<PreviewedRun> {
  const planned = await planWithoutDesk('daily', { config, clock, signal });
  if (!planned) return { kind: 'none', because: 'the edition has no planner_daily' };
  if ('refused' in planned) return { kind: 'none', because: planned.refused };
  const { run, plan } = planned;
  if (!plan.run) return { kind: 'none', because: plan.remark ?? run.error ?? run.summary ?? run.status };
  await runWithoutDesk({ config, asked: { path: plan.run.dir }, signal, clock, atTerminal: true });
  const { stories } = await lookAtFolder(plan.run.dir);
  return {
    kind: 'written',
    stories: stories.map(({ story: { title, category }, state: { status, reason }, result }) => ({
      ...{ title, category, status, reason, body: result.worker?.draft.body ?? '' },
    })),
  };
}
