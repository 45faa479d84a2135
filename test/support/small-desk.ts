/** A whole desk without newsroom and without models: real stores and rooms, and a performer that the test writes. */
import { JOB_PROFILES } from './job-profiles.ts';
import { UndoLog } from '../../src/feature/undo-log.ts';
import { commandRegistry } from '../../src/commands/command-registry.ts';
import { Cron } from '../../src/cron/cron.ts';
import type { SetHeartbeat } from '../../src/cron/heartbeat.ts';
import { TaskRunner } from '../../src/async/task-runner.ts';
import { DeleteSession } from '../../src/desk/delete-session.ts';
import { JobPauses } from '../../src/desk/job-pauses.ts';
import { deskStatus } from '../../src/desk/desk-status.ts';
import { guildsIn } from '../../src/sessions/guilds.ts';
import { Desk } from '../../src/desk/desk.ts';
import { Upkeep } from '../../src/desk/upkeep.ts';
import type { Entry } from '../../src/sessions/entry.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { SessionKey } from '../../src/sessions/key.ts';
import type { PerformTurn } from '../../src/sessions/perform.ts';
import { SqlSessionRemoval } from '../../src/store/sql/session-removal.ts';
import { FakeClock } from './fake-clock.ts';
import { conduct } from './stage.ts';
import { openStores, sessionOf } from './stores.ts';
import { tempHome } from './temp-home.ts';

/** Says the last words back at once. */
export const echo: PerformTurn = async (pass) => {
  const { text, run } = pass.started.turn;
  await pass.settle({ status: 'ok', summary: run ? `${run.jobName} is done` : `You said: ${text}` });
};

export interface SmallDeskOptions {
  readonly perform?: PerformTurn;
  readonly home?: string;
  readonly clock?: FakeClock;
  readonly enabled?: boolean;
  /** The profiles that jobs can have. */
  readonly profiles?: readonly string[];
  /** What the commands are told of besides the rooms. */
  readonly commands?: Partial<Parameters<typeof commandRegistry>[0]>;
}

export interface News {
  readonly event: 'cron' | 'turn' | 'message' | 'newsroom';
  readonly payload: unknown;
}

const ZONE = 'Europe/London';
const MAIN = parseSessionKey('main');

export function smallDesk({
  perform = echo,
  home = tempHome(),
  clock = new FakeClock(),
  enabled = true,
  profiles = ['reminder', 'planner_daily'],
  commands: told = {},
}: SmallDeskOptions = {}) {
  const stores = openStores(home);
  const listeners = new Set<(news: News) => void>();
  const tell = (event: News['event'], payload: unknown) => {
    for (const listener of listeners) listener({ event, payload });
  };
  const stage = conduct(stores, clock, perform, {
    report: ({ turn, state }) =>
      tell('turn', { turnId: turn.id, sessionKey: turn.session, kind: turn.kind, state }),
  });
  const { conductor, transcriptWriter } = stage;
  // Entries are told as they are written, beside the stage's own list of them.
  const { push } = stage.written;
  stage.written.push = (...written: { session: SessionKey; entry: Entry }[]) => {
    for (const { session, entry } of written) tell('message', { sessionKey: session, entry });
    return push.apply(stage.written, written);
  };
  let ids = 0;
  let isPaused = false;
  let pausedUntilMs: number | undefined;
  const newId = () => `id${++ids}`;
  const paused = async () => isPaused;
  const cron = new Cron({
    jobs: stores.jobs,
    clock,
    zone: ZONE,
    newId,
    render: (profile, values) => ({
      ref: { id: profile, version: 1, sha256: 'x' },
      text: values['MESSAGE'] ?? '',
      variables: values,
    }),
    submit: (inbound, slot) => conductor.submit(inbound, slot),
    skip: (turn, because) => conductor.skip(turn, because),
    unknownModel: (wanted) => (wanted === 'desk' ? undefined : ['desk']),
    jobProfiles: () =>
      profiles.map((name) => JOB_PROFILES.find((profile) => profile.name === name) ?? { name }),
    profiles: () => [...profiles],
    paused,
    setPaused: async (request, untilMs) => {
      isPaused = request;
      pausedUntilMs = request ? untilMs : undefined;
    },
    enabled,
    events: stores.events,
    mainSession: MAIN,
    beat: () => {},
    destination: async (provider, to) => {
      const key = await sessionOf(stores, `${provider}:${to}`);
      return key ? { key } : { because: `there is no session ${provider}:${to ?? ''} to deliver to` };
    },
    report: (news) => tell('cron', news),
    failed: (what, error) => stage.failures.push([what, error]),
  });
  let heartbeat = { enabled: true, everyMs: 1_800_000 };
  const setHeartbeat: SetHeartbeat = async (request) => (heartbeat = { ...heartbeat, ...request });
  const { sessions, transcripts, notes } = stores;
  const desk = new Desk({
    conductor,
    sessions,
    transcripts,
    notes,
    interpret: () => ({}),
    clock,
    newId,
    unified: false,
  });
  const removal = new SqlSessionRemoval(stores.sql);
  const deletion = new DeleteSession({
    cron,
    conductor,
    transcriptWriter,
    sessions,
    transcripts,
    removal,
    clock,
    unified: false,
  });
  const upkeep = new Upkeep({
    book: stores.upkeep,
    time: { now: async () => clock.now() },
    keep: { days: 30, runs: 2_000 },
  });
  const about = async () => ({
    edition: 'sample',
    model: { provider: 'desk', model: 'desk', languageModel: false },
    feeds: [{ key: 'wire', items: 4, newItems: 1 }],
  });
  const undoLog = new UndoLog(stores.sessionState, () => clock.now());
  const tasks: TaskRunner = new TaskRunner({
    ...{ book: stores.tasks, handlers: () => [pauses.handler], clock },
    failed: (what, error) => stage.failures.push([what, error]),
  });
  const pauses: JobPauses = new JobPauses({ cron, tasks, clock, zone: ZONE });
  const status = () => deskStatus({ cron, paused, pausedUntil: async () => pausedUntilMs, about });
  const guildOf = guildsIn(sessions);
  const commands = commandRegistry({
    desk,
    cron,
    status,
    pauses,
    undoLog,
    clock,
    zone: ZONE,
    profiles: () => profiles.map((name) => ({ name })),
    guildOf,
    guilds: () => 1,
    failed: (what, error) => stage.failures.push([what, error]),
    ...told,
  });
  const subscribe = (listener: (news: News) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const close = async () => {
    await cron.close();
    await tasks.stop();
    await conductor.close();
    stores.close();
  };
  return {
    mainSession: MAIN,
    ...stage,
    stores,
    home,
    clock,
    zone: ZONE,
    guildOf,
    cron,
    desk,
    pauses,
    tasks,
    deletion,
    removal,
    upkeep,
    status,
    commands,
    setHeartbeat,
    subscribe,
    tell,
    close,
  };
}

export type SmallDesk = ReturnType<typeof smallDesk>;
