/**
 * Limits invalid requests for everything that uses the bot's token: 10,000 answers of 401, 403 and 429 in ten
 * minutes get a bot banned.
 *
 * - After a 401 nothing is asked for ten minutes, or until the token is known to be accepted again.
 * - A request that is refused repeatedly isn't made until the ten minutes are over. When all invalid answers
 *   together reach a third of Discord's limit, nothing is asked.
 */
import type { RESTOptions } from 'discord.js';
import type { Clock } from '../../time/clock.ts';

type MakeRequest = RESTOptions['makeRequest'];

const WINDOW_MS = 10 * 60_000;
const MOST = 3_000;
const MOST_OF_ONE = 20;
const UNAUTHORIZED = 401;
const FORBIDDEN = 403;
const LIMITED = 429;

/** The request was not made, because Discord would refuse it. */
export class NotAsked extends Error {
  override readonly name = 'NotAsked';
  readonly waitMs: number;

  constructor(waitMs: number) {
    super('Discord has refused too much of late: it is not asked now');
    this.waitMs = waitMs;
  }
}

export class InvalidAnswers {
  readonly #clock: Clock;
  readonly #unauthorized: () => void;
  #lockedUntilMs = 0;
  /** Times of refusals, oldest first, in monotonic time. */
  #all: number[] = [];
  readonly #of = new Map<string, number[]>();

  /** @param unauthorized called at every 401. */
  constructor(clock: Clock, unauthorized: () => void) {
    this.#clock = clock;
    this.#unauthorized = unauthorized;
  }

  /** How long the token must not be used. */
  get lockedMs(): number {
    return Math.max(0, this.#lockedUntilMs - this.#clock.elapsed());
  }

  lock(): void {
    this.#lockedUntilMs = this.#clock.elapsed() + WINDOW_MS;
    this.#unauthorized();
  }

  /** @returns whether it was locked. */
  unlock(): boolean {
    const wasLocked = this.#lockedUntilMs !== 0;
    this.#lockedUntilMs = 0;
    return wasLocked;
  }

  /** The bot's rights were changed: refused requests may be made again. */
  forgive(): void {
    this.#of.clear();
  }

  /** Wraps requests: those that would be refused throw `NotAsked`. */
  guard(ask: MakeRequest): MakeRequest {
    return async (url, init) => {
      const isOwn = new Headers(init.headers as Record<string, string>).has('authorization');
      if (!isOwn) return ask(url, init); // Answers to interactions have tokens of their own.
      const what = `${init.method ?? 'GET'} ${url.split('?')[0]}`;
      const waitMs = this.#waitMs(what);
      if (waitMs > 0) throw new NotAsked(waitMs);
      const answer = await ask(url, init);
      this.#note(what, answer.status, answer.headers.get('x-ratelimit-scope') === 'shared');
      return answer;
    };
  }

  #waitMs(what: string): number {
    const sinceMs = this.#clock.elapsed() - WINDOW_MS;
    const untilOf = (times: readonly number[], most: number): number =>
      times.length < most ? 0 : times[0]! - sinceMs;
    this.#all = this.#all.filter((at) => at > sinceMs);
    const own = (this.#of.get(what) ?? []).filter((at) => at > sinceMs);
    return Math.max(this.lockedMs, untilOf(this.#all, MOST), untilOf(own, MOST_OF_ONE));
  }

  /** A limit shared with other bots doesn't count. */
  #note(what: string, status: number, isShared: boolean): void {
    if (status === UNAUTHORIZED) this.lock();
    if (status !== UNAUTHORIZED && status !== FORBIDDEN && !(status === LIMITED && !isShared)) return;
    const nowMs = this.#clock.elapsed();
    this.#all.push(nowMs);
    if (status !== FORBIDDEN) return;
    for (const [other, times] of this.#of) if (times.at(-1)! <= nowMs - WINDOW_MS) this.#of.delete(other);
    this.#of.set(what, [...(this.#of.get(what) ?? []).slice(1 - MOST_OF_ONE), nowMs]);
  }
}
