/**
 * The market data of a story at one moment: the only numbers a finance story may have besides those of its sources.
 * Plain JSON, to be stored in job files and given to writers.
 */
export interface MarketSnapshot {
  readonly takenAtMs: number;
  /** At most two, the most relevant first. */
  readonly quotes: readonly MarketQuote[];
}

export interface MarketQuote {
  /** The provider's spelling: `^spx`, `BTC-USD`. */
  readonly symbol: string;
  /** The edition's name for it, in its language. */
  readonly label: string;
  /** Other names, as the edition lists them. */
  readonly names?: readonly string[];
  /** ISO 4217, or `points` for an index. */
  readonly currency: string;
  readonly last: number;
  /** Of the session before that of `last`. */
  readonly previousClose: number;
  /** `last` − `previousClose`, without floating-point noise. */
  readonly change: number;
  /** In per cent of `previousClose`, two decimals. */
  readonly changePercent: number;
  readonly asOfMs: number;
  /** The day of `last`'s session, in the provider's zone: `2026-06-02`. */
  readonly day: string;
  /** `latest session`: there was no trade today (yet), so `last` is a close. */
  readonly session: 'today' | 'latest session';
  /** Closes of the sessions before `day`, oldest first, at most 60. */
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
