/**
 * Inputs: what a planner may choose from, prepared before its turn: feeds and searches → pool → events → candidates.
 *
 * - One update of a kind at a time: a caller during an update shares its links, selected by the caller's own notes.
 *   Feeds are read once for all kinds; clustering is exclusive.
 * - A failing feed or search doesn't stop the rest, and every outcome is reported, so that silence isn't taken for
 *   success.
 * - Offered events are held for the desk channel for ten minutes; just looking holds nothing.
 */
import { setMaxListeners } from 'node:events';
import type { Note } from '../../sessions/note.ts';
import type { Clock } from '../../time/clock.ts';
import type {
  Candidate,
  FeedOutcome,
  InputsSnapshot,
  LeftOut,
  PlanKind,
  SearchOutcome,
} from '../model/candidate.ts';
import type { ModelDesk } from '../../llm/ask-about.ts';
import { clusterPass } from './cluster/cluster-pass.ts';
import type { Edition, EditionFeed } from '../edition/edition.ts';
import { windowMs } from '../edition/edition-newsletter.ts';
import { plannerHold } from '../model/event.ts';
import type { NewsEvent } from '../model/event.ts';
import type { Fetcher } from '../../web-fetch/fetcher.ts';
import { updateFeed } from './feeds/update-feed.ts';
import { allSettledFirst, Joined, oneByOne, unlessAborted } from '../../async/joined.ts';
import type { Log } from '../model/log.ts';
import type { FeedState } from './pool/feed-health.ts';
import type { Pool } from './pool/pool.ts';
import type { PoolUpdate } from './pool/pool-update.ts';
import { urlKey } from '../model/url-key.ts';
import type { CoveredStory } from '../coverage/covered-stories.ts';
import type { FeedbackWeight } from '../model/story-vote.ts';
import { sayRefusal } from './select/say-refusal.ts';
import { POSTED_MS, selectCandidates } from './select/select-candidates.ts';

export interface InputsDeps {
  readonly edition: Edition;
  readonly pool: Pool;
  readonly fetcher: Fetcher;
  readonly clock: Clock;
  /** The trusted time for deleting what is too old; the clock's by default. */
  readonly believed?: { now(): Promise<number> } | undefined;
  readonly log: Log;
  /** The models that clustering asks; without them rules decide alone. */
  readonly desk?: ModelDesk | undefined;
  /** Searches for links in addition to feeds, if configured. */
  readonly search?: LinkSearch | undefined;
  /** Tells editors that a feed was disabled, once per `disabledAtMs`. */
  readonly gaveUp?: ((feed: EditionFeed, state: FeedState) => Promise<void>) | undefined;
  /** What a desk channel has covered or must not cover; without it only the pool's knowledge counts. */
  readonly covered?: ((desk: string | undefined) => Promise<readonly CoveredStory[]>) | undefined;
  /** What people's votes on stories weigh; without it they weigh nothing. */
  readonly feedback?: (() => Promise<readonly FeedbackWeight[]>) | undefined;
  /** Stores the last inputs of each kind for people. */
  readonly keep?: ((snapshot: InputsSnapshot) => Promise<void>) | undefined;
}

/** Ask the edition's queries for a kind of run, at one provider or all, and add the results to the pool. */
export type LinkSearch = (request: {
  readonly kind: PlanKind;
  readonly provider?: Provider | undefined;
  readonly signal: AbortSignal;
}) => Promise<readonly SearchOutcome[]>;

export type Provider = 'brave' | 'gdelt';

interface PrepareTerms {
  readonly notes: readonly Note[];
  readonly signal?: AbortSignal | undefined;
  /** The desk channel whose planner will read them; its candidates are held for it. */
  readonly holder?: string | undefined;
}

const HOLD_MS = 10 * 60_000;

export class Inputs {
  readonly #deps: InputsDeps;
  readonly #closing = new AbortController();
  readonly #joined = new Joined();
  /** Parsing is this process's own work, so feeds are parsed one after another. */
  readonly #reading = oneByOne();
  readonly #clustering = oneByOne();
  readonly #keeping = oneByOne();

  constructor(deps: InputsDeps) {
    this.#deps = deps;
    // Every running fetch listens to this signal; many listeners are not a leak.
    setMaxListeners(0, this.#closing.signal);
  }

  /** Rejects with the signal's reason, or when the pool can't be written. */
  async prepare(kind: PlanKind, { notes, signal, holder }: PrepareTerms): Promise<InputsSnapshot> {
    const { edition, pool, clock, log } = this.#deps;
    signal?.throwIfAborted();
    const { feeds, searches } = await unlessAborted(this.update(kind), signal);
    const now = clock.now();
    const by = holder === undefined ? undefined : plannerHold(holder);
    const covered = (await this.#deps.covered?.(holder)) ?? [];
    const events = await this.#events(now);
    const isDesk = holder !== undefined && this.#deps.covered !== undefined;
    const { open, posted } = isDesk ? forDesk(covered, now, events) : events;
    const feedback = await this.#deps.feedback?.();
    const terms = { kind, edition, open, posted, covered, notes, nowMs: now, holder: by, feedback };
    const selected = await selectCandidates(terms);
    const { candidates, taken } = await this.#hold(selected.candidates, by, now);
    const leftOut = [...taken, ...selected.leftOut];
    await pool.keepVerdicts([
      ...leftOut.map(({ event_id, reason }) => verdict(event_id, kind, now, false, reason)),
      ...candidates.map(({ event_id, picked_because }) => verdict(event_id, kind, now, true, picked_because)),
    ]);
    log.info(
      { kind, events: open.length, candidates: candidates.length, left: selected.leftOutBy },
      'inputs prepared',
    );
    const snapshot: InputsSnapshot = {
      kind,
      preparedAtMs: now,
      feeds,
      ...(searches.length > 0 && { searches }),
      candidates,
      leftOut,
      leftOutBy: selected.leftOutBy,
      pick: { atMost: edition.quotas[kind].stories },
    };
    await this.#keep(snapshot);
    return snapshot;
  }

  async #events(nowMs: number): Promise<PoolEvents> {
    const { pool } = this.#deps;
    return { open: await pool.openEvents(nowMs), posted: await pool.postedEvents(nowMs - POSTED_MS) };
  }

  /** Read the feeds, ask this kind's queries, and cluster new links; or join a running update that does. */
  update(kind: PlanKind): Promise<PoolUpdate> {
    return this.#joined.do(`update ${kind}`, () =>
      this.#update(kind, async () => {
        const { feeds } = this.#deps.edition;
        const reading = this.#joined.do('feeds', () => this.#readFeeds(feeds, false));
        const asking = this.#search(kind);
        await Promise.allSettled([reading, asking]); // wait for both, so that neither writes after this returns
        return { feeds: await reading, searches: await asking };
      }),
    );
  }

  /** Read the due feeds, or a given one in any case; then cluster. */
  updateFeeds(key?: string): Promise<PoolUpdate> {
    const { feeds } = this.#deps.edition;
    const asked = key === undefined ? feeds : feeds.filter((feed) => feed.key === key);
    return this.#joined.do(`rss ${key ?? ''}`, () =>
      this.#update('rss', async () => ({
        feeds:
          key === undefined
            ? await this.#joined.do('feeds', () => this.#readFeeds(asked, false))
            : await this.#readFeeds(asked, true),
        searches: [],
      })),
    );
  }

  /** Ask one provider's queries; then cluster. */
  updateSearch(provider: Provider): Promise<PoolUpdate> {
    return this.#joined.do(provider, () =>
      this.#update(provider, async () => ({ feeds: [], searches: await this.#search('daily', provider) })),
    );
  }

  /** Stop running updates and wait until they are done with the pool. Nothing is prepared afterwards. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('the desk is shutting down'));
    await this.#joined.idle(); // the callers get the error
    await this.#keeping(async () => {});
  }

  async #update(
    what: string,
    gather: () => Promise<Pick<PoolUpdate, 'feeds' | 'searches'>>,
  ): Promise<PoolUpdate> {
    const { edition, pool, clock, believed, log } = this.#deps;
    this.#closing.signal.throwIfAborted();
    const startedAtMs = clock.now();
    const { feeds, searches } = await gather();
    const { clustering, pruned } = await this.#clustering(async () => {
      this.#closing.signal.throwIfAborted();
      const made = await this.#cluster();
      return {
        clustering: made,
        pruned: await pool.prune(await (believed ?? clock).now(), windowMs(edition)),
      };
    });
    const finishedAtMs = clock.now();
    const { decided } = clustering;
    const update = { feeds, searches, decided, clustering, pruned };
    await pool.noteRun({ kind: what, startedAtMs, finishedAtMs, detail: update });
    const results: Record<string, number> = {};
    for (const { result } of [...feeds, ...searches]) results[result] = (results[result] ?? 0) + 1;
    const newItems = [...feeds, ...searches].reduce((sum, it) => sum + it.newItems, 0);
    log.info({ what, ...results, newItems, decided, ms: finishedAtMs - startedAtMs }, 'feeds updated');
    return update;
  }

  #readFeeds(feeds: readonly EditionFeed[], anyway: boolean): Promise<readonly FeedOutcome[]> {
    const { signal } = this.#closing;
    const { edition, pool, fetcher, clock, log } = this.#deps;
    const work = { edition, pool, fetcher, clock, log, signal, anyway, reading: this.#reading };
    const gaveUp = (feed: EditionFeed, state: FeedState) => this.#gaveUp(feed, state);
    return allSettledFirst(feeds.map((feed) => updateFeed(feed, { ...work, gaveUp })));
  }

  /** Editors who can't be told now are told at the next update. */
  async #gaveUp(feed: EditionFeed, state: FeedState): Promise<void> {
    const { log, gaveUp } = this.#deps;
    try {
      await gaveUp?.(feed, state);
    } catch (error) {
      log.error({ feed: feed.key, err: error }, 'telling that a feed is disabled failed');
    }
  }

  async #search(kind: PlanKind, provider?: Provider): Promise<readonly SearchOutcome[]> {
    const { search, log } = this.#deps;
    const { signal } = this.#closing;
    try {
      return (await search?.({ kind, provider, signal })) ?? [];
    } catch (error) {
      signal.throwIfAborted();
      log.error({ kind, err: error }, 'searching for links failed');
      return [];
    }
  }

  #cluster(): Promise<PoolUpdate['clustering']> {
    const { edition, pool, clock, desk } = this.#deps;
    return clusterPass({ pool, edition, desk, nowMs: clock.now(), signal: this.#closing.signal });
  }

  /** Hold the candidates for their desk channel, and drop those that another has taken. */
  async #hold(
    candidates: readonly Candidate[],
    by: string | undefined,
    nowMs: number,
  ): Promise<{ candidates: readonly Candidate[]; taken: LeftOut[] }> {
    if (by === undefined) return { candidates, taken: [] };
    const ids = candidates.map(({ event_id }) => event_id);
    const got = new Set(await this.#deps.pool.reserve(ids, nowMs + HOLD_MS, by));
    const taken = candidates
      .filter(({ event_id }) => !got.has(event_id))
      .map(({ event_id, title, suggested_category: category }): LeftOut => {
        const reason = sayRefusal({ rule: 'held', by: 'desk_now' }, this.#deps.edition);
        return { event_id, title, category, rule: 'held', reason };
      });
    const kept = candidates.filter(({ event_id }) => got.has(event_id));
    return { candidates: kept.map((candidate, n) => ({ ...candidate, i: n + 1 })), taken };
  }

  /** For people only: a full disk must not cost a planner its inputs. */
  async #keep(snapshot: InputsSnapshot): Promise<void> {
    const { keep, log } = this.#deps;
    try {
      await this.#keeping(async () => keep?.(snapshot));
    } catch (error) {
      log.warn({ kind: snapshot.kind, err: error }, 'the last inputs could not be written');
    }
  }
}

interface PoolEvents {
  readonly open: readonly NewsEvent[];
  readonly posted: readonly NewsEvent[];
}

/** What another desk channel has posted is as available to this one as unposted events. */
function forDesk(covered: readonly CoveredStory[], nowMs: number, { open, posted }: PoolEvents): PoolEvents {
  const own = new Set(covered.filter(({ kind }) => kind === 'posted').map(({ url }) => urlKey(url)));
  const isOwn = ({ links }: NewsEvent) => links.some(({ key }) => own.has(key));
  const others = posted.filter((event) => !isOwn(event) && event.expiresAtMs > nowMs);
  return { open: [...open, ...others], posted: posted.filter(isOwn) };
}

function verdict(eventId: number, kind: PlanKind, atMs: number, taken: boolean, reason: string) {
  return { eventId, kind, atMs, taken, reason };
}
