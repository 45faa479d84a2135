/**
 * Upkeep: what grows has an end.
 *
 * Closed turns with their effects and messages, system events that were taken, runs of removed jobs and receipts are
 * dropped once they have served their time, and what features keep besides. A transcript keeps every word of them. What is open, not yet written to its
 * transcript or not yet sent is never dropped, and neither is anything younger than `FRESH_MS`.
 */
import type { Dropped, KeepTerms, UpkeepBook } from '../sessions/upkeep-book.ts';
import type { BelievedTime } from '../time/believed-time.ts';

export interface UpkeepDeps {
  readonly book: UpkeepBook;
  readonly time: Pick<BelievedTime, 'now'>;
  readonly keep: KeepSettings;
  /** What features keep, by what they call it: drops what is over since a time, and says how much that was. */
  readonly others?: Readonly<Record<string, (beforeMs: number, signal?: AbortSignal) => Promise<number>>>;
}

export interface KeepSettings {
  readonly days: number;
  /** Of each job. */
  readonly runs: number;
  /** What is younger is kept, however much of it there is; two days where nothing else is said. */
  readonly freshMs?: number;
}

/** `bytes`: those that the database's file can use again. */
export type Freed = Dropped & { readonly bytes: number } & Readonly<Record<string, number>>;

const DAY_MS = 86_400_000;
/** Ceilings count a day's receipts, and a read-back looks a little into the past. */
const FRESH_MS = 2 * DAY_MS;
const MOST_EVENTS = 2_000;
const MOST_RECEIPTS = 50_000;
/** Rows of a kind in one transaction: other writers wait for it. */
const AT_ONCE = 1_000;

export class Upkeep {
  readonly #deps: UpkeepDeps;

  constructor(deps: UpkeepDeps) {
    this.#deps = deps;
  }

  /** Drop everything that has served its time. @returns what was dropped. */
  async gc(signal?: AbortSignal): Promise<Freed> {
    const { book, time, keep, others = {} } = this.#deps;
    const terms = keepTerms(await time.now(), keep);
    const freeBefore = await book.free();
    let dropped: Dropped = NOTHING;
    for (;;) {
      const more = await book.drop(terms, AT_ONCE);
      dropped = plus(dropped, more);
      if (isNothing(more) || signal?.aborted) break;
    }
    const more: Record<string, number> = {};
    for (const [name, drop] of Object.entries(others)) more[name] = await drop(terms.beforeMs, signal);
    return { ...more, ...dropped, bytes: Math.max(0, (await book.free()) - freeBefore) };
  }
}

/** What may be dropped at a moment. */
export function keepTerms(nowMs: number, { days, runs, freshMs: youth = FRESH_MS }: KeepSettings): KeepTerms {
  const freshMs = nowMs - youth;
  return {
    beforeMs: Math.min(nowMs - days * DAY_MS, freshMs),
    freshMs,
    runs,
    events: MOST_EVENTS,
    receipts: MOST_RECEIPTS,
    unasked: ['heartbeat'],
  };
}

const NOTHING: Dropped = { turns: 0, runs: 0, events: 0, effects: 0, messages: 0, receipts: 0 };

function plus(one: Dropped, other: Dropped): Dropped {
  return {
    turns: one.turns + other.turns,
    runs: one.runs + other.runs,
    events: one.events + other.events,
    effects: one.effects + other.effects,
    messages: one.messages + other.messages,
    receipts: one.receipts + other.receipts,
  };
}

/** Nothing was dropped, whatever else became free. */
export function isNothing(dropped: Dropped | Freed): boolean {
  return Object.entries(dropped).every(([kind, count]) => kind === 'bytes' || count === 0);
}
