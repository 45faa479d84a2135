/** The use-cases of a desk, each built from its kernel and its stores. */
import type { Logger } from 'pino';
import type { Connections } from '../channels/connections.ts';
import type { Config } from '../config/config.ts';
import { DeleteSession } from '../desk/delete-session.ts';
import { deskStatus } from '../desk/desk-status.ts';
import type { AboutDesk, DeskStatus } from '../desk/desk-status.ts';
import { PlaceDeletion } from '../desk/place-deletion.ts';
import { Places } from '../desk/places.ts';
import { Rebind } from '../desk/rebind.ts';
import { Upkeep } from '../desk/upkeep.ts';
import { FOLLOW_PROFILE } from '../newsroom/follow/follower.ts';
import type { Clock } from '../time/clock.ts';
import type { Kernel } from './kernel.ts';
import type { Stores } from './stores.ts';

export function deletionOf(kernel: Kernel, stores: Stores, config: Config, clock: Clock): DeleteSession {
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

export function upkeepOf({ upkeep: book, believed: time }: Stores, { keep }: Config): Upkeep {
  return new Upkeep({ book, time, keep });
}

export function placesOf(
  { cron, conductor, transcriptWriter }: Kernel,
  stores: Stores,
  clock: Clock,
): Places {
  const { places: book, removal, transcripts } = stores;
  return new Places({ book, removal, cron, conductor, transcriptWriter, transcripts, clock });
}

export function rebindOf(
  places: Places,
  cron: Kernel['cron'],
  { sessions }: Stores,
  clock: Clock,
  connections: Connections,
): Rebind {
  const platform = () => (connections.isEmpty ? undefined : connections);
  return new Rebind({ cron, places, sessions, clock, platform });
}

export function placeDeletionOf(kernel: Kernel, stores: Stores, clock: Clock, log: Logger): PlaceDeletion {
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

export function statusOf(
  kernel: Kernel,
  stores: Stores,
  about: () => Promise<AboutDesk>,
): () => Promise<DeskStatus> {
  const paused = async () => (await stores.state.get('paused')) === 'true';
  return () => deskStatus({ cron: kernel.cron, paused, about });
}

/** When a planner's turn starts next. */
export async function nextPlan(cron: Kernel['cron']): Promise<number | undefined> {
  const planned = (await cron.list())
    .filter(
      ({ enabled, payload }) =>
        enabled && payload.kind === 'agentTurn' && payload.profile?.startsWith('planner_'),
    )
    .flatMap(({ state }) => state.nextRunAtMs ?? []);
  return planned.length === 0 ? undefined : Math.min(...planned);
}

/**
 * The turn profiles that people may choose for a job: not those of workers and of the desk's own upkeep.
 * @param performed those that features perform without the agent.
 */
export function jobProfiles(prompts: Kernel['prompts'], performed: readonly string[]): string[] {
  const registered = prompts
    .profiles()
    .filter(
      (name) => name !== FOLLOW_PROFILE && ['remind', 'plan', 'chat'].includes(prompts.profile(name).task),
    );
  return [...registered, ...performed.filter((name) => !prompts.profiles().includes(name))];
}
