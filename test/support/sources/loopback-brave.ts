/**
 * Brave's news search on loopback, as its reference tells it: keys, parameters within their bounds, rates per second
 * and month in the headers of every answer, errors with a code. Faults on demand.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../../src/time/clock.ts';
import { httpLoopback, query, type Loopback } from './loopback.ts';

export interface BraveNews {
  readonly title: string;
  readonly url: string;
  readonly description?: string;
  readonly page_age?: string;
  readonly age?: string;
}

export type BraveFault = 'rate' | 'quota' | 'down' | 'nonsense' | 'cut' | 'silent' | 'elsewhere';

interface KeyPlan {
  /** 0 for no limit. */
  readonly month: number;
  used: number;
}

export interface BraveCall {
  readonly key: string | undefined;
  readonly params: URLSearchParams;
  readonly atMs: number;
}

export class LoopbackBrave {
  readonly calls: BraveCall[] = [];
  readonly #clock: Clock;
  readonly #keys: Map<string, KeyPlan>;
  readonly #faults: BraveFault[] = [];
  #news: readonly BraveNews[] = [];
  #server: Loopback | undefined;

  /** `keys`: the requests that each may make a month; 0 for any number. */
  constructor(clock: Clock, keys: Readonly<Record<string, number>>) {
    this.#clock = clock;
    this.#keys = new Map(Object.entries(keys).map(([key, month]) => [key, { month, used: 0 }]));
  }

  async open(): Promise<Loopback> {
    return (this.#server ??= await httpLoopback((request, response) => this.#answer(request, response)));
  }

  /** What there is to find, by whatever words. */
  publish(news: readonly BraveNews[]): void {
    this.#news = news;
  }

  /** The next calls go wrong, in this order. */
  fail(...faults: BraveFault[]): void {
    this.#faults.push(...faults);
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const params = query(request);
    const key = request.headers['x-subscription-token'] as string | undefined;
    this.calls.push({ key, params, atMs: this.#clock.now() });
    const plan = key === undefined ? undefined : this.#keys.get(key);
    const fault = this.#faults.shift();
    if (fault === 'silent') return;
    if (fault === 'down') return void response.writeHead(503).end('upstream');
    if (fault === 'elsewhere') return void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    if (!request.url?.startsWith('/res/v1/news/search?')) return void response.writeHead(404).end();
    if (plan === undefined)
      return error(
        response,
        422,
        'SUBSCRIPTION_TOKEN_INVALID',
        'The provided subscription token is invalid.',
      );
    if (fault !== 'rate' && fault !== 'quota') plan.used += 1;
    for (const [name, value] of Object.entries(rates(plan, fault))) response.setHeader(name, value);
    if (fault === 'quota' || (plan.month > 0 && plan.used > plan.month))
      return error(response, 429, 'QUOTA_LIMITED', 'Request quota limit exceeded for plan.');
    if (fault === 'rate')
      return error(response, 429, 'RATE_LIMITED', 'Request rate limit exceeded for plan.');
    const wrong = outOfBounds(params);
    if (wrong !== undefined) return error(response, 422, 'VALIDATION', wrong);
    response.setHeader('content-type', 'application/json');
    const body = JSON.stringify(this.#page(params));
    if (fault === 'nonsense') return void response.end('<html>maintenance</html>');
    if (fault === 'cut') return void response.end(body.slice(0, body.length / 2));
    response.end(body);
  }

  #page(params: URLSearchParams) {
    const count = Number(params.get('count') ?? 20);
    const from = Number(params.get('offset') ?? 0) * count;
    return {
      type: 'news',
      query: { original: params.get('q'), spellcheck_off: true, show_strict_warning: false },
      results: this.#news.slice(from, from + count).map((it) => ({
        type: 'news_result',
        description: '',
        meta_url: {
          scheme: 'https',
          netloc: new URL(it.url).host,
          hostname: new URL(it.url).hostname,
          path: '',
        },
        ...it,
      })),
    };
  }
}

function rates({ month, used }: KeyPlan, fault: BraveFault | undefined): Record<string, string> {
  const left = fault === 'quota' ? 0 : Math.max(0, month - used);
  return {
    'x-ratelimit-limit': `1, ${month}`,
    'x-ratelimit-policy': `1;w=1, ${month};w=2592000`,
    'x-ratelimit-remaining': `${fault === 'rate' ? 0 : 1}, ${left}`,
    'x-ratelimit-reset': '1, 1419704',
  };
}

function outOfBounds(params: URLSearchParams): string | undefined {
  const q = params.get('q') ?? '';
  if (q === '' || q.length > 400 || q.split(' ').length > 50) return 'q';
  const within = (name: string, least: number, most: number) => {
    const value = Number(params.get(name) ?? least);
    return Number.isInteger(value) && value >= least && value <= most;
  };
  if (!within('count', 1, 50)) return 'count';
  if (!within('offset', 0, 9)) return 'offset';
  if (!/^(?:|p[dwmy]|\d{4}-\d\d-\d\dto\d{4}-\d\d-\d\d)$/.test(params.get('freshness') ?? ''))
    return 'freshness';
  if (!/^(?:[A-Z]{2}|ALL)$/.test(params.get('country') ?? 'US')) return 'country';
  return /^(?:[a-z]{2}|zh-han[st]|en-gb|pt-(?:br|pt))$/.test(params.get('search_lang') ?? 'en')
    ? undefined
    : 'search_lang';
}

function error(response: ServerResponse, status: number, code: string, detail: string): void {
  const body = { type: 'ErrorResponse', error: { id: 'e1', status, code, detail, meta: {} }, time: 0 };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
