import { scheduledFor } from '../sessions/actor.ts';
import type { Actor } from '../sessions/actor.ts';
import type { Origin } from '../sessions/entry.ts';
import { channelOf, chatIdOf, sessionKey } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import { triggerText } from '../sessions/turn-entries.ts';
import type { Inbound, RenderedPrompt, RunTrigger } from '../sessions/turn.ts';
import type { Locale } from '../time/locale.ts';
import { dayAndTime } from '../time/zone.ts';
import { boundTo } from './job.ts';
import type { Job } from './job.ts';

/** Renders the prompt of a scheduled turn. */
export type RenderPrompt = (profile: string, values: Readonly<Record<string, string>>) => RenderedPrompt;

/** The default profile: say what the message asks for. */
const REMINDER = 'reminder';

const MAX_DEFER_MS = 15 * 60_000;

/** The session of a job's turns. */
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
  /** The session that is told how isolated jobs ended. */
  readonly mainSession: SessionKey;
  readonly locale?: Locale | undefined;
  /** Where the answer is also delivered. */
  readonly deliverTo?: SessionKey;
}

/** The inbound turn of a job's slot. */
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
    // A conversation keeps its title; other sessions are named after the job.
    ...(job.sessionTarget !== 'bound' && { title: job.name }),
    text: triggerText(job.name, payload.message),
    actor: scheduledFor(creatorOf(job)),
    profile,
    prompt,
    material: { message: payload.message },
    ...(payload.model !== undefined && { model: payload.model }),
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
      ...(terms.locale === 'zh' && { locale: terms.locale }),
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

/** The last formatted time: ten thousand jobs at 07:00 share it. */
let said = { ms: NaN, zone: '', text: '' };

function sayTime(ms: number, zone: string): string {
  if (said.ms !== ms || said.zone !== zone) said = { ms, zone, text: `${dayAndTime(ms, zone)} (${zone})` };
  return said.text;
}
