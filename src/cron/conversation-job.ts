import type { Job } from './job.ts';
import { saySchedule } from './say-schedule.ts';
import type { Schedule } from './schedule.ts';
import type { SessionKey } from '../sessions/key.ts';
import { isChat } from '../sessions/traits-of.ts';
import { DeskError } from '../sessions/desk-error.ts';

export interface JobRequest {
  readonly name: string | undefined;
  readonly message: string | undefined;
  readonly schedule: Schedule | undefined;
  readonly profile?: string | undefined;
  readonly model?: string | undefined;
  readonly quiet?: boolean | undefined;
}

/**
 * A job bound to the conversation in which it was requested.
 * @throws DeskError when the session is not a conversation.
 */
export function conversationJob(request: JobRequest, session: SessionKey): object {
  const { name, message, schedule, profile, model, quiet } = request;
  if (!isChat(session))
    throw new DeskError(
      'refused',
      `A job can't be bound to ${session}: nobody talks there. Use it in a channel.`,
      { problem: { kind: 'nobody_talks' } },
    );
  return {
    name,
    schedule,
    sessionTarget: 'bound',
    payload: {
      kind: 'agentTurn',
      message,
      sessionKey: session,
      ...(profile !== undefined && { profile }),
      ...(model !== undefined && { model }),
    },
    ...(quiet === true && { policy: { quiet } }),
  };
}

/** Whether a job of the same conversation is just what is requested. */
export function isAskedAgain({ name, payload, schedule }: Job, request: JobRequest, zone: string): boolean {
  return (
    payload.kind === 'agentTurn' &&
    name === request.name &&
    payload.message === request.message &&
    payload.profile === request.profile &&
    request.schedule !== undefined &&
    saySchedule(schedule, zone) === saySchedule(request.schedule, zone)
  );
}
