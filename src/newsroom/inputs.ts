/**
 * Inputs: what a planner may choose from, prepared before its turn: feeds → pool → events → candidates.
 *
 * - One update at a time: who asks while one runs gets that one's feeds, selected anew by their own notes.
 * - A failing feed never stops the rest, and every feed's outcome is told: silence is not success.
 * - Nothing but the pool is written, and nothing is reserved.
 */
import { setMaxListeners } from 'node:events';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Note } from '../sessions/note.ts';
import type { Clock } from '../time/clock.ts';
import type { FeedOutcome, InputsSnapshot, PlanKind } from './candidate.ts';
import { clusterPending } from './cluster/cluster-pending.ts';
import { categoryOf, type Edition } from './edition.ts';
import type { Fetcher } from './fetch/fetcher.ts';
import { updateFeed } from './feeds/update-feed.ts';
import type { Log } from './log.ts';
import type { Pool } from './pool/pool.ts';
import { selectCandidates } from './select/select-candidates.ts';

interface InputsParts {
  readonly edition: Edition;
  readonly pool: Pool;
  readonly fetcher: Fetcher;
  readonly clock: Clock;
  readonly log: Log;
}

const DAY_MS = 24 * 3_600_000;

export class Inputs {
  readonly #parts: InputsParts;
  readonly #closing = new AbortController();
  #updating: Promise<readonly FeedOutcome[]> | undefined;

  constructor(parts: InputsParts) {
    this.#parts = parts;
    // Every feed that is being fetched listens to it: many are no leak.
    setMaxListeners(0, this.#closing.signal);
  }

  /** Rejects with the signal's reason, or when the pool can't be written. */
  async prepare(
    kind: PlanKind,
    { notes, signal }: { readonly notes: readonly Note[]; readonly signal?: AbortSignal | undefined },
  ): Promise<InputsSnapshot> {
    const { edition, pool, clock, log } = this.#parts;
    signal?.throwIfAborted();
    const feeds = await unlessAborted(this.update(), signal);
    const now = clock.now();
    const [open, posted] = [await pool.openEvents(now), await pool.postedEvents(now - DAY_MS)];
    const { candidates, leftOut } = selectCandidates({ kind, edition, open, posted, notes, nowMs: now });
    log.info(
      { kind, events: open.length, candidates: candidates.length, leftOut: leftOut.length },
      'inputs prepared',
    );
    const pick = { atMost: edition.quotas[kind].stories };
    return { kind, preparedAtMs: now, feeds, candidates, leftOut, pick };
  }

  /** Fetch the feeds and cluster what is new, or join the update that is running. */
  update(): Promise<readonly FeedOutcome[]> {
    this.#updating ??= this.#update().finally(() => (this.#updating = undefined));
    return this.#updating;
  }

  /** Stop a running update and wait until it has let go of the pool. Nothing is prepared afterwards. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('the desk is shutting down'));
    await this.#updating?.catch(() => {}); // its own waiters are told
  }

  async #update(): Promise<readonly FeedOutcome[]> {
    const { edition, pool, clock, log } = this.#parts;
    const { signal } = this.#closing;
    signal.throwIfAborted();
    const startedAtMs = clock.now();
    const reading = oneByOne();
    const feeds = await allSettledFirst(
      edition.feeds.map((feed) => updateFeed(feed, { ...this.#parts, signal, reading })),
    );
    const decided = await this.#cluster();
    const pruned = await pool.prune(clock.now());
    const finishedAtMs = clock.now();
    await pool.noteRun({ kind: 'update', startedAtMs, finishedAtMs, detail: { feeds, decided, pruned } });
    const count = (result: FeedOutcome['result']) => feeds.filter((it) => it.result === result).length;
    log.info(
      {
        ok: count('ok'),
        unchanged: count('unchanged'),
        failed: count('failed'),
        newItems: feeds.reduce((sum, it) => sum + it.newItems, 0),
        decided,
        ms: finishedAtMs - startedAtMs,
      },
      'feeds updated',
    );
    return feeds;
  }

  async #cluster(): Promise<number> {
    const { edition, pool, clock } = this.#parts;
    const pending = await pool.pendingLinks();
    if (pending.length === 0) return 0;
    const now = clock.now();
    await breathe();
    const decisions = await clusterPending({
      pending,
      events: await pool.clusterable(now, now - 2 * DAY_MS),
      signal: this.#closing.signal,
      categoryOf: (link) => categoryOf(edition, [link.title, link.description], link.feedCategory),
    });
    await pool.keepDecisions(decisions, now);
    return decisions.length;
  }
}

/** A queue: each work begins when those before it have settled. */
function oneByOne(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {}); // whoever asked is told
    return done;
  };
}

/** Like `Promise.all`, but rejects only when all have settled: nobody writes to the pool behind our back. */
async function allSettledFirst<T>(works: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(works);
  return Promise.all(works);
}

/** One who stops waiting doesn't stop the update: others may wait for it too. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
    const leave = () => signal.removeEventListener('abort', stop);
    work.finally(leave).then(resolve, reject);
  });
}
