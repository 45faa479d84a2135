import { scheduledFor } from '../sessions/actor.ts';
import type { Actor } from '../sessions/actor.ts';
import type { Origin } from '../sessions/entry.ts';
import { channelOf, chatIdOf, sessionKey } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import { triggerText } from '../sessions/turn-entries.ts';
import type { Inbound, RenderedPrompt, RunTrigger } from '../sessions/turn.ts';
import { dayAndTime } from '../time/zone.ts';
import { boundTo } from './job.ts';
import type { Job } from './job.ts';

/** Renders what the model of a scheduled turn reads. Filled by the room that keeps the prompts. */
export type RenderPrompt = (profile: string, values: Readonly<Record<string, string>>) => RenderedPrompt;

/** The profile of jobs that name none: say what the message asks. */
const REMINDER = 'reminder';

const MAX_DEFER_MS = 15 * 60_000;

/** Where a job's turns take place. */
export function sessionOf(job: Job): SessionKey {
  return boundTo(job) ?? sessionKey('cron', job.id);
}

export interface TurnSlot {
  readonly id: string;
  readonly slotMs: number;
  readonly trigger: RunTrigger;
  /** One-based; 2 is the first retry. */
  readonly attempt?: number;
}

export interface TurnTerms {
  readonly render: RenderPrompt;
  readonly zone: string;
  readonly origin?: Origin;
  /** The session that hears how isolated jobs ended. */
  readonly mainSession: SessionKey;
  /** Where the answer is delivered besides. */
  readonly deliverTo?: SessionKey;
}

/** A slot of a job, as the inbound turn that it is. */
export function inboundOf(job: Job, slot: TurnSlot, terms: TurnTerms): Inbound {
  const { payload } = job;
  if (payload.kind !== 'agentTurn')
    throw new Error(`job ${job.id} has no turn: its payload is ${payload.kind}`);
  const session = sessionOf(job);
  const profile = payload.profile ?? REMINDER;
  const zone = job.schedule.kind === 'cron' ? (job.schedule.tz ?? terms.zone) : terms.zone;
  const message =
    job.sessionTarget === 'isolated' ? `[cron:${job.id}] ${job.name}: ${payload.message}` : payload.message;
  const prompt = terms.render(profile, {
    JOB_NAME: job.name,
    MESSAGE: message,
    SLOT_TIME: sayTime(slot.slotMs, zone),
  });
  return {
    id: slot.id,
    kind: 'scheduled',
    session,
    origin: terms.origin ?? { channel: channelOf(session), chatId: chatIdOf(session) },
    // A conversation is not named after what runs in it by the clock.
    ...(job.sessionTarget !== 'bound' && { title: job.name }),
    text: triggerText(job.name, payload.message),
    actor: scheduledFor(creatorOf(job)),
    profile,
    prompt,
    material: { message: payload.message },
    ...(payload.timeoutSeconds !== undefined && { timeoutMs: payload.timeoutSeconds * 1_000 }),
    run: {
      jobId: job.id,
      jobName: job.name,
      slotMs: slot.slotMs,
      trigger: slot.trigger,
      quiet: job.policy?.quiet ?? false,
      maxDeferMs: job.policy?.maxDeferMs ?? MAX_DEFER_MS,
      history: job.policy?.history ?? (job.sessionTarget === 'isolated' ? 'none' : 'full'),
      attempt: slot.attempt ?? 1,
      maxAttempts: job.runtime?.maxAttempts ?? 1,
      ...(job.runtime?.retryBackoffMs !== undefined && { retryMs: job.runtime.retryBackoffMs }),
      ...(terms.deliverTo !== undefined && { deliverTo: terms.deliverTo }),
      ...(job.sessionTarget !== 'bound' && {
        announce: { session: terms.mainSession, prefix: job.isolation?.postToMainPrefix ?? 'Cron' },
      }),
    },
  };
}

function creatorOf(job: Job): Actor {
  const { kind = 'system', id, name = 'Nightdesk' } = job.createdBy ?? {};
  return { kind, name, rights: ['talk'], ...(id !== undefined && { id }) };
}

/** The time that was said last: ten thousand jobs at 07:00 say it once. */
let said = { ms: NaN, zone: '', text: '' };

function sayTime(ms: number, zone: string): string {
  if (said.ms !== ms || said.zone !== zone) said = { ms, zone, text: `${dayAndTime(ms, zone)} (${zone})` };
  return said.text;
}
