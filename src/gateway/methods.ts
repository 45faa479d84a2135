import { chatMethods } from './chat-methods.ts';
import { commandMethods } from './command-methods.ts';
import { cronMethods } from './cron-methods.ts';
import { deskMethods } from './desk-methods.ts';
import type { RpcMethods } from '../feature/rpc-method.ts';
import { newsroomEventMethods } from './newsroom-event-methods.ts';
import { newsroomMethods } from './newsroom-methods.ts';
import { newsroomPoolMethods } from './newsroom-pool-methods.ts';
import { newsroomRunMethods } from './newsroom-run-methods.ts';
import { noteMethods } from './note-methods.ts';
import { sessionMethods } from './session-methods.ts';
import { upkeepMethods } from './upkeep-methods.ts';
import { wakeMethods } from './wake-methods.ts';

/** What is asked of a home, whether a desk runs on it or not. */
type HomeMethodDeps = Parameters<typeof cronMethods>[0] &
  Parameters<typeof newsroomEventMethods>[0] &
  Parameters<typeof newsroomPoolMethods>[0] &
  Parameters<typeof newsroomRunMethods>[0] &
  Parameters<typeof sessionMethods>[0] &
  Parameters<typeof upkeepMethods>[0] &
  Parameters<typeof wakeMethods>[0];

type MethodDeps = HomeMethodDeps &
  Parameters<typeof chatMethods>[0] &
  Parameters<typeof commandMethods>[0] &
  Parameters<typeof deskMethods>[0] &
  Parameters<typeof newsroomMethods>[0] &
  Parameters<typeof noteMethods>[0];

/** Every method of the gateway, by its name. */
export function deskMethodTable(deps: MethodDeps): RpcMethods {
  return {
    ...cronMethods(deps),
    ...wakeMethods(deps),
    ...deskMethods(deps),
    ...upkeepMethods(deps),
    ...sessionMethods(deps),
    ...chatMethods(deps),
    ...commandMethods(deps),
    ...noteMethods(deps),
    ...newsroomMethods(deps),
    ...newsroomEventMethods(deps),
    ...newsroomPoolMethods(deps),
    ...newsroomRunMethods(deps),
  };
}

/** Those that a home answers where no desk runs: nothing is performed, and what is ordered waits for one. */
export function homeMethodTable(deps: HomeMethodDeps): RpcMethods {
  const { 'cron.run': _run, ...jobs } = cronMethods(deps);
  const { 'heartbeat.set': _set, ...events } = wakeMethods(deps);
  const { 'newsroom.runs.write': write } = newsroomRunMethods(deps);
  return {
    ...jobs,
    ...events,
    ...sessionMethods(deps),
    ...upkeepMethods(deps),
    ...newsroomEventMethods(deps),
    ...newsroomPoolMethods(deps),
    ...(write && { 'newsroom.runs.write': write }),
  };
}
