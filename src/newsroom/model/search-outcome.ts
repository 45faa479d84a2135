/** The result of one of the edition's search queries in an update, so that silence can be told from failure. */
export interface SearchOutcome {
  /** The state's key, also carried by found links: `brave:daily-1`. */
  readonly key: string;
  /** The query. */
  readonly label: string;
  readonly result:
    | 'ok'
    /** Asked too recently; `dueAtMs` says when it is asked again. */
    | 'not_due'
    | 'failed'
    /** There is no API key for it. */
    | 'off'
    /** This update's requests are used up. */
    | 'over_budget';
  readonly items: number;
  readonly newItems: number;
  readonly error?: string;
  readonly dueAtMs?: number;
}
