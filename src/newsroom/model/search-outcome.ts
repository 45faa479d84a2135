/** How one query of the edition did in an update, beside the outcomes of feeds: silence is told from failure. */
export interface SearchOutcome {
  /** The state's key, which found links carry too: `brave:daily-1`. */
  readonly key: string;
  /** The query. */
  readonly label: string;
  readonly result:
    | 'ok'
    /** Asked too short a while ago: `dueAtMs` says when it is asked again. */
    | 'not_due'
    | 'failed'
    /** There is no key for it. */
    | 'off'
    /** The requests of this run are spent. */
    | 'over_budget';
  readonly items: number;
  readonly newItems: number;
  readonly error?: string;
  readonly dueAtMs?: number;
}
