/**
 * Brave's news search. https://api-dashboard.search.brave.com/documentation/services/news-search
 *
 * Keys take turns, the longest unused first; one that is refused, or has spent its rate or its month, rests until
 * the time that Brave's headers name, and the next one is asked. What is known of a key is kept under a
 * fingerprint of it.
 */
import { createHash } from 'node:crypto';
import { hasHan } from '../../../text/chinese/has-han.ts';
import type { Clock } from '../../../time/clock.ts';
import type { Fetched, Fetcher } from '../../../web-fetch/fetcher.ts';
import { braveErrorCode, braveRates, RATE_HEADERS, readBrave, type BraveRates } from './brave-wire.ts';
import { failed } from './news-search.ts';
import type { FailedSearch, NewsSearch, SearchAnswer, SearchFailure, SearchQuery } from './news-search.ts';
import { Pace } from './pace.ts';
import type { RequestBudget } from './request-budget.ts';
import type { SearchStates } from './search-states.ts';

interface BraveDeps {
  readonly fetcher: Fetcher;
  readonly clock: Clock;
  readonly states: SearchStates;
  readonly keys: readonly string[];
  readonly baseUrl?: string | undefined;
}

interface Key {
  readonly secret: string;
  readonly stateKey: string;
  readonly lastCallAtMs: number;
  readonly restsUntilMs: number;
}

interface How {
  readonly budget: RequestBudget;
  readonly signal?: AbortSignal | undefined;
}

const BASE_URL = 'https://api.search.brave.com';
const PAUSE_MS = 1_050;
const RESULTS = 50;
const MOST_WORDS = 50;
const MOST_CHARACTERS = 400;
const ANSWER_BYTES = 2_000_000;
const HOUR_MS = 3_600_000;
/** A refused key may be renewed: it is tried again, though not every hour. */
const REFUSED_MS = 6 * HOUR_MS;
/** Where the headers say nothing. */
const RATE_REST_MS = 60_000;
const LONGEST_REST_MS = 32 * 24 * HOUR_MS;
const BAD_KEY = new Set([
  'SUBSCRIPTION_TOKEN_INVALID',
  'SUBSCRIPTION_TOKEN_MISSING',
  'SUBSCRIPTION_NOT_FOUND',
]);

export class BraveSearch implements NewsSearch {
  readonly provider = 'brave';
  readonly #deps: BraveDeps;
  readonly #pace: Pace;

  constructor(deps: BraveDeps) {
    this.#deps = deps;
    this.#pace = new Pace(deps.clock, PAUSE_MS);
  }

  get available(): boolean {
    return this.#deps.keys.length > 0;
  }

  search(query: SearchQuery, how: How): Promise<SearchAnswer> {
    return this.#pace.run((pause) => this.#search(query, how, pause));
  }

  async #search(
    query: SearchQuery,
    how: How,
    pause: (signal?: AbortSignal) => Promise<void>,
  ): Promise<SearchAnswer> {
    how.signal?.throwIfAborted();
    if (!this.available) return failed('no_key', 'no key for Brave is set');
    const url = this.#address(query);
    if (url === undefined) return failed('bad_query', 'the query is empty');
    const keys = await this.#keys();
    const now = this.#deps.clock.now();
    const awake = keys.filter((key) => key.restsUntilMs <= now);
    let last = failed('cooling_down', 'every key rests', Math.min(...keys.map((key) => key.restsUntilMs)));
    for (const key of awake) {
      if (!how.budget.take())
        return last.reason === 'cooling_down' ? failed('over_budget', 'no request is left') : last;
      await pause(how.signal);
      const answer = await this.#ask(url, key, query, how.signal);
      if (answer.kind === 'ok' || !('nextKey' in answer)) return answer;
      last = answer.nextKey;
    }
    return last;
  }

  #address({ text, offset, within = 'day' }: SearchQuery): string | undefined {
    const words = text.split(/\s+/).filter((word) => word !== '');
    const q = words.slice(0, MOST_WORDS).join(' ').slice(0, MOST_CHARACTERS).trim();
    if (q === '') return undefined;
    const url = new URL(`${(this.#deps.baseUrl ?? BASE_URL).replace(/\/+$/, '')}/res/v1/news/search`);
    url.search = new URLSearchParams({
      q,
      count: String(RESULTS),
      offset: String(offset),
      freshness: within === 'day' ? 'pd' : 'pm',
      country: 'ALL',
      search_lang: hasHan(q) ? 'zh-hant' : 'en',
      spellcheck: 'false',
    }).toString();
    return url.href;
  }

  async #keys(): Promise<readonly Key[]> {
    const { keys, states, clock } = this.#deps;
    const now = clock.now();
    const known = await Promise.all(
      keys.map(async (secret): Promise<Key> => {
        const stateKey = `brave:key:${fingerprint(secret)}`;
        const state = await states.read(stateKey);
        const rests = state?.cooldownUntilMs ?? -Infinity;
        return {
          secret,
          stateKey,
          lastCallAtMs: state?.lastCallAtMs ?? -Infinity,
          // No rest is longer than a month: a clock that was set back must not make it one.
          restsUntilMs: rests - now > LONGEST_REST_MS ? -Infinity : rests,
        };
      }),
    );
    return known.sort((a, b) =>
      a.lastCallAtMs < b.lastCallAtMs ? -1 : a.lastCallAtMs > b.lastCallAtMs ? 1 : 0,
    );
  }

  async #ask(
    url: string,
    key: Key,
    query: SearchQuery,
    signal: AbortSignal | undefined,
  ): Promise<SearchAnswer | { readonly kind: 'refused'; readonly nextKey: FailedSearch }> {
    const { fetcher, states, clock } = this.#deps;
    const got = await fetcher.get(url, {
      accept: 'application/json',
      maxBytes: ANSWER_BYTES,
      headers: { 'x-subscription-token': key.secret },
      returnHeaders: [...RATE_HEADERS, 'retry-after'],
      refusals: true,
      retries: 0,
      signal,
    });
    const rates = braveRates(got.record.headers);
    const now = clock.now();
    if (got.kind === 'ok') {
      const read = readBrave(new TextDecoder().decode(got.bytes), `brave:${query.key}`, now);
      if (read === undefined) return failed('bad_answer', 'Brave answered something that is no list of news');
      const spent = rates.quota?.remaining === 0 ? now + rates.quota.resetMs : null;
      await states.noteQuota(key.stateKey, {
        remaining: rates.quota?.remaining ?? null,
        cooldownUntilMs: spent,
      });
      await states.noteSuccess(key.stateKey, { atMs: now, nextOffset: 0 });
      return { kind: 'ok', links: read.links, more: read.results > 0 };
    }
    if (got.kind === 'unchanged')
      return failed('bad_answer', 'Brave answered 304 to a question without a memory');
    const rest = restOf(got, rates);
    if (rest === undefined) return failed(`fetch_${got.reason}`, got.detail);
    const { reason, detail, ms } = rest;
    const untilMs = now + Math.min(ms, LONGEST_REST_MS);
    await states.noteQuota(key.stateKey, {
      remaining: rates.quota?.remaining ?? null,
      cooldownUntilMs: untilMs,
    });
    await states.noteFailure(key.stateKey, reason);
    return { kind: 'refused', nextKey: failed(reason, detail, untilMs) };
  }
}

/** Whether a refusal is about the key, and how long it rests then. A bad query is answered with 422 as a bad key is. */
function restOf(
  got: Extract<Fetched, { kind: 'failed' }>,
  { burst, quota }: BraveRates,
): { readonly reason: SearchFailure; readonly detail: string; readonly ms: number } | undefined {
  const code = braveErrorCode(got.body);
  if (got.reason === 'http_401' || got.reason === 'http_403' || (code !== undefined && BAD_KEY.has(code)))
    return { reason: 'key_refused', detail: `Brave refused the key: ${code ?? got.reason}`, ms: REFUSED_MS };
  if (
    got.reason === 'http_402' ||
    code === 'QUOTA_LIMITED' ||
    (got.reason === 'http_429' && quota?.remaining === 0)
  )
    return { reason: 'quota_exhausted', detail: 'the month is spent', ms: quota?.resetMs || HOUR_MS };
  if (got.reason !== 'http_429') return undefined;
  const hint = Number(got.record.headers['retry-after']) * 1_000;
  const ms = hint > 0 ? hint : (burst?.resetMs ?? RATE_REST_MS);
  return { reason: 'rate_limited', detail: 'too many requests', ms: Math.max(ms, PAUSE_MS) };
}

/** Names a key without telling it. */
function fingerprint(secret: string): string {
  return createHash('sha256').update(secret).digest('hex').slice(0, 8);
}
