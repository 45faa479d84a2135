/** What `nightdesk doctor` found where it looked. */
export interface Finding {
  /** What was looked at, in one or two words. */
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'problem';
  readonly text: string;
  /** What to do about it. */
  readonly remedy?: string;
}
