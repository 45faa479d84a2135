/**
 * The heartbeat: an occasional turn of the main session, in which the desk looks at its system events.
 *
 * - Requests to beat now are merged. A request is stored before its event, so it survives a restart; one made before
 *   `start` runs once then.
 * - While the desk is paused there are no beats; requests are kept until it resumes.
 * - While the main session is busy the beat is retried soon; it is never queued behind a turn.
 * - Without a pending event there is no turn and no model call. A beat with nothing to say ends as `quiet`, not with
 *   a message.
 */
import { z } from 'zod';
import type { Given } from '../text/given.ts';
import type { SessionKey } from '../sessions/key.ts';
import { channelOf, chatIdOf } from '../sessions/key.ts';
import { SYSTEM } from '../sessions/actor.ts';
import type { Inbound } from '../sessions/turn.ts';
import { pass } from '../time/clock.ts';
import type { Clock } from '../time/clock.ts';
import { dayAndTime } from '../time/zone.ts';
import type { EventQueue, SystemEvent } from './event-queue.ts';
import type { RenderPrompt } from './trigger.ts';

export const heartbeatSchema = z.strictObject({ enabled: z.boolean(), everyMs: z.number() });
export type HeartbeatSettings = Given<z.output<typeof heartbeatSchema>>;

/**
 * Store new settings; without `everyMs` the interval stays.
 * @returns the resulting settings.
 */
export type SetHeartbeat = (request: {
  readonly enabled: boolean;
  readonly everyMs?: number;
}) => Promise<HeartbeatSettings>;

export interface HeartbeatDeps {
  readonly events: EventQueue;
  readonly session: SessionKey;
  readonly clock: Clock;
  readonly zone: string;
  readonly render: RenderPrompt;
  readonly submit: (inbound: Inbound) => Promise<unknown>;
  readonly isIdle: (session: SessionKey) => boolean;
  readonly settings: () => Promise<HeartbeatSettings>;
  /** Whether scheduled starts are paused. */
  readonly paused?: () => Promise<boolean>;
  /** Whether a beat was requested; survives a restart. */
  readonly request?: { get(): Promise<boolean>; set(wanted: boolean): Promise<void> };
  readonly failed: (what: string, error: unknown) => void;
}

export const HEARTBEAT_EVERY_MS = 30 * 60_000;
const COALESCE_MS = 250;
const BUSY_AGAIN_MS = 1_000;
/** Nobody says when a pause for a time is over. */
const RESTED_AGAIN_MS = 60_000;
/** After a failure, as of a database that is away. */
const FAILED_AGAIN_MS = 5_000;

export class Heartbeat {
  readonly #deps: HeartbeatDeps;
  readonly #closing = new AbortController();
  #wake: AbortController | undefined;
  #wanted = false;
  #requests = 0;
  #changed = false;
  #running: Promise<void> | undefined;

  constructor(deps: HeartbeatDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#running ??= this.#loop();
  }

  /** Record that an event for an immediate beat follows; resolves when stored. */
  async want(): Promise<void> {
    this.#requests += 1;
    await this.#deps.request?.set(true);
  }

  /** Beat as soon as the main session is idle. Before `start` the request is kept. */
  requestNow(): void {
    this.#wanted = true;
    this.#wake?.abort(new Error('wanted'));
  }

  /** The settings changed, or the desk was paused or resumed: recompute the next beat. */
  changed(): void {
    this.#changed = true;
    this.#wake?.abort(new Error('changed'));
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the desk is closing'));
    this.#wake?.abort(new Error('closing'));
    await this.#running;
  }

  async #loop(): Promise<void> {
    const { clock } = this.#deps;
    let lastMs = clock.elapsed();
    if (await this.#requested()) this.#wanted = true;
    while (!this.#closing.signal.aborted) {
      try {
        lastMs = await this.#round(lastMs);
      } catch (error) {
        if (this.#closing.signal.aborted) return;
        this.#deps.failed('the heartbeat', error);
        lastMs = clock.elapsed();
        await clock.until(clock.now() + FAILED_AGAIN_MS, this.#closing.signal).catch(() => {}); // closing
      }
    }
  }

  /**
   * Sleep, and beat when it is due.
   * @returns the start of the next interval, in monotonic time.
   */
  async #round(lastMs: number): Promise<number> {
    const { clock, settings } = this.#deps;
    const { enabled, everyMs } = await settings();
    const rests = await this.#rests();
    const atMost = rests ? RESTED_AGAIN_MS : HEARTBEAT_EVERY_MS;
    if (rests || !this.#wanted)
      await this.#sleep(enabled && !rests ? lastMs + everyMs - clock.elapsed() : atMost, rests);
    if (this.#closing.signal.aborted) return lastMs;
    if (this.#changed) {
      this.#changed = false;
      return clock.elapsed();
    }
    if (rests || !(this.#wanted || (enabled && clock.elapsed() >= lastMs + everyMs))) return lastMs;
    await this.#beat();
    return clock.elapsed();
  }

  /** Whether an earlier process was asked for a beat. */
  async #requested(): Promise<boolean> {
    try {
      return (await this.#deps.request?.get()) ?? false;
    } catch (error) {
      this.#deps.failed('the heartbeat', error);
      return false;
    }
  }

  async #rests(): Promise<boolean> {
    return (await this.#deps.paused?.()) ?? false;
  }

  async #sleep(ms: number, rests: boolean): Promise<void> {
    const wake = (this.#wake = new AbortController());
    if ((this.#wanted && !rests) || this.#changed || this.#closing.signal.aborted) return;
    await pass(this.#deps.clock, ms, wake.signal).catch(() => {}); // woken
  }

  async #beat(): Promise<void> {
    const { clock, events, session, isIdle, request } = this.#deps;
    const { signal } = this.#closing;
    await clock.until(clock.now() + COALESCE_MS, signal);
    while (!isIdle(session)) await clock.until(clock.now() + BUSY_AGAIN_MS, signal);
    if (await this.#rests()) return;
    const isWanted = this.#wanted;
    const requests = this.#requests;
    this.#wanted = false;
    try {
      const pending = await events.pending(session);
      if (pending.length > 0) await this.#deps.submit(this.#inbound(pending));
    } catch (error) {
      this.#wanted ||= isWanted;
      throw error;
    }
    // A request made in the meantime is for an event that this beat has not seen.
    if (isWanted && requests === this.#requests) await request?.set(false);
  }

  #inbound(pending: readonly SystemEvent[]): Inbound {
    const { clock, session, zone, render } = this.#deps;
    const nowMs = clock.now();
    return {
      id: `heartbeat:${nowMs}`,
      kind: 'heartbeat',
      session,
      origin: { channel: channelOf(session), chatId: chatIdOf(session) },
      title: 'The desk itself',
      text: 'Heartbeat',
      actor: { ...SYSTEM, rights: ['talk'] },
      profile: 'heartbeat',
      prompt: render('heartbeat', {
        EVENTS: pending.map(({ text }) => `- ${text}`).join('\n'),
        NOW: `${dayAndTime(nowMs, zone)} (${zone})`,
        JOB_NAME: 'Heartbeat',
        MESSAGE: 'Heartbeat',
        SLOT_TIME: dayAndTime(nowMs, zone),
      }),
    };
  }
}
