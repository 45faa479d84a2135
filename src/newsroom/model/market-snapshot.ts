/**
 * What the markets of a story said at one moment: the only numbers that a finance story may have besides those of its
 * sources. Plain JSON, so that it can lie in a job's file and be handed to a writer.
 */
export interface MarketSnapshot {
  readonly takenAtMs: number;
  /** At most two, the one that the story is most about first. */
  readonly quotes: readonly MarketQuote[];
}

export interface MarketQuote {
  /** As the provider spells it: `^spx`, `BTC-USD`. */
  readonly symbol: string;
  /** As the edition calls it, in its language. */
  readonly label: string;
  /** What else it is called, as the edition lists it. */
  readonly names?: readonly string[];
  /** ISO 4217, or `points` of an index. */
  readonly currency: string;
  readonly last: number;
  /** Of the session before that of `last`. */
  readonly previousClose: number;
  /** `last` − `previousClose`, free of binary dust. */
  readonly change: number;
  /** Of `previousClose`, two decimals. */
  readonly changePercent: number;
  readonly asOfMs: number;
  /** The day of the session that `last` is from, in the provider's zone: `2026-06-02`. */
  readonly day: string;
  /** `latest session`: nothing was traded on the day of asking (yet), so `last` is a close. */
  readonly session: 'today' | 'latest session';
  /** Of the sessions before `day`, oldest first, at most 60. */
  readonly closes: readonly DailyClose[];
  /** `Stooq`, `Coinbase`. */
  readonly source: string;
  /** Where people can look it up. */
  readonly sourceUrl: string;
}

export interface DailyClose {
  readonly day: string;
  readonly close: number;
}
