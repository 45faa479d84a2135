/**
 * What people do with the pool: see its state, its feeds, and what became of a feed's links; update or clean it, or
 * enable a feed. Times are milliseconds since the epoch, UTC.
 */
import { Refusal } from '../../feature/refusal.ts';
import type { Note } from '../../sessions/note.ts';
import type { Clock } from '../../time/clock.ts';
import type { InputsSnapshot, PlanKind } from '../model/candidate.ts';
import type { Edition, EditionFeed } from '../edition/edition.ts';
import { windowMs } from '../edition/edition-newsletter.ts';
import type { Inputs, Provider } from './inputs.ts';
import { silentSince, stateAt, type FeedHealth, type FeedState } from './pool/feed-health.ts';
import type { Pool, PoolRun, PoolStatus, Pruned } from './pool/pool.ts';
import type { PoolUpdate } from './pool/pool-update.ts';
import { deliveryInWords } from './pool/say-delivery.ts';

interface Deps {
  readonly edition: Edition;
  readonly pool: Pool;
  readonly inputs: Inputs;
  readonly clock: Clock;
  /** The trusted time for deleting what is too old; the clock's by default. */
  readonly believed?: { now(): Promise<number> } | undefined;
  /** The notes of the desk channel. */
  readonly notes: () => Promise<readonly Note[]>;
  /** When a planner's inputs are prepared next; undefined when none is scheduled. */
  readonly nextPlanAtMs: () => Promise<number | undefined>;
}

export interface Preview {
  readonly feed: FeedHealth;
  /** When the feed is read next; undefined when it is disabled or paused, or nothing is scheduled. */
  readonly nextReadAtMs?: number;
  /** Last seen first. */
  readonly links: readonly ReturnType<typeof deliveryInWords>[];
}

/** The edition has no feed with this key. */
class UnknownFeed extends Refusal {
  override readonly code = 'not_found';
}

export class PoolService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** What a planner would be offered now, without holding it. */
  async inputs(kind: PlanKind): Promise<InputsSnapshot> {
    return this.#deps.inputs.prepare(kind, { notes: await this.#deps.notes() });
  }

  async status(): Promise<PoolStatus & { readonly feeds: readonly FeedHealth[] }> {
    const { pool, clock } = this.#deps;
    return { ...(await pool.status(clock.now())), feeds: await this.feeds() };
  }

  /** The edition's feeds, in its order. */
  async feeds(): Promise<readonly FeedHealth[]> {
    const { edition, pool, clock } = this.#deps;
    const states = new Map((await pool.feedHealth()).map((state) => [state.key, state]));
    return edition.feeds.map((feed) => healthOf(feed, states.get(feed.key), clock.now()));
  }

  /** Read feeds (or a given one in any case), or ask a provider, and cluster new links. */
  async update(source: 'rss' | Provider, feed?: string): Promise<PoolUpdate> {
    const { inputs } = this.#deps;
    if (source !== 'rss') return inputs.updateSearch(source);
    if (feed !== undefined) this.#feed(feed);
    return inputs.updateFeeds(feed);
  }

  /** What became of each link of a feed, and when it is read next. */
  async preview(key: string, limit: number): Promise<Preview> {
    const { pool, clock, nextPlanAtMs } = this.#deps;
    const feed = this.#feed(key);
    const state = await pool.feedState(key);
    const health = healthOf(feed, state && { ...state, key }, clock.now());
    const isRead = health.state !== 'disabled' && health.state !== 'paused';
    const plan = !isRead ? undefined : await nextPlanAtMs();
    return {
      feed: health,
      ...(plan !== undefined && { nextReadAtMs: Math.max(plan, health.nextDueAtMs ?? plan) }),
      links: (await pool.deliveries(key, limit)).map(deliveryInWords),
    };
  }

  /**
   * Read a feed again at the next update, whatever its state.
   * @returns its state.
   */
  async enable(key: string): Promise<FeedHealth> {
    const { pool, clock } = this.#deps;
    const feed = this.#feed(key);
    await pool.enableFeed(key);
    const state = await pool.feedState(key);
    return healthOf(feed, state && { ...state, key }, clock.now());
  }

  /** Delete what is too old, and correct counts. */
  async gc(): Promise<Pruned & { readonly recounted: number }> {
    const { edition, pool, clock, believed } = this.#deps;
    const startedAtMs = clock.now();
    const detail = {
      ...(await pool.prune(await (believed ?? clock).now(), windowMs(edition))),
      recounted: await pool.recount(),
    };
    await pool.noteRun({ kind: 'gc', startedAtMs, finishedAtMs: clock.now(), detail });
    return detail;
  }

  /** What was done to the pool, the newest first. */
  audit(limit: number): Promise<readonly PoolRun[]> {
    return this.#deps.pool.runs(limit);
  }

  #feed(key: string): EditionFeed {
    const { feeds } = this.#deps.edition;
    const feed = feeds.find((it) => it.key === key);
    if (feed !== undefined) return feed;
    const known = feeds.map((it) => it.key).join(', ') || 'none';
    throw new UnknownFeed(`the edition has no feed "${key}"; it has ${known}`);
  }
}

function healthOf(
  { key, label, url, paused }: EditionFeed,
  kept: (FeedState & { readonly key: string }) | undefined,
  nowMs: number,
): FeedHealth {
  const state = stateAt(url, kept);
  if (state === undefined)
    return { key, label, url, state: paused ? 'paused' : 'never_read', failuresInARow: 0 };
  const silent = silentSince(state, nowMs);
  const stands = (): FeedHealth['state'] => {
    if (paused) return 'paused';
    if (state.disabledAtMs !== undefined) return 'disabled';
    if (state.failuresInARow > 0) return 'failing';
    // Its failures were forgiven, and it hasn't answered since.
    if (state.lastError !== undefined) return state.firstSuccessAtMs === undefined ? 'never_read' : 'failing';
    return silent === undefined ? 'well' : 'silent';
  };
  return {
    ...state,
    key,
    label,
    url,
    state: stands(),
    ...(silent !== undefined && { silentSinceMs: silent }),
  };
}
