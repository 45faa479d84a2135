/**
 * The open web by undici. Loaded at the first fetch: a desk that only talks never pays for it.
 *
 * Addresses are checked when a connection is made, so every hop of a redirect and every retry is checked,
 * and what was checked is what is connected to.
 */
import type { LookupFunction } from 'node:net';
import type { Agent, Dispatcher } from 'undici';
import type { Clock } from '../../time/clock.ts';
import { decompress } from './decompress.ts';
import { FetchRefused, type Fetched, type Fetcher, type FetchWish } from './fetcher.ts';
import { HostGate } from './host-gate.ts';
import { patience, type Patience } from './patience.ts';
import { permittedAddresses, systemResolve, type Address, type Resolve } from './private-addresses.ts';

interface UndiciFetcherParts {
  readonly clock: Clock;
  /** For the User-Agent. */
  readonly version: string;
  /** `host:port` entries that may be private addresses (`FETCH_ALLOW_PRIVATE`). */
  readonly allowPrivate?: readonly string[];
  readonly totalMs?: number;
  readonly idleMs?: number;
  readonly resolve?: Resolve;
}

const TOTAL_MS = 12_000;
const IDLE_MS = 6_000;
const MOST_REDIRECTS = 5;
const AT_ONCE_PER_HOST = 2;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

type Undici = typeof import('undici');

export class UndiciFetcher implements Fetcher {
  readonly #parts: UndiciFetcherParts;
  readonly #gate = new HostGate(AT_ONCE_PER_HOST);
  #agent: Promise<Agent> | undefined;

  constructor(parts: UndiciFetcherParts) {
    this.#parts = parts;
  }

  async get(url: string, wish: FetchWish): Promise<Fetched> {
    try {
      return await this.#follow(url, wish);
    } catch (error) {
      wish.signal?.throwIfAborted();
      const refused = asRefused(error);
      return { kind: 'failed', reason: refused.reason, detail: refused.message };
    }
  }

  /** End all connections. A later `get` starts anew. */
  async close(): Promise<void> {
    const agent = await this.#agent;
    this.#agent = undefined;
    await agent?.destroy();
  }

  async #follow(start: string, wish: FetchWish): Promise<Fetched> {
    const seen = new Set<string>();
    let target = checked(start, undefined);
    // Waiting for a busy host is not the host's slowness: the time starts inside the gate.
    let leave = await this.#gate.enter(target.host, wish.signal);
    const limits = { totalMs: this.#parts.totalMs ?? TOTAL_MS, idleMs: this.#parts.idleMs ?? IDLE_MS };
    const time = patience(this.#parts.clock, limits, wish.signal);
    try {
      for (;;) {
        seen.add(target.href);
        const answer = await this.#once(target, wish, time);
        if (answer.kind !== 'moved') return answer;
        const next = checked(answer.to, target);
        if (seen.has(next.href) || seen.size > MOST_REDIRECTS)
          throw new FetchRefused(
            'redirect_loop',
            `${start} led to ${next.href} after ${seen.size} redirects`,
          );
        leave();
        leave = () => {};
        leave = await this.#gate.enter(next.host, time.signal);
        target = next;
      }
    } finally {
      time.clear();
      leave();
    }
  }

  async #once(url: URL, wish: FetchWish, time: Patience): Promise<Fetched | { kind: 'moved'; to: string }> {
    const agent = await (this.#agent ??= this.#connect());
    const { statusCode, headers, body } = await agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'GET',
      headers: {
        'user-agent': `Nightdesk/${this.#parts.version} (+newsroom bot)`,
        accept: wish.accept,
        'accept-encoding': 'gzip, br, deflate',
        ...(wish.etag === undefined ? {} : { 'if-none-match': wish.etag }),
        ...(wish.lastModified === undefined ? {} : { 'if-modified-since': wish.lastModified }),
      },
      signal: time.signal,
    });
    time.alive();
    const header = (name: string) => [headers[name]].flat().join(', ') || undefined;
    const location = header('location');
    if (statusCode === 200) {
      const packed = await collect(body, wish.maxBytes, time);
      const bytes = await decompress(packed, header('content-encoding') ?? '', wish.maxBytes);
      return {
        kind: 'ok',
        url: url.href,
        bytes,
        ...given('contentType', header('content-type')),
        ...given('etag', header('etag')),
        ...given('lastModified', header('last-modified')),
      };
    }
    body.on('error', () => {}); // what is thrown away may break
    body.destroy();
    if (statusCode === 304) return { kind: 'unchanged', url: url.href };
    if (REDIRECTS.has(statusCode) && location !== undefined) return { kind: 'moved', to: location };
    throw new FetchRefused(`http_${statusCode}`, `${url.href} answered ${statusCode}`);
  }

  async #connect(): Promise<Agent> {
    const undici: Undici = await import('undici');
    const { allowPrivate = [], resolve = systemResolve } = this.#parts;
    return new undici.Agent({
      connect: (target, done) => {
        const port = Number(target.port) || (target.protocol === 'https:' ? 443 : 80);
        permittedAddresses(target.hostname, port, allowPrivate, resolve).then(
          (addresses) => undici.buildConnector({ lookup: always(addresses) })(target, done),
          (refused: Error) => done(refused, null),
        );
      },
    });
  }
}

/** A lookup that knows the answer: the addresses that were checked. */
function always(addresses: readonly Address[]): LookupFunction {
  return (hostname, options, done) => {
    const fit = addresses.filter(({ family }) => !options.family || options.family === family);
    const [first] = fit;
    if (first === undefined) done(new FetchRefused('unknown_host', `${hostname} has no such address`), '', 0);
    else if (options.all) done(null, [...fit]);
    else done(null, first.address, first.family);
  };
}

async function collect(
  body: Dispatcher.ResponseData['body'],
  maxBytes: number,
  time: Patience,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    time.alive();
    size += chunk.length;
    if (size > maxBytes) throw new FetchRefused('too_large', `more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function checked(to: string, from: URL | undefined): URL {
  if (!URL.canParse(to, from?.href)) throw new FetchRefused('bad_url', `${to} is not a URL`);
  const url = new URL(to, from?.href);
  url.hash = '';
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FetchRefused('bad_scheme', `${url.protocol} is neither http nor https`);
  if (url.username !== '' || url.password !== '')
    throw new FetchRefused('bad_url', 'a URL with a password in it');
  return url;
}

function asRefused(error: unknown): FetchRefused {
  if (error instanceof FetchRefused) return error;
  const { code, message, cause } = error as NodeJS.ErrnoException;
  if (cause instanceof FetchRefused) return cause;
  const slow = /TIMEOUT|TIMEDOUT/.test(code ?? '');
  return new FetchRefused(slow ? 'timeout' : 'network', code === undefined ? message : `${code}: ${message}`);
}

function given<K extends string>(name: K, value: string | undefined): { [key in K]?: string } {
  return value === undefined ? {} : ({ [name]: value } as { [key in K]: string });
}
