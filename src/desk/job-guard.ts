import { CronError } from '../cron/cron-error.ts';
import { ScheduleError } from '../cron/schedule.ts';
import { may } from '../sessions/actor.ts';
import { ToolRefusal } from '../sessions/tool.ts';
import type { ToolContext } from '../sessions/tool.ts';
import { DeskError } from './desk-error.ts';

/**
 * Only what a person asked for may touch jobs: a job that could make or wake jobs would feed itself. The guard
 * travels with the turn, whatever rights its actor has.
 * @throws ToolRefusal
 */
export function mustBeAsked({ turn, actor }: Pick<ToolContext, 'turn' | 'actor'>, what: string): void {
  if (turn.run || turn.kind !== 'person') {
    const which = turn.kind === 'person' ? 'scheduled' : turn.kind;
    throw new ToolRefusal(`a ${which} turn may not ${what}; somebody has to ask for it here`);
  }
  if (!may(actor, 'jobs'))
    throw new ToolRefusal(
      `${actor.name} may not ${what}: it needs an editor's role, or the permission to manage this channel`,
    );
}

/** What cron and desk refuse is a sentence for the model. */
export async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CronError || error instanceof DeskError || error instanceof ScheduleError)
      throw new ToolRefusal(error.message, { cause: error });
    throw error;
  }
}
