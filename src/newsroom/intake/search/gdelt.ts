/**
 * GDELT's DOC 2.0 API: the last day's articles, the newest first. No key; one request every five seconds is what it
 * asks for, and it is overloaded often. https://blog.gdeltproject.org/gdelt-doc-2-0-api-debuts/
 */
import type { Clock } from '../../../time/clock.ts';
import type { Fetcher } from '../../../web-fetch/fetcher.ts';
import { readGdelt } from './gdelt-wire.ts';
import { failed } from './news-search.ts';
import type { NewsSearch, SearchAnswer, SearchQuery } from './news-search.ts';
import { Pace } from './pace.ts';
import type { RequestBudget } from './request-budget.ts';
import type { SearchStates } from './search-states.ts';

interface GdeltDeps {
  readonly fetcher: Fetcher;
  readonly clock: Clock;
  readonly states: SearchStates;
  readonly baseUrl?: string | undefined;
}

const BASE_URL = 'https://api.gdeltproject.org';
/** Its clock is not ours: exactly five seconds are too short. */
const PAUSE_MS = 6_000;
const RECORDS = 75;
const ANSWER_BYTES = 2_000_000;
/** Who asks on is shut out for longer. */
const REST_MS = 60_000;
const STATE_KEY = 'gdelt:service';

export class GdeltSearch implements NewsSearch {
  readonly provider = 'gdelt';
  readonly available = true;
  readonly #deps: GdeltDeps;
  readonly #pace: Pace;

  constructor(deps: GdeltDeps) {
    this.#deps = deps;
    this.#pace = new Pace(deps.clock, PAUSE_MS);
  }

  search(
    query: SearchQuery,
    how: { readonly budget: RequestBudget; readonly signal?: AbortSignal | undefined },
  ): Promise<SearchAnswer> {
    return this.#pace.run(async (pause) => {
      const { states, clock } = this.#deps;
      how.signal?.throwIfAborted();
      if (query.text.trim() === '') return failed('bad_query', 'the query is empty');
      const rests = (await states.read(STATE_KEY))?.cooldownUntilMs ?? -Infinity;
      const left = rests - clock.now();
      if (left > 0 && left <= REST_MS) return failed('cooling_down', 'GDELT asked us to wait', rests);
      if (!how.budget.take()) return failed('over_budget', 'no request is left');
      await pause(how.signal);
      return this.#ask(query, how.signal);
    });
  }

  async #ask({ key, text }: SearchQuery, signal: AbortSignal | undefined): Promise<SearchAnswer> {
    const { fetcher, clock, baseUrl } = this.#deps;
    const url = new URL(`${(baseUrl ?? BASE_URL).replace(/\/+$/, '')}/api/v2/doc/doc`);
    url.search = new URLSearchParams({
      query: text.trim(),
      mode: 'ArtList',
      format: 'json',
      maxrecords: String(RECORDS),
      timespan: '24h',
      sort: 'DateDesc',
    }).toString();
    const got = await fetcher.get(url.href, {
      accept: 'application/json',
      maxBytes: ANSWER_BYTES,
      retries: 0,
      signal,
    });
    if (got.kind === 'failed')
      return got.reason === 'http_429'
        ? this.#rest('too many requests')
        : failed(`fetch_${got.reason}`, got.detail);
    if (got.kind === 'unchanged')
      return failed('bad_answer', 'GDELT answered 304 to a question without a memory');
    const answer = readGdelt(new TextDecoder().decode(got.bytes), `gdelt:${key}`, clock.now());
    if (answer.kind === 'links') return { kind: 'ok', links: answer.links, more: false };
    if (answer.kind === 'nonsense')
      return failed('bad_answer', 'GDELT answered something that is no list of articles');
    return /limit requests/i.test(answer.sentence)
      ? this.#rest(answer.sentence)
      : failed('bad_query', answer.sentence);
  }

  async #rest(detail: string): Promise<SearchAnswer> {
    const { states, clock } = this.#deps;
    const untilMs = clock.now() + REST_MS;
    await states.noteQuota(STATE_KEY, { remaining: null, cooldownUntilMs: untilMs });
    return failed('rate_limited', detail, untilMs);
  }
}
