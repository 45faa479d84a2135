import { chatMethods } from './chat-methods.ts';
import { commandMethods } from './command-methods.ts';
import { cronMethods } from './cron-methods.ts';
import { deskMethods } from './desk-methods.ts';
import type { RpcMethods } from '../../feature/rpc-method.ts';
import { noteMethods } from './note-methods.ts';
import { sessionMethods } from './session-methods.ts';
import { upkeepMethods } from './upkeep-methods.ts';
import { wakeMethods } from './wake-methods.ts';

/** What is asked of a home, whether a desk runs on it or not. */
type HomeMethodDeps = Parameters<typeof cronMethods>[0] &
  Parameters<typeof sessionMethods>[0] &
  Parameters<typeof upkeepMethods>[0] &
  Parameters<typeof wakeMethods>[0];

type MethodDeps = HomeMethodDeps &
  Parameters<typeof chatMethods>[0] &
  Parameters<typeof commandMethods>[0] &
  Parameters<typeof deskMethods>[0] &
  Parameters<typeof noteMethods>[0];

/** The methods of every desk, by their names; its features bring theirs. */
export function deskMethodTable(deps: MethodDeps) {
  return {
    ...cronMethods(deps),
    ...wakeMethods(deps),
    ...deskMethods(deps),
    ...upkeepMethods(deps),
    ...sessionMethods(deps),
    ...chatMethods(deps),
    ...commandMethods(deps),
    ...noteMethods(deps),
  };
}

/** Those that a home answers where no desk runs: nothing is performed, and what is ordered waits for one. */
export function homeMethodTable(deps: HomeMethodDeps): RpcMethods {
  const { 'cron.run': _run, ...jobs } = cronMethods(deps);
  const { 'heartbeat.set': _set, ...events } = wakeMethods(deps);
  return {
    ...jobs,
    ...events,
    ...sessionMethods(deps),
    ...upkeepMethods(deps),
  };
}
