/**
 * The `Fetcher` over undici: guarded, polite, limited.
 *
 * A fetch checks robots.txt (if asked to), waits for the host's turn, makes up to three tries, and follows redirects.
 * Waiting for a turn doesn't count as slowness of the host; everything else must end within `totalMs`, and may not be
 * silent for longer than `idleMs`.
 */
import { pass } from '../time/clock.ts';
import type { Clock } from '../time/clock.ts';
import { FetchRefused, type Fetched, type Fetcher, type FetchRequest } from './fetcher.ts';
import { GuardedClient, discard } from './guarded-client.ts';
import { HostGate } from './host-gate.ts';
import { patience } from './patience.ts';
import { systemResolver, type Resolve } from './private-addresses.ts';
import { readBody } from './read-body.ts';
import { asRefused } from './refused.ts';
import { retryAfter, StatusRefused, waitBeforeRetry } from './retry.ts';
import { RobotsBook } from './robots-book.ts';
import { redirectTarget, target } from './target.ts';
import { Visit } from './visit.ts';

interface UndiciFetcherDeps {
  readonly clock: Clock;
  /** For the User-Agent. */
  readonly version: string;
  /** `host:port` entries that may be private addresses (`FETCH_ALLOW_PRIVATE`). */
  readonly allowPrivate?: readonly string[];
  readonly totalMs?: number;
  readonly idleMs?: number;
  readonly politeness?: Partial<Politeness>;
  readonly resolve?: Resolve;
  /** 0–1, to spread retries. */
  readonly random?: () => number;
  /** Further certificate authorities to trust, in PEM. */
  readonly ca?: string;
}

interface Politeness {
  /** Concurrent fetches of a host. */
  readonly atOnce: number;
  /** Pause between the starts of two fetches of a host. */
  readonly pauseMs: number;
  /** The same for the operator's own hosts (`allowPrivate`). */
  readonly privatePauseMs: number;
}

/** Internal: a robots.txt that is too large is cut off instead of refused. */
type BoundedRequest = FetchRequest & { readonly past?: 'cut' };
type Answer =
  Unrecorded<Exclude<Fetched, { kind: 'failed' }>> | { readonly kind: 'moved'; readonly to: string };
type Unrecorded<T> = T extends unknown ? Omit<T, 'record'> : never;

const PRODUCT = 'Nightdesk';
const TOTAL_MS = 12_000;
const IDLE_MS = 6_000;
const POLITENESS: Politeness = { atOnce: 2, pauseMs: 500, privatePauseMs: 0 };
const MOST_REDIRECTS = 5;
const MOST_RETRIES = 2;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const REFUSAL_BYTES = 4_000;
/** RFC 9309: at least 500 KiB must be read; more is not needed. */
const ROBOTS_BYTES = 500 * 1_024;
const LOOKUPS_AT_ONCE = 2;

export class UndiciFetcher implements Fetcher {
  readonly #clock: Clock;
  readonly #userAgent: string;
  readonly #limits: { readonly totalMs: number; readonly idleMs: number };
  readonly #politeness: Politeness;
  readonly #own: readonly string[];
  readonly #random: () => number;
  readonly #gate: HostGate;
  readonly #client: GuardedClient;
  readonly #robots: RobotsBook;

  constructor(deps: UndiciFetcherDeps) {
    const { clock, allowPrivate = [], totalMs = TOTAL_MS, idleMs = IDLE_MS, ca } = deps;
    this.#clock = clock;
    this.#userAgent = `${PRODUCT}/${deps.version} (+newsroom bot)`;
    this.#limits = { totalMs, idleMs };
    this.#politeness = { ...POLITENESS, ...deps.politeness };
    this.#own = allowPrivate.map((entry) => entry.trim().toLowerCase());
    this.#random = deps.random ?? Math.random;
    this.#gate = new HostGate(clock, this.#politeness.atOnce);
    const resolve = deps.resolve ?? systemResolver(new HostGate(clock, LOOKUPS_AT_ONCE));
    this.#client = new GuardedClient({ clock, allowPrivate, resolve, connectMs: totalMs, ca });
    this.#robots = new RobotsBook({
      clock,
      product: PRODUCT,
      fetch: (url, signal) =>
        this.#get(url, { accept: 'text/plain,*/*;q=0.5', maxBytes: ROBOTS_BYTES, past: 'cut', signal }),
    });
  }

  get(url: string, request: FetchRequest): Promise<Fetched> {
    return this.#get(url, request);
  }

  /** Close all connections. A later `get` opens new ones. */
  async close(): Promise<void> {
    this.#robots.close();
    await this.#client.close();
  }

  async #get(url: string, request: BoundedRequest): Promise<Fetched> {
    const visit = new Visit(this.#clock, url, this.#limits.totalMs);
    try {
      const answer = await this.#follow(url, request, visit);
      return { ...answer, record: visit.record() };
    } catch (error) {
      request.signal?.throwIfAborted();
      const { reason, message, ...refused } = asRefused(error);
      const body = 'body' in refused ? (refused as StatusRefused).body : undefined;
      const told = { reason, detail: message, record: visit.record() };
      return { kind: 'failed', ...told, ...(body === undefined ? {} : { body }) };
    }
  }

  async #follow(
    start: string,
    request: BoundedRequest,
    visit: Visit,
  ): Promise<Exclude<Answer, { kind: 'moved' }>> {
    const first = target(start);
    const seen = new Set<string>();
    let at = first;
    let leave = () => {};
    let host: string | undefined;
    try {
      for (;;) {
        seen.add(at.href);
        if (request.robots === true && !this.#robots.knows(at)) {
          // Its robots.txt waits for a place at the host, too: of http and of https that is one host.
          leave();
          host = undefined;
        }
        const pauseMs = await this.#permission(at, request, visit);
        const next = hostOf(at);
        if (next !== host) {
          leave();
          host = next;
          leave = await visit.turn(() => this.#gate.enter(next, { pauseMs, signal: request.signal }));
        }
        const secrets = at.origin === first.origin ? request.headers : undefined;
        const answer = await this.#tries(at, request, secrets, visit);
        if (answer.kind !== 'moved') return answer;
        at = redirectTarget(answer.to, at);
        visit.redirects.push(at.href);
        if (seen.has(at.href) || seen.size > MOST_REDIRECTS)
          throw new FetchRefused('redirect_loop', `${start} led to ${at.href} after ${seen.size} redirects`);
      }
    } finally {
      leave();
    }
  }

  /** The pause that the host asks for. Throws when its robots.txt forbids the fetch. */
  async #permission(url: URL, { robots, signal }: BoundedRequest, visit: Visit): Promise<number> {
    const own = this.#own.some(
      (entry) => hostOf(url) === entry || (entry.startsWith('*.') && hostOf(url).endsWith(entry.slice(1))),
    );
    const pauseMs = own ? this.#politeness.privatePauseMs : this.#politeness.pauseMs;
    if (robots !== true) return pauseMs;
    const said = await visit.turn(() => this.#robots.ask(url, signal));
    if (said.kind === 'unknown_host') throw new FetchRefused('unknown_host', said.detail);
    if (said.kind === 'unreachable') throw new FetchRefused('robots_unreachable', said.detail);
    if (!said.rules.allows(url)) throw new FetchRefused('robots', `robots.txt shuts us out of ${url.href}`);
    return Math.max(pauseMs, said.rules.crawlDelayMs);
  }

  async #tries(
    url: URL,
    request: BoundedRequest,
    secrets: FetchRequest['headers'],
    visit: Visit,
  ): Promise<Answer> {
    for (let before = 0; ; before++) {
      try {
        return await this.#once(url, request, secrets, visit);
      } catch (error) {
        request.signal?.throwIfAborted();
        const refused = asRefused(error);
        const more = before < (request.retries ?? MOST_RETRIES);
        const wait = more ? waitBeforeRetry(refused, before, this.#random) : undefined;
        if (wait === undefined || wait >= visit.leftMs) throw refused;
        visit.retried.push(refused.reason);
        await visit.retry(() => pass(this.#clock, wait, request.signal));
      }
    }
  }

  async #once(
    url: URL,
    request: BoundedRequest,
    secrets: FetchRequest['headers'],
    visit: Visit,
  ): Promise<Answer> {
    visit.attempts += 1;
    const time = patience(this.#clock, { ...this.#limits, leftMs: visit.leftMs }, request.signal);
    const arrived = (bytes: number) => {
      visit.bytes += bytes;
      time.alive();
    };
    try {
      const asked = { ...this.#headers(request), ...secrets };
      const { statusCode, headers, body } = await this.#client.get(url, asked, time.signal);
      time.alive();
      const header = (name: string) => [headers[name]].flat().join(', ') || undefined;
      visit.status = statusCode;
      visit.headers = wantedHeaders(request.returnHeaders, header);
      const read = (maxBytes: number, past: 'refuse' | 'cut') =>
        readBody(body, header('content-encoding') ?? '', { maxBytes, past, arrived });
      if (statusCode === 200) {
        const bytes = await read(request.maxBytes, request.past ?? 'refuse');
        return {
          kind: 'ok',
          url: url.href,
          bytes,
          ...given('contentType', header('content-type')),
          ...given('etag', header('etag')),
          ...given('lastModified', header('last-modified')),
        };
      }
      const location = header('location');
      const moved = REDIRECTS.has(statusCode) && location !== undefined;
      const says =
        statusCode >= 400 && request.refusals === true ? await read(REFUSAL_BYTES, 'cut') : undefined;
      discard(body);
      if (statusCode === 304) return { kind: 'unchanged', url: url.href };
      if (moved) return { kind: 'moved', to: location };
      const retryAfterMs = retryAfter(header('retry-after'), this.#clock.now());
      throw new StatusRefused(url, statusCode, { retryAfterMs, body: says });
    } finally {
      visit.awayMs += time.awayMs;
      time.clear();
    }
  }

  #headers({ accept, etag, lastModified }: BoundedRequest): Record<string, string> {
    return {
      'user-agent': this.#userAgent,
      accept,
      'accept-encoding': 'gzip, br, deflate',
      ...given('if-none-match', etag),
      ...given('if-modified-since', lastModified),
    };
  }
}

/** Different spellings of a host share a queue. */
function hostOf(url: URL): string {
  return url.host.replace(/\.+(?=:|$)/, '');
}

function wantedHeaders(
  wanted: FetchRequest['returnHeaders'] = [],
  header: (name: string) => string | undefined,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    wanted.flatMap((name) => (header(name) === undefined ? [] : [[name, String(header(name))]])),
  );
}

function given<K extends string>(name: K, value: string | undefined): { [key in K]?: string } {
  return value === undefined ? {} : ({ [name]: value } as { [key in K]: string });
}
