/**
 * The robots.txt files of the sites that we read, asked for once a day (RFC 9309).
 *
 * - A file that is not there (4xx, nothing but redirects) allows everything.
 * - A site that can't answer (5xx, silence, a broken connection) says no for ten minutes; rules that it gave before
 *   hold on instead.
 * - Asked once, however many wait for it; who stops waiting doesn't stop the question.
 */
import type { Clock } from '../time/clock.ts';
import type { Fetched } from './fetcher.ts';
import { noRules, robotsRules, type RobotsRules } from './robots-rules.ts';

export type RobotsAnswer =
  | { readonly kind: 'rules'; readonly rules: RobotsRules }
  | { readonly kind: 'unreachable'; readonly detail: string };

interface Entry {
  readonly answer: RobotsAnswer;
  /** On the clock that nobody sets. */
  readonly endMs: number;
}

interface RobotsBookDeps {
  readonly clock: Clock;
  /** Our product token. */
  readonly product: string;
  /** Fetches a robots.txt, and never rejects but for the signal. */
  readonly fetch: (url: string, signal: AbortSignal) => Promise<Fetched>;
}

const KEPT_MS = 24 * 3_600_000;
const UNREACHABLE_MS = 10 * 60_000;
const MOST_SITES = 2_000;

export class RobotsBook {
  readonly #deps: RobotsBookDeps;
  /** By origin, the longest unused first. */
  readonly #entries = new Map<string, Entry>();
  readonly #asking = new Map<string, Promise<RobotsAnswer>>();
  #closing = new AbortController();

  constructor(deps: RobotsBookDeps) {
    this.#deps = deps;
  }

  /** What the site of `url` says. Rejects with the signal's reason. */
  async ask(url: URL, signal?: AbortSignal): Promise<RobotsAnswer> {
    signal?.throwIfAborted();
    const { origin } = url;
    const known = this.#entries.get(origin);
    if (known !== undefined && this.#deps.clock.elapsed() < known.endMs) {
      this.#keep(origin, known);
      return known.answer;
    }
    const asking = this.#asking.get(origin) ?? this.#question(origin, known?.answer);
    return unlessAborted(asking, signal);
  }

  /** Stop all questions. A later `ask` starts anew. */
  close(): void {
    this.#closing.abort(new Error('the fetcher is closed'));
    this.#closing = new AbortController();
  }

  #question(origin: string, before: RobotsAnswer | undefined): Promise<RobotsAnswer> {
    const asking = this.#fetch(origin, before).finally(() => this.#asking.delete(origin));
    asking.catch(() => {}); // those who wait are told
    this.#asking.set(origin, asking);
    return asking;
  }

  async #fetch(origin: string, before: RobotsAnswer | undefined): Promise<RobotsAnswer> {
    const { clock, product, fetch } = this.#deps;
    const url = `${origin}/robots.txt`;
    const got = await fetch(url, this.#closing.signal);
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

/** The rest has no robots.txt to ask for, or none that can be read: the page's own fetch says what is wrong. */
function isUnreachable(reason: string): boolean {
  return reason === 'timeout' || reason === 'network' || reason === 'tls' || reason.startsWith('http_5');
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
    work.finally(() => signal.removeEventListener('abort', stop)).then(resolve, reject);
  });
}
