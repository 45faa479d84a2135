import { GATEWAY, SYSTEM } from '../../src/sessions/actor.ts';
import { chatIdOf, channelOf, parseSessionKey } from '../../src/sessions/key.ts';
import { triggerText } from '../../src/sessions/turn-entries.ts';
import type { Inbound, RunOfTurn } from '../../src/sessions/turn.ts';

/** A person's message. */
export function message(id: string, text = `words of ${id}`, key = 'console:desk'): Inbound {
  const session = parseSessionKey(key);
  return {
    id,
    kind: 'person',
    session,
    origin: { channel: channelOf(session), chatId: chatIdOf(session) },
    text,
    author: { name: 'Ann' },
    actor: GATEWAY,
    profile: 'chat',
  };
}

/** A slot of a job, as the turn that it is. */
export function slot(
  job: string,
  slotMs: number,
  key = 'console:desk',
  run: Partial<RunOfTurn> = {},
): Inbound {
  const session = parseSessionKey(key);
  return {
    id: `${job}:${slotMs}`,
    kind: 'scheduled',
    session,
    origin: { channel: channelOf(session), chatId: chatIdOf(session) },
    text: triggerText(job, 'check the diary'),
    actor: SYSTEM,
    profile: 'reminder',
    prompt: {
      ref: { id: 'cron.agent_turn.reminder', version: 1, sha256: 'x' },
      text: 'rendered',
      variables: {},
    },
    run: {
      jobId: job,
      jobName: job,
      slotMs,
      trigger: 'schedule',
      quiet: false,
      maxDeferMs: 900_000,
      history: 'full',
      ...run,
    },
  };
}

/** A bound job as it is written. */
export function writtenJob(id: string, nextRunAtMs: number | null, key = 'console:desk') {
  return {
    id,
    name: id,
    enabled: true,
    schedule: { kind: 'every' as const, everyMs: 60_000, anchorMs: 0 },
    sessionTarget: 'bound' as const,
    wakeMode: 'next-heartbeat' as const,
    payload: { kind: 'agentTurn' as const, message: 'check the diary', sessionKey: parseSessionKey(key) },
    createdAtMs: 0,
    updatedAtMs: 0,
    createdBy: { kind: 'person' as const, name: 'Ann' },
    nextRunAtMs,
  };
}
