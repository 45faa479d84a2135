import { chatMethods } from './chat-methods.ts';
import { commandMethods } from './command-methods.ts';
import { cronMethods } from './cron-methods.ts';
import { jobRunMethods } from './job-run-methods.ts';
import { jobPlanningMethods } from './job-planning-methods.ts';
import { deskMethods, upkeepMethods } from './desk-methods.ts';
import type { RpcMethods } from '../../feature/rpc-method.ts';
import { noteMethods } from './note-methods.ts';
import { sessionMethods } from './session-methods.ts';
import { wakeMethods } from './wake-methods.ts';

/** What a home can answer, whether or not a desk runs on it. */
type HomeMethodDeps = Parameters<typeof cronMethods>[0] &
  Parameters<typeof jobRunMethods>[0] &
  Parameters<typeof sessionMethods>[0] &
  Parameters<typeof upkeepMethods>[0] &
  Parameters<typeof wakeMethods>[0];

type MethodDeps = HomeMethodDeps &
  Parameters<typeof chatMethods>[0] &
  Parameters<typeof commandMethods>[0] &
  Parameters<typeof deskMethods>[0] &
  Parameters<typeof noteMethods>[0];

/** The methods of every desk, by name; features add theirs. */
export function deskMethodTable(deps: MethodDeps) {
  return {
    ...cronMethods(deps),
    ...jobRunMethods(deps),
    ...jobPlanningMethods(deps),
    ...wakeMethods(deps),
    ...deskMethods(deps),
    ...upkeepMethods(deps),
    ...sessionMethods(deps),
    ...chatMethods(deps),
    ...commandMethods(deps),
    ...noteMethods(deps),
  };
}

/** The methods that a home answers without a running desk: nothing is carried out, and orders wait for a desk. */
export function homeMethodTable(deps: HomeMethodDeps): RpcMethods {
  const { 'cron.run': _run, ...runs } = jobRunMethods(deps);
  const { 'heartbeat.set': _set, ...events } = wakeMethods(deps);
  return {
    ...cronMethods(deps),
    ...runs,
    ...jobPlanningMethods(deps),
    ...events,
    ...sessionMethods(deps),
    ...upkeepMethods(deps),
  };
}
