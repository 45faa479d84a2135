/**
 * One queue a channel: what happens there is taken in the order it came, one after the other.
 *
 * - What can't be written down now (a full disk) is tried again before anything later of the channel.
 * - On closing nothing waits any more: each piece that came before is tried once. Discord tells of it only once.
 */
import { DiscordAPIError } from 'discord.js';
import { Queues } from '../../async/one-at-a-time.ts';
import type { DiscordDeps } from './discord-deps.ts';

/** How often a piece is tried, and the first wait between; it doubles. */
const TRIES = 8;
const FIRST_WAIT_MS = 1_000;
/** How long closing waits for what is left, when a piece hangs. */
const FAREWELL_MS = 1_500;

export class ChannelQueues {
  readonly #deps: Pick<DiscordDeps, 'clock' | 'log'>;
  readonly #queues = new Queues();
  readonly #closing = new AbortController();
  #isClosed = false;

  constructor(deps: Pick<DiscordDeps, 'clock' | 'log'>) {
    this.#deps = deps;
  }

  /** Aborts when the desk closes: what can be read again later ends here. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** One thing at a time in a channel. A piece may run more than once, until it doesn't reject. */
  enter(channelId: string, work: () => Promise<unknown>): void {
    void this.#queues.do(channelId, () => this.#insist(channelId, work));
  }

  /** Resolves when all that entered was tried, or has had its time; what enters later is dropped. */
  async close(): Promise<void> {
    const { clock } = this.#deps;
    this.#closing.abort(new Error('the desk is closing'));
    const patience = new AbortController();
    const late = clock.until(clock.now() + FAREWELL_MS, patience.signal).catch(() => {});
    await Promise.race([this.#queues.idle(), late]);
    patience.abort(new Error('closed'));
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
        if (error === this.closing.reason) return; // it was asked to end
        const isDiscords = error instanceof DiscordAPIError;
        log[isDiscords ? 'warn' : 'error'](
          { err: error, channel: channelId },
          'something said in Discord was not taken',
        );
        if (isDiscords || isLast) return; // read back at the next start
      }
      await clock.until(clock.now() + FIRST_WAIT_MS * 2 ** (tries - 1), this.closing).catch(() => {});
    }
  }
}
