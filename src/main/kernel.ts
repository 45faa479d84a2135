/**
 * The kernel without its edges: sessions, agent, cron and desk over the stores of a home, wired once.
 *
 * Cron and agent never meet: cron is given `submit`, the agent is given every room's tools.
 */
import type { Logger } from 'pino';
import { ulid } from 'ulid';
import { Agent } from '../agent/agent.ts';
import { Prompts } from '../agent/prompts.ts';
import { TaskRunner } from '../async/task-runner.ts';
import { replyOps } from '../channels/reply-ops.ts';
import type { Config } from '../config/config.ts';
import type { Features } from '../feature/features.ts';
import { Cron } from '../cron/cron.ts';
import { HEARTBEAT_EVERY_MS, Heartbeat } from '../cron/heartbeat.ts';
import type { HeartbeatSettings, SetHeartbeat } from '../cron/heartbeat.ts';
import type { RenderPrompt } from '../cron/trigger.ts';
import { AskedBack } from '../desk/asked-back.ts';
import type { AskedWish } from '../desk/asked-wish.ts';
import { Desk } from '../desk/desk.ts';
import { guildsIn } from '../desk/guild-reach.ts';
import { Intake } from '../desk/intake.ts';
import { jobTools } from '../desk/job-tools.ts';
import { noteTools } from '../desk/note-tools.ts';
import type { Interpret } from '../desk/note-tools.ts';
import type { ChatModel } from '../llm/chat-model.ts';
import { COMPACTION_PROFILE, Compactor } from '../sessions/compactor.ts';
import { Conductor } from '../sessions/conductor.ts';
import type { TurnNews } from '../sessions/conductor.ts';
import { readConversation, tellConversation } from '../sessions/conversation.ts';
import { Dispatcher } from '../sessions/dispatcher.ts';
import { memoryKey, parseSessionKey } from '../sessions/key.ts';
import type { Channel, SessionKey } from '../sessions/key.ts';
import type { Loss, Op, Outbox } from '../sessions/op.ts';
import type { Pass } from '../sessions/perform.ts';
import { isOwnRecord } from '../sessions/read-memory.ts';
import { TranscriptWriter } from '../sessions/transcript-writer.ts';
import type { Turn } from '../sessions/turn.ts';
import type { Edition } from '../newsroom/edition/edition.ts';
import { readWindow } from '../sessions/window.ts';
import type { Clock } from '../time/clock.ts';
import { localOutboxes } from './channels.ts';
import { CronLog } from './cron-log.ts';
import { clockSeen } from './desk-times.ts';
import { destinationOf } from './destination.ts';
import { Downgrades } from './downgrade.ts';
import type { News } from './news.ts';
import { programFiles } from './program-files.ts';
import type { Stores } from './stores.ts';

export interface KernelDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly stores: Stores;
  readonly news: News;
  readonly model: ChatModel;
  /** In which the desk speaks for itself. */
  readonly language?: Edition['language'];
  /** What plain rules of editors mean in this edition. */
  readonly interpret: Interpret;
  /** They may be added until it starts. */
  readonly features: Features;
  /** Where messages go; those of further platforms may be added until the first is sent. */
  readonly outboxes?: Partial<Record<Channel, Outbox>>;
  /** A message was given up. */
  readonly lost?: (op: Op, loss: Loss) => void;
  /** Scheduled work was paused, or resumed. */
  readonly rested?: () => void;
}

const PAUSED = 'paused';
const HEARTBEAT = 'heartbeat';
const BEAT = 'beat wanted';
const DEFAULT_TIMEOUT_MS = 15 * 60_000;
/** How full a conversation's window is when its older half is summed up: before anything falls out of sight. */
const COMPACT_AT = 0.75;

export function buildKernel(parts: KernelDeps) {
  const { config, clock, log, stores, news, features } = parts;
  const newId = () => ulid(clock.now()).toLowerCase();
  const failed = (what: string, error: unknown) => log.error({ err: error }, `${what} failed`);
  const tasks = new TaskRunner({ book: stores.tasks, handlers: () => features.tasks, clock, failed });
  const prompts = Prompts.read([config.paths.prompts, programFiles.prompts], parts.language);
  /** Undefined for a profile that a feature performs, and for one that is gone, whose turns are closed with the reason. */
  const registered = (profile: string) =>
    prompts.profiles().includes(profile) ? prompts.profile(profile) : undefined;
  let compactor: Compactor | undefined;
  const transcriptWriter = new TranscriptWriter({
    book: stores.turns,
    transcripts: stores.transcripts,
    written: (sessionKey, entries) => {
      compactor?.heard(sessionKey, entries);
      for (const entry of entries) if (!isOwnRecord(entry)) news.tell('message', { sessionKey, entry });
    },
  });
  const flush = (session: SessionKey) =>
    transcriptWriter
      .flush(session)
      .catch((error: unknown) => failed(`writing the transcript of ${session}`, error));
  const dispatcher = new Dispatcher({
    ops: stores.ops,
    outboxes: parts.outboxes ?? localOutboxes(),
    clock,
    tries: config.sendTries,
    landed: (sessions) => sessions.forEach((session) => void flush(session)),
    lost: (op, loss) => {
      const { because } = loss;
      log.warn({ module: 'outbox', op: op.key, lane: op.lane, because }, 'a message was not delivered');
      parts.lost?.(op, loss);
    },
    failed,
  });

  /** What a turn has to sum up, if that is what it is for. */
  const conversationOf = async (turn: Turn) => {
    const through = turn.compaction?.covers;
    if (through === undefined) return undefined;
    const waiting = await stores.turns.waiting(turn.lane);
    const tokens = prompts.profile(turn.profile).window_tokens;
    return readConversation(stores.transcripts, turn.lane, {
      turn,
      waiting,
      tokens,
      through,
      zone: config.zone,
    });
  };
  const downgrades = new Downgrades(parts.language ?? 'en');
  const cronLog = new CronLog({ jobs: stores.jobs, clock, news, log });
  const conductor: Conductor = new Conductor({
    book: stores.turns,
    transcriptWriter,
    clock,
    perform: downgrades.telling(async (pass) => {
      const { turn } = pass.started;
      const perform = features.handlerOf(turn.profile)?.perform;
      if (perform) return perform(pass);
      const conversation = await conversationOf(turn);
      if (conversation?.length !== 0) await agent().perform(pass);
      else await pass.settle({ status: 'skipped', summary: 'Nothing is left to sum up.' });
    }),
    messages: (turn, end) => (turn.compaction ? [] : replyOps(turn, end)),
    posted: () => dispatcher.poke(),
    prepare: async (turn, signal) => features.handlerOf(turn.profile)?.prepare?.(turn, signal),
    tell: (told) => {
      tellOf(told, news, log);
      cronLog.turn(told);
      if (told.state === 'finished') void compactor?.finished(told.turn);
      // A failure may have made a retry due before the slot that the ticker sleeps towards.
      if (told.state === 'finished' && told.turn.run && told.end.error !== undefined) cron.poke();
    },
    failed: (what, error, turn) => {
      if (turn) cronLog.broke(turn, error);
      failed(what, error);
    },
    unified: config.unified,
    slots: config.maxConcurrentRuns,
    defaultTimeoutMs: DEFAULT_TIMEOUT_MS,
    timeoutMs: (profile) => {
      const limits = registered(profile)?.limits;
      return limits ? limits.timeout_seconds * 1_000 : DEFAULT_TIMEOUT_MS;
    },
  });
  // Prompts of one's own may do without it.
  if (prompts.profiles().includes(COMPACTION_PROFILE)) {
    const window = prompts.profile('chat').window_tokens;
    compactor = new Compactor({
      transcripts: stores.transcripts,
      book: stores.turns,
      submit: (inbound) => conductor.submit(inbound),
      failed,
      compactAt: COMPACT_AT * window,
      keep: (COMPACT_AT * window) / 2,
    });
  }
  const mainSession = parseSessionKey(config.mainSession);
  const render: RenderPrompt = (profile, values) =>
    prompts.render(registered(profile)?.prompt ?? REMINDER_PROMPT, values);
  const paused = async () => (await stores.state.get(PAUSED)) === 'true';
  const heartbeat = new Heartbeat({
    events: stores.events,
    session: mainSession,
    clock,
    zone: config.zone,
    render,
    submit: (inbound) => conductor.submit(inbound),
    isIdle: (session) => conductor.isIdle(memoryKey(session, config.unified)),
    settings: async () => heartbeatSettings(await stores.state.get(HEARTBEAT)),
    paused,
    wish: {
      get: async () => (await stores.state.get(BEAT)) === 'true',
      set: (wanted) => stores.state.set(BEAT, String(wanted)),
    },
    failed,
  });
  const setHeartbeat: SetHeartbeat = async ({ enabled, everyMs }) => {
    const old = heartbeatSettings(await stores.state.get(HEARTBEAT));
    const settings = { enabled, everyMs: everyMs ?? old.everyMs };
    await stores.state.set(HEARTBEAT, JSON.stringify(settings));
    heartbeat.changed();
    return settings;
  };
  const cron: Cron = new Cron({
    jobs: stores.jobs,
    clock,
    zone: config.zone,
    minIntervalMs: config.minIntervalMs,
    hourlySpreadMs: config.hourlySpreadMs,
    newId,
    render,
    submit: (inbound, slot) => conductor.submit(inbound, slot),
    skip: (turn, because) => conductor.skip(turn, because),
    profiles: () => [...new Set([...prompts.profiles(), ...features.performed])],
    events: stores.events,
    mainSession,
    seen: clockSeen(stores.state),
    beat: () => heartbeat.requestNow(),
    wantBeat: () => heartbeat.want(),
    beats: async () => heartbeatSettings(await stores.state.get(HEARTBEAT)).enabled,
    destination: (provider, to) => destinationOf(provider, to, { mainSession, stores, flush }),
    paused,
    setPaused: async (wish) => {
      await stores.state.set(PAUSED, String(wish));
      heartbeat.changed();
      parts.rested?.();
    },
    enabled: !config.skipCron,
    tell: (told) => {
      cronLog.cron(told);
      dispatcher.poke(); // a retry that was dropped is said where its job lives
    },
    failed,
  });
  const { interpret } = parts;
  const desk = new Desk({
    conductor,
    sessions: stores.sessions,
    transcripts: stores.transcripts,
    notes: stores.notes,
    interpret,
    clock,
    newId,
    unified: config.unified,
  });
  const intake = new Intake({
    transcriptWriter,
    transcripts: stores.transcripts,
    book: stores.intake,
    conductor,
    clock,
    unified: config.unified,
    failed,
  });
  const asked = new AskedBack<AskedWish>();
  // The desk's own: of no other feature may anything be called so.
  features.add({
    name: 'desk',
    tools: [
      ...noteTools({ notes: stores.notes, interpret, newId, zone: config.zone, asked }),
      ...jobTools({ cron, zone: config.zone, mainSession, guildOf: guildsIn(stores.sessions), asked }),
    ],
  });
  let made: Agent | undefined;
  // With the first turn: then all features are there.
  const agent = () =>
    (made ??= new Agent({
      model: downgrades.watch(parts.model),
      prompts,
      tools: features.tools,
      outputs: features.outputs,
      clock,
      window: async (pass, profile) => {
        const { turn } = pass.started;
        if (turn.compaction) return []; // its setting has the conversation
        const waiting = await stores.turns.waiting(turn.lane);
        const history = turn.run?.history ?? 'full';
        return readWindow(stores.transcripts, turn.lane, {
          turn,
          waiting,
          tokens: profile.window_tokens,
          history,
          zone: config.zone,
        });
      },
      setting: async (pass: Pass) => {
        const { turn } = pass.started;
        const { values, material } = await features.setting(turn.session);
        const conversation = await conversationOf(turn);
        if (conversation)
          return {
            values: { ...values, CONVERSATION: tellConversation(conversation) },
            material: { ...material, conversation },
          };
        const events = (await stores.events.takenBy(turn.id)).map(({ text }) => text);
        return { values, material: { ...material, ...(events.length > 0 && { events }) } };
      },
      failed: (tool, error) => failed(`tool ${tool}`, error),
    }));
  return {
    prompts,
    transcriptWriter,
    dispatcher,
    conductor,
    cron,
    heartbeat,
    setHeartbeat,
    desk,
    intake,
    cronLog,
    asked,
    tasks,
    flush,
    newId,
  };
}

export type Kernel = ReturnType<typeof buildKernel>;

const REMINDER_PROMPT = 'cron.agent_turn.reminder';

function heartbeatSettings(kept: string | undefined): HeartbeatSettings {
  return kept === undefined
    ? { enabled: true, everyMs: HEARTBEAT_EVERY_MS }
    : (JSON.parse(kept) as HeartbeatSettings);
}

/** A turn's news, as the gateway's events. */
function tellOf(told: TurnNews, news: News, log: Logger): void {
  const { turn, state } = told;
  const status = told.state === 'finished' ? told.end.status : undefined;
  if (turn.compaction) {
    // Nobody waits for it, and nobody sees it.
    if (told.state === 'finished')
      log.info({ module: 'sessions', lane: turn.lane, status, error: told.end.error }, 'memory summed up');
    return;
  }
  news.tell('turn', {
    turnId: turn.id,
    sessionKey: turn.session,
    kind: turn.kind,
    state,
    ...(status !== undefined && { status }),
  });
}
