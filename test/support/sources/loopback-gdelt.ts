/**
 * GDELT's DOC 2.0 API on loopback: a list of articles, `{}` when there is none, and its sentences under status 200 for
 * what it doesn't like. Faults on demand.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../../src/time/clock.ts';
import { httpLoopback, query, type Loopback } from './loopback.ts';

export interface GdeltArticle {
  readonly title: string;
  readonly url: string;
  /** `20260105T061500Z` */
  readonly seendate: string;
}

export type GdeltFault = 'rate' | 'rate_under_200' | 'down' | 'nonsense' | 'bad_escapes' | 'silent';

const TOO_FAST = 'Please limit requests to one every 5 seconds or contact us for larger queries.';

export class LoopbackGdelt {
  readonly calls: { readonly params: URLSearchParams; readonly atMs: number }[] = [];
  readonly #clock: Clock;
  readonly #faults: GdeltFault[] = [];
  #articles: readonly GdeltArticle[] = [];
  #server: Loopback | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async open(): Promise<Loopback> {
    return (this.#server ??= await httpLoopback((request, response) => this.#answer(request, response)));
  }

  publish(articles: readonly GdeltArticle[]): void {
    this.#articles = articles;
  }

  fail(...faults: GdeltFault[]): void {
    this.#faults.push(...faults);
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const params = query(request);
    const before = this.calls.at(-1)?.atMs ?? -Infinity;
    this.calls.push({ params, atMs: this.#clock.now() });
    const fault = this.#faults.shift();
    if (fault === 'silent') return;
    if (fault === 'down') return void response.writeHead(500).end();
    if (fault === 'rate' || this.#clock.now() - before < 5_000)
      return void response.writeHead(429).end(TOO_FAST);
    const sentence = fault === 'rate_under_200' ? TOO_FAST : dislike(params);
    if (sentence !== undefined) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(sentence);
      return;
    }
    response.setHeader('content-type', 'application/json; charset=utf-8');
    if (fault === 'nonsense') return void response.end('{"articles": [{"url":');
    const articles = this.#articles.slice(0, Number(params.get('maxrecords'))).map((it) => ({
      url_mobile: '',
      socialimage: '',
      domain: new URL(it.url).hostname,
      language: 'English',
      sourcecountry: 'United Kingdom',
      ...it,
    }));
    const body = JSON.stringify(articles.length === 0 ? {} : { articles });
    response.end(fault === 'bad_escapes' ? body.replace('BREAK', 'a\\ b\tc \\"d\\" \\é') : body);
  }
}

function dislike(params: URLSearchParams): string | undefined {
  if (params.get('mode')?.toLowerCase() !== 'artlist') return 'Invalid mode.';
  if (params.get('format') !== 'json') return 'Invalid format.';
  if (!(Number(params.get('maxrecords')) <= 250)) return 'Invalid maxrecords.';
  if (!/^\d+(?:min|h|d|w|m)$/.test(params.get('timespan') ?? '')) return 'Invalid timespan.';
  const words = (params.get('query') ?? '').replace(/\w+:\S+/g, '').match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return 'Your query was too short or too long.';
  const short = words.some((word) => word.length < 3 && word !== 'OR' && !/\p{Script=Han}/u.test(word));
  return short ? 'One or more of your keywords were too short.' : undefined;
}
