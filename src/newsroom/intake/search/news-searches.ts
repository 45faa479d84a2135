/**
 * The searches of a newsroom: the edition's queries when an update is due, and single questions on demand.
 *
 * - Daily two calls of Brave and the edition's queries of GDELT, hourly one call of Brave; of more queries than that
 *   the longest unasked are asked.
 * - At least 900 s lie between two answers to one query, restarts included, and each answer turns to the next page.
 * - State advances only once what was found is kept: what failed is asked again, with the same page.
 * - A failure is an outcome with a name, and the rest goes on.
 */
import { hasHan } from '../../../text/chinese/has-han.ts';
import type { Clock } from '../../../time/clock.ts';
import type { PlanKind } from '../../model/candidate.ts';
import type { Edition } from '../../edition/edition.ts';
import type { FoundLink } from '../../model/event.ts';
import type { Fetcher } from '../../../web-fetch/fetcher.ts';
import type { Log } from '../../model/log.ts';
import { BraveSearch } from './brave.ts';
import { GdeltSearch } from './gdelt.ts';
import type { NewsSearch, SearchAnswer } from './news-search.ts';
import { RequestBudget } from './request-budget.ts';
import type { SearchOutcome } from '../../model/candidate.ts';
import type { SearchState, SearchStates } from './search-states.ts';

interface NewsSearchesDeps {
  readonly fetcher: Fetcher;
  readonly clock: Clock;
  readonly states: SearchStates;
  readonly log: Log;
  readonly brave: { readonly keys: readonly string[]; readonly baseUrl?: string };
  readonly gdelt: { readonly baseUrl?: string };
}

interface SearchRun {
  readonly kind: PlanKind;
  readonly edition: Pick<Edition, 'queries'>;
  /** Put links into the pool; resolves to how many are new. */
  readonly keep: (links: readonly FoundLink[]) => Promise<number>;
  readonly signal?: AbortSignal | undefined;
}

interface Planned {
  readonly query: { readonly key: string; readonly text: string };
  readonly stateKey: string;
  readonly state: SearchState | undefined;
}

/** Between two answers to one query. */
const INTERVAL_MS = 900_000;
/** Pages of an answer: 0–9. */
const PAGES = 10;
/** Older ones are archive, not news. */
const MOST_AGE_MS = 48 * 3_600_000;
/** Queries asked of a run; and requests, since a second key may have to be tried. */
const LIMITS = {
  daily: { brave: { queries: 2, requests: 4 }, gdelt: { queries: 4, requests: 4 } },
  hourly: { brave: { queries: 1, requests: 2 }, gdelt: { queries: 0, requests: 0 } },
} as const;

export class NewsSearches {
  readonly #deps: NewsSearchesDeps;
  readonly #brave: NewsSearch;
  readonly #gdelt: NewsSearch;
  /** When each query was last asked, whatever came of it, since this process began. */
  readonly #attemptedAtMs = new Map<string, number>();

  constructor(deps: NewsSearchesDeps) {
    this.#deps = deps;
    const { fetcher, clock, states } = deps;
    this.#brave = new BraveSearch({ fetcher, clock, states, ...deps.brave });
    this.#gdelt = new GdeltSearch({ fetcher, clock, states, ...deps.gdelt });
  }

  /**
   * Ask the edition's queries of this kind of run. One outcome for each query, in the edition's order, Brave's first.
   * Rejects with the signal's reason, or as `keep` does, once nothing runs any more.
   */
  async searchForLinks(run: SearchRun): Promise<SearchOutcome[]> {
    const { brave, gdelt = [] } = run.edition.queries;
    const works = [
      this.#run(this.#brave, brave?.[run.kind] ?? [], run),
      this.#run(this.#gdelt, run.kind === 'daily' ? gdelt : [], run),
    ];
    await Promise.allSettled(works);
    return (await Promise.all(works)).flat();
  }

  /** One question, now, by one request: of Brave, or of GDELT while Brave can't be asked. */
  async search(
    text: string,
    { signal }: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<SearchAnswer> {
    const how = { budget: new RequestBudget(1), signal };
    const answer = await this.#brave.search({ key: 'on-demand', text, offset: 0 }, how);
    if (answer.kind === 'ok' || how.budget.left === 0 || answer.reason === 'bad_query') return answer;
    return this.#gdelt.search({ key: 'on-demand', text: keywords(text), offset: 0 }, how);
  }

  /** Whether Brave can be asked at all: there is a key. */
  get hasBrave(): boolean {
    return this.#brave.available;
  }

  /** What Brave knows of the last month, by one request and from nobody else. */
  searchMonth(text: string, signal?: AbortSignal): Promise<SearchAnswer> {
    const query = { key: 'month', text, offset: 0, within: 'month' } as const;
    return this.#brave.search(query, { budget: new RequestBudget(1), signal });
  }

  async #run(engine: NewsSearch, queries: readonly string[], run: SearchRun): Promise<SearchOutcome[]> {
    const planned = await Promise.all(queries.map((text, n) => this.#plan(engine, run.kind, text, n)));
    const now = this.#deps.clock.now();
    const limits = LIMITS[run.kind][engine.provider];
    const asked = planned
      .filter(({ state }) => dueAtMs(state, now) === undefined)
      .sort((a, b) => this.#lastAskedAtMs(a) - this.#lastAskedAtMs(b))
      .slice(0, limits.queries);
    const budget = new RequestBudget(limits.requests);
    const outcomes = new Map<Planned, SearchOutcome>();
    for (const plan of asked)
      if (engine.available) outcomes.set(plan, await this.#ask(engine, plan, budget, run));
    return planned.map((plan) => outcomes.get(plan) ?? unasked(engine, plan, now));
  }

  /** One that always fails takes its turn like any other. */
  #lastAskedAtMs({ stateKey, state }: Planned): number {
    return Math.max(state?.lastCallAtMs ?? 0, this.#attemptedAtMs.get(stateKey) ?? 0);
  }

  async #plan(engine: NewsSearch, kind: PlanKind, text: string, n: number): Promise<Planned> {
    const key = `${kind}-${n + 1}`;
    const stateKey = `${engine.provider}:${key}`;
    return { query: { key, text }, stateKey, state: await this.#deps.states.read(stateKey) };
  }

  async #ask(
    engine: NewsSearch,
    plan: Planned,
    budget: RequestBudget,
    run: SearchRun,
  ): Promise<SearchOutcome> {
    const { states, clock, log } = this.#deps;
    const { query, stateKey, state } = plan;
    const offset = state?.nextOffset ?? 0;
    this.#attemptedAtMs.set(stateKey, clock.now());
    const answer = await engine.search({ ...query, offset }, { budget, signal: run.signal });
    if (answer.kind === 'failed') {
      log.warn({ search: stateKey, error: answer.reason, detail: answer.detail }, 'search failed');
      await states.noteFailure(stateKey, answer.reason);
      const due = answer.notBeforeMs !== undefined && { dueAtMs: answer.notBeforeMs };
      return outcome(plan, { result: 'failed', error: answer.reason, ...due });
    }
    const oldest = clock.now() - MOST_AGE_MS;
    const fresh = answer.links.filter(
      ({ publishedAtMs }) => publishedAtMs === undefined || publishedAtMs >= oldest,
    );
    const newItems = await run.keep(fresh);
    // Only now: a failure before this line must ask for the same page again.
    const nextOffset = answer.more ? (offset + 1) % PAGES : 0;
    await states.noteSuccess(stateKey, { atMs: clock.now(), nextOffset });
    return outcome(plan, { result: 'ok', items: answer.links.length, newItems });
  }
}

function unasked(engine: NewsSearch, plan: Planned, nowMs: number): SearchOutcome {
  if (!engine.available) return outcome(plan, { result: 'off' });
  const due = dueAtMs(plan.state, nowMs);
  return due === undefined
    ? outcome(plan, { result: 'over_budget' })
    : outcome(plan, { result: 'not_due', dueAtMs: due });
}

/** When a query may be asked again; undefined for now. A clock that was set back shuts nothing. */
function dueAtMs(state: SearchState | undefined, nowMs: number): number | undefined {
  const last = state?.lastCallAtMs;
  return last === undefined || last > nowMs || nowMs - last >= INTERVAL_MS ? undefined : last + INTERVAL_MS;
}

function outcome(
  { query, stateKey }: Planned,
  told: Pick<SearchOutcome, 'result'> & Partial<SearchOutcome>,
): SearchOutcome {
  return { key: stateKey, label: query.text, items: 0, newItems: 0, ...told };
}

/** The words of a question that GDELT accepts: no signs, none shorter than three letters, few enough to find something. */
function keywords(text: string): string {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .filter((word) => word.length >= 3 || hasHan(word))
    .slice(0, 8)
    .join(' ');
}
