/** A finding of `nightdesk doctor`. */
export interface Finding {
  /** What was checked, in one or two words. */
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'problem';
  readonly text: string;
  /** What to do about it. */
  readonly remedy?: string;
}
