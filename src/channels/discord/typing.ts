/**
 * The typing indicator: shown as soon as a person's message is accepted, and while the desk works on it. Discord
 * removes it after ten seconds and limits requests, so a question that is answered soon gets one. Failures are
 * ignored.
 */
import type { SessionKey } from '../../sessions/key.ts';
import { pass } from '../../time/clock.ts';
import type { Clock } from '../../time/clock.ts';

const AGAIN_MS = 8_000;

export class Typing {
  readonly #show: (session: SessionKey) => Promise<void>;
  readonly #clock: Clock;
  readonly #working = new Map<SessionKey, AbortController>();
  /** When it was shown for messages that aren't being worked on yet, in monotonic time. */
  readonly #taken = new Map<SessionKey, number>();

  constructor(show: (session: SessionKey) => Promise<void>, clock: Clock) {
    this.#show = show;
    this.#clock = clock;
  }

  /** A message was accepted and is worked on next: show it once. */
  shown(session: SessionKey): void {
    if (this.#working.has(session)) return;
    this.#taken.set(session, this.#clock.elapsed());
    void this.#show(session).catch(() => {});
  }

  /** Show it until `ended`. */
  begun(session: SessionKey): void {
    if (this.#working.has(session)) return;
    const stop = new AbortController();
    this.#working.set(session, stop);
    const shownAt = this.#taken.get(session);
    this.#taken.delete(session);
    void this.#repeat(session, shownAt, stop.signal);
  }

  ended(session: SessionKey): void {
    this.#working.get(session)?.abort(new Error('done'));
    this.#working.delete(session);
  }

  close(): void {
    for (const session of [...this.#working.keys()]) this.ended(session);
  }

  async #repeat(session: SessionKey, shownAt: number | undefined, signal: AbortSignal): Promise<void> {
    for (let last = shownAt; !signal.aborted; last = this.#clock.elapsed()) {
      if (last !== undefined)
        await pass(this.#clock, last + AGAIN_MS - this.#clock.elapsed(), signal).catch(() => {});
      if (!signal.aborted) await this.#show(session).catch(() => {});
    }
  }
}
