/**
 * Upkeep: everything that grows is limited.
 *
 * Closed turns with their effects and messages, taken system events, runs of removed jobs, receipts, and old
 * records of features are dropped after their retention. Transcripts keep every word of them. Anything open, not
 * yet written to its transcript, not yet sent, or younger than `FRESH_MS` is never dropped.
 */
import type { Dropped, KeepTerms, UpkeepBook } from '../sessions/upkeep-book.ts';
import type { BelievedTime } from '../time/believed-time.ts';

interface UpkeepDeps {
  readonly book: UpkeepBook;
  readonly time: Pick<BelievedTime, 'now'>;
  readonly keep: KeepSettings;
  /** Features' records by name: drops what ended before a time, and returns how much. */
  readonly others?: Readonly<Record<string, (beforeMs: number, signal?: AbortSignal) => Promise<number>>>;
}

export interface KeepSettings {
  readonly days: number;
  /** Of each job. */
  readonly runs: number;
  /** Anything younger is kept, however much it is; default: two days. */
  readonly freshMs?: number;
}

/** `bytes`: those that the database's file can use again. */
export type Freed = Dropped & { readonly bytes: number } & Readonly<Record<string, number>>;

const DAY_MS = 86_400_000;
/** Ceilings count a day's receipts, and reading back needs recent ops. */
const FRESH_MS = 2 * DAY_MS;
const MOST_EVENTS = 2_000;
const MOST_RECEIPTS = 50_000;
/** Rows of a kind per transaction, because other writers wait for it. */
const AT_ONCE = 1_000;

export class Upkeep {
  readonly #deps: UpkeepDeps;

  constructor(deps: UpkeepDeps) {
    this.#deps = deps;
  }

  /** Drop everything past its retention. @returns what was dropped. */
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

/** Whether nothing was dropped, whatever space became free. */
export function isNothing(dropped: Dropped | Freed): boolean {
  return Object.entries(dropped).every(([kind, count]) => kind === 'bytes' || count === 0);
}
