/**
 * The heartbeat: a turn of the main session now and then, in which the desk looks at what it was told meanwhile.
 *
 * - Requests to beat now are coalesced; a request made before the heart is started is kept, and runs once then.
 * - While the main session is busy the beat waits and tries again soon; it is never queued behind a turn.
 * - Without a waiting event there is no turn, and no call of a model. A beat that has nothing to say ends quietly: a
 *   typed outcome, not a word in the chat.
 */
import type { SessionKey } from '../sessions/key.ts';
import { channelOf, chatIdOf } from '../sessions/key.ts';
import { SYSTEM } from '../sessions/actor.ts';
import type { Inbound } from '../sessions/turn.ts';
import type { Clock } from '../time/clock.ts';
import { dayAndTime } from '../time/zone.ts';
import type { EventQueue, SystemEvent } from './event-queue.ts';
import type { RenderPrompt } from './trigger.ts';

export interface HeartbeatSettings {
  readonly enabled: boolean;
  readonly everyMs: number;
}

/** Keep new settings; without `everyMs` the interval stays. @returns the settings as they are then. */
export type SetHeartbeat = (wish: {
  readonly enabled: boolean;
  readonly everyMs?: number;
}) => Promise<HeartbeatSettings>;

export interface HeartbeatHouse {
  readonly events: EventQueue;
  readonly session: SessionKey;
  readonly clock: Clock;
  readonly zone: string;
  readonly render: RenderPrompt;
  readonly submit: (inbound: Inbound) => Promise<unknown>;
  readonly isIdle: (session: SessionKey) => boolean;
  readonly settings: () => Promise<HeartbeatSettings>;
  readonly failed: (what: string, error: unknown) => void;
}

export const HEARTBEAT_EVERY_MS = 30 * 60_000;
const COALESCE_MS = 250;
const BUSY_AGAIN_MS = 1_000;

export class Heartbeat {
  readonly #house: HeartbeatHouse;
  readonly #closing = new AbortController();
  #wake: AbortController | undefined;
  #wanted = false;
  #changed = false;
  #running: Promise<void> | undefined;

  constructor(house: HeartbeatHouse) {
    this.#house = house;
  }

  start(): void {
    this.#running ??= this.#loop();
  }

  /** Beat as soon as the main session is idle. Before `start`, the wish is kept. */
  requestNow(): void {
    this.#wanted = true;
    this.#wake?.abort(new Error('wanted'));
  }

  /** The settings changed: the next beat is counted anew. */
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
    const { clock } = this.#house;
    let lastMs = clock.now();
    while (!this.#closing.signal.aborted) {
      try {
        const { enabled, everyMs } = await this.#house.settings();
        if (!this.#wanted) await this.#sleep(enabled ? lastMs + everyMs : clock.now() + HEARTBEAT_EVERY_MS);
        if (this.#closing.signal.aborted) return;
        if (this.#changed) {
          this.#changed = false;
          lastMs = clock.now();
        } else if (this.#wanted || (enabled && clock.now() >= lastMs + everyMs)) {
          await this.#beat();
          lastMs = clock.now();
        }
      } catch (error) {
        if (this.#closing.signal.aborted) return;
        this.#house.failed('the heartbeat', error);
        lastMs = clock.now();
      }
    }
  }

  async #sleep(until: number): Promise<void> {
    const wake = (this.#wake = new AbortController());
    if (this.#wanted || this.#changed) return;
    await this.#house.clock.until(until, wake.signal).catch(() => {}); // woken
  }

  async #beat(): Promise<void> {
    const { clock, events, session, isIdle } = this.#house;
    const { signal } = this.#closing;
    await clock.until(clock.now() + COALESCE_MS, signal);
    while (!isIdle(session)) await clock.until(clock.now() + BUSY_AGAIN_MS, signal);
    this.#wanted = false;
    const pending = await events.pending(session);
    if (pending.length > 0) await this.#house.submit(this.#inbound(pending));
  }

  #inbound(pending: readonly SystemEvent[]): Inbound {
    const { clock, session, zone, render } = this.#house;
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
