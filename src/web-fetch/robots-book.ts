/**
 * The robots.txt files of sites, fetched once a day (RFC 9309).
 *
 * - A missing file (4xx, or only redirects) allows everything.
 * - When a site can't answer (5xx, timeout, broken connection), its earlier rules stay in force; without any,
 *   everything is forbidden for ten minutes.
 * - When the name of a site can't be looked up, its earlier rules stay in force; without any, that is the answer. It is
 *   asked again the next time.
 * - Concurrent callers share one request. A caller that stops waiting doesn't stop it.
 */
import { unlessAborted } from '../async/joined.ts';
import type { Clock } from '../time/clock.ts';
import type { Fetched } from './fetcher.ts';
import { noRules, robotsRules, type RobotsRules } from './robots-rules.ts';

export type RobotsAnswer =
  | { readonly kind: 'rules'; readonly rules: RobotsRules }
  | { readonly kind: 'unreachable'; readonly detail: string }
  | { readonly kind: 'unknown_host'; readonly detail: string };

interface Entry {
  readonly answer: RobotsAnswer;
  /** In monotonic time. */
  readonly endMs: number;
}

interface RobotsBookDeps {
  readonly clock: Clock;
  /** Our product token. */
  readonly product: string;
  /** Fetches a robots.txt. Rejects only for the signal. */
  readonly fetch: (url: string, signal: AbortSignal) => Promise<Fetched>;
}

const KEPT_MS = 24 * 3_600_000;
const UNREACHABLE_MS = 10 * 60_000;
const MOST_SITES = 2_000;

export class RobotsBook {
  readonly #deps: RobotsBookDeps;
  /** Keyed by origin, least recently used first. */
  readonly #entries = new Map<string, Entry>();
  readonly #asking = new Map<string, Promise<RobotsAnswer>>();
  #closing = new AbortController();

  constructor(deps: RobotsBookDeps) {
    this.#deps = deps;
  }

  /** What the site of `url` allows. Rejects with the signal's reason. */
  async ask(url: URL, signal?: AbortSignal): Promise<RobotsAnswer> {
    signal?.throwIfAborted();
    const { origin } = url;
    const known = this.#entries.get(origin);
    if (known !== undefined && this.knows(url)) {
      this.#keep(origin, known);
      return known.answer;
    }
    const asking = this.#asking.get(origin) ?? this.#question(origin, known?.answer);
    return unlessAborted(asking, signal);
  }

  /** Whether `ask` answers without a request. */
  knows({ origin }: URL): boolean {
    const known = this.#entries.get(origin);
    return known !== undefined && this.#deps.clock.elapsed() < known.endMs;
  }

  /** Abort all requests. A later `ask` starts new ones. */
  close(): void {
    this.#closing.abort(new Error('the fetcher is closed'));
    this.#closing = new AbortController();
  }

  #question(origin: string, before: RobotsAnswer | undefined): Promise<RobotsAnswer> {
    const asking = this.#fetch(origin, before).finally(() => this.#asking.delete(origin));
    asking.catch(() => {}); // the callers get the error
    this.#asking.set(origin, asking);
    return asking;
  }

  async #fetch(origin: string, before: RobotsAnswer | undefined): Promise<RobotsAnswer> {
    const { clock, product, fetch } = this.#deps;
    const url = `${origin}/robots.txt`;
    const got = await fetch(url, this.#closing.signal);
    if (got.kind === 'failed' && got.reason === 'unknown_host') return withoutHost(got, before);
    const failed = got.kind === 'failed' && isUnreachable(got.reason);
    const answer: RobotsAnswer = failed
      ? before?.kind === 'rules'
        ? before
        : { kind: 'unreachable', detail: `${url}: ${got.detail}` }
      : {
          kind: 'rules',
          rules: got.kind === 'ok' ? robotsRules(url, new TextDecoder().decode(got.bytes), product) : noRules,
        };
    this.#keep(origin, { answer, endMs: clock.elapsed() + (failed ? UNREACHABLE_MS : KEPT_MS) });
    return answer;
  }

  #keep(origin: string, entry: Entry): void {
    this.#entries.delete(origin);
    this.#entries.set(origin, entry);
    if (this.#entries.size <= MOST_SITES) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }
}

/** The lookup may only have failed for a moment, so nothing of it is kept. */
function withoutHost(
  { detail, record }: Extract<Fetched, { kind: 'failed' }>,
  before: RobotsAnswer | undefined,
): RobotsAnswer {
  if (before?.kind === 'rules') return before;
  // Its redirects lead nowhere: there is nothing to read.
  if (record.redirects.length > 0) return { kind: 'rules', rules: noRules };
  return { kind: 'unknown_host', detail };
}

/** Other failures mean that there is no robots.txt to read; the fetch of the page will report what is wrong. */
function isUnreachable(reason: string): boolean {
  return reason === 'timeout' || reason === 'network' || reason === 'tls' || reason.startsWith('http_5');
}
