/**
 * What one desk does for all that work beside each other: the newsroom's tasks, sending and hearing, the schedule. A desk
 * that is alone does all of it.
 */
import type { Connections } from '../channels/connections.ts';
import { logTasks } from '../feature/task-log.ts';
import type { Features } from '../feature/features.ts';
import type { NewsItem } from '../feature/news.ts';
import { setUpJobs } from '../newsroom/edition/first-jobs.ts';
import type { Edition } from '../newsroom/edition/edition.ts';
import { SENDING } from '../sessions/peers.ts';
import type { Peers, Role, Signal } from '../sessions/peers.ts';
import type { Kernel } from './kernel.ts';

/** The role of the desk that runs tasks. */
const NEWSROOM = 'newsroom';

interface RolesDeps {
  readonly kernel: Kernel;
  readonly edition: Edition;
  readonly connections: Connections;
  readonly features: Features;
  /** What interrupted deletions left. */
  readonly deletions: readonly { resume(): Promise<unknown> }[];
}

/**
 * Recover interrupted work, and begin the roles: all of them, or those that no other desk has.
 * @param listen opens the gateway, once what was interrupted is recovered
 */
export async function beginRoles<T>(deps: RolesDeps, listen: () => Promise<T>): Promise<T> {
  const { conductor, log, stores } = deps.kernel;
  const { peers } = stores;
  if (!peers || peers.isFirst) {
    const left = await conductor.recover();
    if (left.waiting + left.cutOff > 0) log.info({ module: 'sessions', ...left }, 'took up what was left');
  }
  const roles = rolesOf(deps);
  if (!peers) {
    const [newsroom, ...others] = roles;
    await newsroom!.begin();
    const listening = await listen();
    for (const role of others) await role.begin();
    return listening;
  }
  const listening = await listen();
  await peers.begin({
    roles,
    receive: (signal) => receive(signal, deps.kernel),
    gone: async (desks) => {
      const left = await conductor.recover(undefined, desks);
      log.info({ module: 'sessions', ...left }, 'took up the turns of a desk that is gone');
    },
    look: () => conductor.shared.look(),
  });
  conductor.shared.look();
  return listening;
}

function rolesOf(deps: RolesDeps): Role[] {
  const { kernel, edition, connections, features, deletions } = deps;
  const { config, clock, log, stores, cron, tasks, heartbeat, cronLog, dispatcher } = kernel;
  return [
    {
      name: NEWSROOM,
      begin: async () => {
        for (const deletion of deletions) await deletion.resume();
        await setUpJobs(edition, { cron, stores, clock });
        await features.start();
        await tasks.start();
        await logTasks(tasks, stores.tasks, log);
      },
    },
    {
      name: 'schedule',
      begin: async () => {
        cron.start();
        if (!config.skipCron) heartbeat.start();
        cronLog.began(await cron.status(), { comes: !config.skipCron });
      },
    },
    {
      name: SENDING,
      begin: async () => {
        connections.start();
        dispatcher.takeOver();
      },
    },
  ];
}

/** A job was changed, or the end of a run may have made a retry due. */
function changesSlots(payload: unknown): boolean {
  const { action } = payload as { readonly action?: string };
  return action !== 'queued' && action !== 'started';
}

type HearDeps = Pick<Kernel, 'conductor' | 'dispatcher' | 'tasks' | 'cron' | 'heartbeat' | 'news' | 'log'> & {
  readonly stores: { readonly peers?: Pick<Peers, 'holds'> | undefined };
};

/**
 * What another desk said. Whoever doesn't have the role that is meant does nothing: it would tell the others, and desks that
 * wait for a dead one's roles would tell each other more and more.
 */
export function receive(signal: Signal, deps: HearDeps): void {
  const { conductor, dispatcher, tasks, cron, heartbeat, news, log } = deps;
  const { peers } = deps.stores;
  switch (signal.kind) {
    case 'outbox':
      if (peers?.holds(SENDING)) dispatcher.poke();
      return;
    case 'settled':
      return dispatcher.ends.settle(signal.op);
    case 'tasks':
      if (peers?.holds(NEWSROOM)) tasks.poke();
      return;
    case 'cancelled':
      return tasks.cancelled(signal.task);
    case 'beat':
      return heartbeat.requestNow();
    case 'schedule':
      heartbeat.changed();
      return cron.poke();
    case 'news':
      if (signal.event === 'cron' && changesSlots(signal.payload)) cron.poke();
      return news.deliver({ event: signal.event, payload: signal.payload } as NewsItem);
    default:
      conductor.shared
        .receive(signal)
        .catch((error: unknown) => log.error({ err: error }, 'hearing of turns failed'));
  }
}
