/**
 * One queue per channel: events are handled one after the other, in order of arrival.
 *
 * - An event that can't be stored now (a full disk) is retried before later ones of its channel.
 * - On closing, retries stop: each remaining event is tried once, because Discord reports it only once.
 */
import { DiscordAPIError } from 'discord.js';
import { Queues } from '../../async/one-at-a-time.ts';
import { within } from '../../async/within.ts';
import type { DiscordDeps } from './discord-deps.ts';

/** How often an event is tried, and the first wait between tries, which doubles. */
const TRIES = 8;
const FIRST_WAIT_MS = 1_000;
/** The longest wait between tries of what everything else waits for. */
const LONGEST_WAIT_MS = 10_000;
/** How long closing waits for the remaining events. */
const CLOSING_MS = 1_500;

export class ChannelQueues {
  readonly #deps: Pick<DiscordDeps, 'clock' | 'log'>;
  readonly #queues = new Queues();
  readonly #closing = new AbortController();
  #isClosed = false;

  constructor(deps: Pick<DiscordDeps, 'clock' | 'log'>) {
    this.#deps = deps;
  }

  /** Aborts when the desk closes; work that can be repeated later ends here. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Queue one event of a channel. `work` may run more than once, until it doesn't reject. */
  enter(channelId: string, work: () => Promise<unknown>): void {
    void this.#queues.do(channelId, () => this.#insist(channelId, work));
  }

  /** Try what everything else waits for until it doesn't reject. @returns undefined when the desk closes. */
  async untilDone<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    const { clock, log } = this.#deps;
    for (let waitMs = FIRST_WAIT_MS; !this.closing.aborted; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      try {
        return await work();
      } catch (error) {
        log.error({ err: error }, what);
      }
      await clock.until(clock.now() + waitMs, this.closing).catch(() => {});
    }
    return undefined;
  }

  /** Resolves when all queued events were tried or their time is over; later ones are dropped. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('the desk is closing'));
    await within(CLOSING_MS, this.#queues.idle(), this.#deps.clock);
    this.#isClosed = true;
  }

  async #insist(channelId: string, work: () => Promise<unknown>): Promise<void> {
    const { clock, log } = this.#deps;
    for (let tries = 1; !this.#isClosed; tries++) {
      const isLast = tries === TRIES || this.closing.aborted;
      try {
        await work();
        return;
      } catch (error) {
        if (error === this.closing.reason) return; // It was asked to end.
        const isDiscords = error instanceof DiscordAPIError;
        log[isDiscords ? 'warn' : 'error'](
          { err: error, channel: channelId },
          'something said in Discord was not taken',
        );
        if (isDiscords || isLast) return; // It is read back at the next start.
      }
      await clock.until(clock.now() + FIRST_WAIT_MS * 2 ** (tries - 1), this.closing).catch(() => {});
    }
  }
}
