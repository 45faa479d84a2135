/**
 * The port to what searches remember between runs and restarts: of each query when it was last answered and
 * which page comes next, of each key what is left of its quota and how long it rests.
 *
 * Keys of states are names (`brave:daily-1`, `brave:key:<fingerprint>`), never secrets. Times are milliseconds
 * since the epoch, UTC.
 */
export interface SearchStates {
  read(stateKey: string): Promise<SearchState | undefined>;
  /** An answer came: counted, and the page to ask next; the last error is forgotten. */
  noteSuccess(
    stateKey: string,
    success: { readonly atMs: number; readonly nextOffset: number },
  ): Promise<void>;
  /** Nothing but the error changes: a failed call must be made again, with the same page. */
  noteFailure(stateKey: string, error: string): Promise<void>;
  /** What an answer's headers said of a quota; null where nothing is known or nothing must be waited for. */
  noteQuota(
    stateKey: string,
    quota: { readonly remaining: number | null; readonly cooldownUntilMs: number | null },
  ): Promise<void>;
}

export interface SearchState {
  /** The last success. */
  readonly lastCallAtMs?: number;
  readonly nextOffset: number;
  readonly runCount: number;
  /** Requests left this month. */
  readonly remaining?: number;
  readonly cooldownUntilMs?: number;
  readonly lastError?: string;
}
