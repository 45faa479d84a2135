/**
 * The kernel without its edges: sessions, agent, cron and desk over a home's stores, wired once. Cron and agent don't
 * know each other: cron is given `submit`, and the agent every room's tools.
 */
import type { Logger } from 'pino';
import { Downgrades } from '../agent/downgrade.ts';
import { Prompts } from '../agent/prompts.ts';
import { TaskRunner } from '../async/task-runner.ts';
import type { Config } from '../config/config.ts';
import { programFiles } from '../config/program-files.ts';
import { CronLog } from '../cron/cron-log.ts';
import { Cron } from '../cron/cron.ts';
import { destinationOf } from '../cron/destination.ts';
import type { Heartbeat } from '../cron/heartbeat.ts';
import { keptHeartbeat } from '../cron/kept-heartbeat.ts';
import { KeptPause } from '../cron/kept-pause.ts';
import type { OpenQuestion } from '../desk/open-question.ts';
import { clockSeen } from '../desk/desk-times.ts';
import { Desk } from '../desk/desk.ts';
import { deskFeature } from '../desk/desk-feature.ts';
import { JobPauses } from '../desk/job-pauses.ts';
import { mainSessionOf } from '../desk/examine-settings.ts';
import { Intake } from '../desk/intake.ts';
import type { Interpret } from '../desk/note-tools.ts';
import { AskedBack } from '../feature/asked-back.ts';
import { UndoLog } from '../feature/undo-log.ts';
import type { Features } from '../feature/features.ts';
import { compactorBy } from '../feature/memory-compactor.ts';
import type { News } from '../feature/news.ts';
import { NO_TRACING } from '../feature/tracing.ts';
import type { Tracing } from '../feature/tracing.ts';
import { turnMessages } from '../feature/turn-messages.ts';
import { turnReaders } from '../feature/turn-readers.ts';
import { publishTurn } from '../feature/turn-news.ts';
import { DEFAULT_TIMEOUT_MS, TurnProfiles } from '../feature/turn-profiles.ts';
import { TurnPerformer } from '../feature/turn-performer.ts';
import type { ChatModel, UnknownModel } from '../llm/chat-model.ts';
import type { Compactor } from '../sessions/compactor.ts';
import { Conductor } from '../sessions/conductor.ts';
import type { ConductorDeps } from '../sessions/conductor.ts';
import { Dispatcher } from '../sessions/dispatcher.ts';
import { memoryKey } from '../sessions/key.ts';
import type { Channel, SessionKey } from '../sessions/key.ts';
import type { Loss, Op, Outbox } from '../sessions/op.ts';
import { sendingPeers } from '../sessions/peers.ts';
import { isOwnRecord } from '../sessions/read-memory.ts';
import { TranscriptWriter } from '../sessions/transcript-writer.ts';
import type { Clock } from '../time/clock.ts';
import { localeOf } from '../time/locale.ts';
import type { WrittenLanguage } from '../time/locale.ts';
import { newIdAt } from '../time/new-id.ts';
import { localOutboxes } from './channels.ts';
import type { Stores } from './stores.ts';

export interface KernelDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly stores: Stores;
  readonly news: News;
  readonly model: ChatModel;
  /** Without it, every name of a model is taken. */
  readonly unknownModel?: UnknownModel | undefined;
  /** The language of the desk's own texts. */
  readonly language?: WrittenLanguage;
  /** Parses editors' plain rules in this edition. */
  readonly interpret: Interpret;
  /** May be added until the kernel starts. */
  readonly features: Features;
  /** Receives the features' traces. */
  readonly tracing?: Tracing;
  /** Outboxes by channel; further ones may be added until the first message is sent. */
  readonly outboxes?: Partial<Record<Channel, Outbox>>;
  /** Whose messages are left for another process to send. */
  readonly leaves?: (lane: SessionKey) => boolean;
  readonly attended?: ConductorDeps['attended'];
  /** Called when a message was given up. */
  readonly lost?: (op: Op, loss: Loss) => void;
  /** Called when scheduled work was paused or resumed. */
  readonly rested?: () => void;
}

export function buildKernel(deps: KernelDeps) {
  const { tracing = NO_TRACING, unknownModel = () => undefined } = deps;
  const base = baseOf(deps);
  const late: Late = {};
  const { transcriptWriter, flush } = writerOf(deps, base, late);
  const dispatcher = dispatcherOf(deps, base, flush);
  const conductor = conductorOf(deps, base, { late, transcriptWriter, dispatcher });
  late.compactor = compactorBy(base.profiles, {
    ...{ transcripts: deps.stores.transcripts, book: deps.stores.turns, failed: base.failed },
    submit: (inbound) => conductor.submit(inbound),
  });
  const { heartbeat, setHeartbeat, beats } = heartbeatOf(deps, base, conductor);
  const cron = (late.cron = cronOf(deps, base, { conductor, dispatcher, heartbeat, beats, flush }));
  const { config, clock, log, stores, news, interpret, features } = deps;
  const { prompts, model, newId, failed, cronLog, pause, mainSession } = base;
  const { notes, sessions, transcripts } = stores;
  const { unified } = config;
  const desk = new Desk({ conductor, sessions, transcripts, notes, interpret, clock, newId, unified });
  const intake = new Intake({
    ...{ transcriptWriter, transcripts, conductor, clock, unified, failed },
    book: stores.intake,
  });
  const asked = new AskedBack<OpenQuestion>(stores.sessionState, 'asked back');
  const undoLog = new UndoLog(stores.sessionState, () => clock.now());
  const tasks = new TaskRunner({
    ...{ book: stores.tasks, handlers: () => features.tasks, clock, failed },
    elsewhere: () => stores.peers?.signal({ kind: 'tasks' }),
    cancelled: (task) => stores.peers?.signal({ kind: 'cancelled', task }),
  });
  const { zone } = config;
  const pauses = new JobPauses({ cron, tasks, clock, zone });
  const people = { asked, undoLog, pauses };
  features.add(deskFeature({ ...people, cron, zone, mainSession, notes, sessions, interpret, newId }));
  return {
    ...{ config, clock, log, news, stores, tracing, failed },
    ...{ prompts, model, newId, cronLog, unknownModel },
    ...{ paused: () => pause.isOn(), pausedUntil: () => pause.untilMs() },
    ...{ transcriptWriter, dispatcher, conductor, cron, heartbeat, setHeartbeat },
    ...{ desk, intake, asked, undoLog, pauses, tasks, flush },
  };
}

export type Kernel = ReturnType<typeof buildKernel>;
type Base = ReturnType<typeof baseOf>;

/** Parts that are created after those that call them. */
interface Late {
  compactor?: Compactor | undefined;
  cron?: Cron;
}

/** What all parts of a kernel share. */
function baseOf({ config, clock, log, stores, news, language, model, features }: KernelDeps) {
  const downgrades = new Downgrades(language ?? 'en');
  const prompts = Prompts.read([config.paths.prompts, programFiles.prompts], language);
  return {
    prompts,
    downgrades,
    model: downgrades.watch(model),
    profiles: new TurnProfiles(prompts, features),
    pause: new KeptPause(stores.state, () => clock.now()),
    newId: () => newIdAt(clock.now()),
    failed: (what: string, error: unknown) => log.error({ err: error }, `${what} failed`),
    cronLog: new CronLog({ jobs: stores.jobs, clock, news, log }),
    mainSession: mainSessionOf(config),
  };
}

function writerOf({ stores, news }: KernelDeps, { failed }: Base, late: Late) {
  const transcriptWriter = new TranscriptWriter({
    book: stores.turns,
    transcripts: stores.transcripts,
    written: (sessionKey, entries) => {
      late.compactor?.entriesWritten(sessionKey, entries);
      for (const entry of entries) if (!isOwnRecord(entry)) news.publish('message', { sessionKey, entry });
    },
  });
  const flush = (session: SessionKey) =>
    transcriptWriter
      .flush(session)
      .catch((error: unknown) => failed(`writing the transcript of ${session}`, error));
  return { transcriptWriter, flush };
}

type Flush = ReturnType<typeof writerOf>['flush'];

function dispatcherOf(deps: KernelDeps, { failed }: Base, flush: Flush): Dispatcher {
  const { stores, clock, config, log } = deps;
  return new Dispatcher({
    ops: stores.ops,
    outboxes: deps.outboxes ?? localOutboxes(),
    clock,
    tries: config.sendTries,
    ...(deps.leaves && { leaves: deps.leaves }),
    peers: sendingPeers(stores.peers),
    landed: (sessions) => sessions.forEach((session) => void flush(session)),
    lost: (op, loss) => {
      const { because } = loss;
      log.warn({ module: 'outbox', op: op.key, lane: op.lane, because }, 'a message was not delivered');
      deps.lost?.(op, loss);
    },
    failed,
  });
}

interface TurnNeeds {
  readonly late: Late;
  readonly transcriptWriter: TranscriptWriter;
  readonly dispatcher: Dispatcher;
}

function conductorOf(
  deps: KernelDeps,
  { prompts, model, downgrades, profiles, failed, cronLog }: Base,
  { late, transcriptWriter, dispatcher }: TurnNeeds,
): Conductor {
  const { config, clock, log, stores, news, features } = deps;
  const performer = new TurnPerformer({
    ...{ features, prompts, stores, clock, failed },
    model,
    zone: config.zone,
  });
  return new Conductor({
    ...{ book: stores.turns, transcriptWriter, clock },
    perform: downgrades.naming((pass) => performer.perform(pass)),
    messages: (turn, end) => turnMessages(turn, end, features),
    readers: (turn) => turnReaders(turn, deps.language),
    attended: deps.attended,
    posted: () => dispatcher.poke(),
    prepare: (turn, signal) => performer.prepare(turn, signal),
    report: (told) => {
      publishTurn(told, news, log);
      cronLog.turn(told);
      if (told.state !== 'finished') return;
      void late.compactor?.finished(told.turn);
      // A failure may have made a retry due earlier than the ticker expects.
      if (told.turn.run && told.end.error !== undefined) late.cron?.poke();
    },
    failed: (what, error, turn) => {
      if (turn) cronLog.broke(turn, error);
      failed(what, error);
    },
    ...{ unified: config.unified, slots: config.maxConcurrentRuns, peers: stores.peers },
    defaultTimeoutMs: DEFAULT_TIMEOUT_MS,
    timeoutMs: (profile) => profiles.timeoutMs(profile),
  });
}

function heartbeatOf(
  { config, clock, stores }: KernelDeps,
  { profiles, mainSession, pause, failed }: Base,
  conductor: Conductor,
) {
  return keptHeartbeat(stores.state, {
    events: stores.events,
    session: mainSession,
    clock,
    zone: config.zone,
    render: profiles.render,
    submit: (inbound) => conductor.submit(inbound),
    isIdle: (session) => conductor.isIdle(memoryKey(session, config.unified)),
    paused: () => pause.isOn(),
    failed,
    changed: () => stores.peers?.signal({ kind: 'schedule' }),
  });
}

interface CronNeeds {
  readonly conductor: Conductor;
  readonly dispatcher: Dispatcher;
  readonly heartbeat: Heartbeat;
  readonly beats: () => Promise<boolean>;
  readonly flush: Flush;
}

function cronOf(
  deps: KernelDeps,
  { profiles, newId, failed, cronLog, mainSession, pause }: Base,
  { conductor, dispatcher, heartbeat, beats, flush }: CronNeeds,
): Cron {
  const { config, clock, stores, unknownModel } = deps;
  const { zone, minIntervalMs, hourlySpreadMs } = config;
  return new Cron({
    jobs: stores.jobs,
    ...{ clock, zone, minIntervalMs, hourlySpreadMs, newId, unknownModel },
    render: profiles.render,
    submit: (inbound, slot) => conductor.submit(inbound, slot),
    skip: (turn, because) => conductor.skip(turn, because),
    ...{ profiles: () => profiles.names(), jobProfiles: () => profiles.forJobs() },
    events: stores.events,
    mainSession,
    locale: localeOf(deps.language ?? 'en'),
    seen: clockSeen(stores.state),
    beat: () => {
      heartbeat.requestNow();
      stores.peers?.signal({ kind: 'beat' });
    },
    wantBeat: () => heartbeat.want(),
    beats,
    destination: (provider, to) => destinationOf(provider, to, { mainSession, stores, flush }),
    paused: () => pause.isOn(),
    setPaused: async (request, untilMs) => {
      await pause.set(request, untilMs);
      heartbeat.changed();
      stores.peers?.signal({ kind: 'schedule' });
      deps.rested?.();
    },
    enabled: !config.skipCron,
    remembered: (session) => void flush(session),
    report: (told) => {
      cronLog.cron(told);
      dispatcher.poke(); // a dropped retry is reported in its job's session
    },
    failed,
  });
}
