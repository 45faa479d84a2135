/**
 * Faults on demand. A rule meets requests by method, route and predicate; it holds for the next `times` (1 unless
 * said otherwise) or, with a `probability`, for a seeded share of them until `clear()`.
 *
 *     discord.faults.answer(503, { method: 'POST', route: '/channels/:channel/messages', times: 2 });
 *     discord.faults.loseAcknowledgement({ probability: 0.05, seed: 7 });
 *     const late = discord.faults.applyLate({ method: 'POST' });  …  await late.release();
 */
import type { Call } from './call.ts';
import { isCard } from './cards.ts';
import { seeded } from './chance.ts';
import { Gate, type Held } from './gate.ts';

export interface Match {
  readonly method?: string;
  /** The template, or a pattern of the path. */
  readonly route?: string | RegExp;
  readonly when?: (call: Call) => boolean;
  readonly times?: number;
  readonly probability?: number;
  readonly seed?: number;
}

/** What becomes of one request: waits, whether it is applied, what is answered. */
export interface Effect {
  /** The client's socket breaks before anything else happens, or instead of the answer. */
  readonly cut?: 'first' | 'last';
  readonly before?: () => Promise<void>;
  readonly applies: boolean;
  readonly after?: () => Promise<void>;
  readonly answer?: {
    readonly status: number;
    readonly body: object;
    readonly headers?: Record<string, string>;
  };
}

interface Rule {
  readonly match: Match;
  readonly effect: Effect;
  readonly chance: () => number;
  left: number;
}

export class RequestFaults {
  protected readonly wait: (ms: number) => Promise<void>;
  #rules: Rule[] = [];

  constructor(wait: (ms: number) => Promise<void>) {
    this.wait = wait;
  }

  /** Answer with that status and do nothing. */
  answer(status: number, match: Match = {}, body: object = { message: `${status}`, code: 0 }): void {
    this.#add(match, { applies: false, answer: { status, body } });
  }

  /** As something that knows no components v2 answers: it refuses the flag. */
  refuseCards(match: Match = {}): void {
    const said = { _errors: [{ code: 'BASE_TYPE_CHOICES', message: 'This flag cannot be set.' }] };
    this.answer(
      400,
      { times: Infinity, ...match, when: (call) => isCardIn(call) && (match.when?.(call) ?? true) },
      { message: 'Invalid Form Body', code: 50_035, errors: { flags: said } },
    );
  }

  /** Do it, and answer with that status nevertheless. */
  applyThenAnswer(status: number, match: Match = {}): void {
    this.#add(match, { applies: true, answer: { status, body: { message: `${status}`, code: 0 } } });
  }

  /** Do it, and break the socket before answering. */
  loseAcknowledgement(match: Match = {}): void {
    this.#add(match, { applies: true, cut: 'last' });
  }

  /** Break the socket and do nothing. */
  cut(match: Match = {}): void {
    this.#add(match, { applies: false, cut: 'first' });
  }

  /** Break the socket at once; the request is applied later, when released or after some milliseconds. */
  applyLate(match: Match = {}, afterMs?: number): Held {
    const held = afterMs === undefined ? new Gate() : undefined;
    this.#add(match, { applies: true, cut: 'first', before: () => held?.pass() ?? this.wait(afterMs ?? 0) });
    return held ?? new Gate();
  }

  tooManyRequests(retryAfterSeconds: number, match: Match = {}, { global = false } = {}): void {
    const body = { message: 'You are being rate limited.', retry_after: retryAfterSeconds, global };
    const headers = {
      'Retry-After': String(retryAfterSeconds),
      'X-RateLimit-Scope': global ? 'global' : 'user',
      ...(global && { 'X-RateLimit-Global': 'true' }),
    };
    this.#add(match, { applies: false, answer: { status: 429, body, headers } });
  }

  /** Do it at once, and answer after so many milliseconds. */
  slow(ms: number, match: Match = {}): void {
    this.#add(match, { applies: true, after: () => this.wait(ms) });
  }

  /** Do it at once, and answer when released. */
  holdAnswers(match: Match = {}): Held {
    const gate = new Gate();
    this.#add(match, { applies: true, after: () => gate.pass() });
    return gate;
  }

  /** Do nothing until released: a client that gave up meanwhile has its request applied all the same. */
  holdRequests(match: Match = {}): Held {
    const gate = new Gate();
    this.#add(match, { applies: true, before: () => gate.pass() });
    return gate;
  }

  /** No more faults of requests. */
  clear(): void {
    this.#rules = [];
  }

  /** What becomes of this request, where a rule meets it. */
  meet(call: Call): Effect | undefined {
    const rule = this.#rules.find(
      (it) => it.left > 0 && meets(it.match, call) && it.chance() < probability(it),
    );
    if (!rule) return undefined;
    rule.left--;
    return rule.effect;
  }

  #add(match: Match, effect: Effect): void {
    const left = match.times ?? (match.probability === undefined ? 1 : Infinity);
    this.#rules = [
      ...this.#rules.filter((it) => it.left > 0),
      { match, effect, left, chance: seeded(match.seed ?? 1) },
    ];
  }
}

function isCardIn({ body }: Call): boolean {
  const message = (body['message'] ?? body) as { flags?: number | null };
  return isCard(message.flags);
}

function probability({ match }: Rule): number {
  return match.probability ?? 1;
}

function meets({ method, route, when }: Match, call: Call): boolean {
  if (method !== undefined && method !== call.method) return false;
  if (typeof route === 'string' && route !== call.route) return false;
  if (route instanceof RegExp && !route.test(call.path)) return false;
  return when?.(call) ?? true;
}
