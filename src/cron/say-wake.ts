/** Says why nobody will look at an event for the main session, if so. */
export interface BeatTerms {
  /** False with `NIGHTDESK_SKIP_CRON`. */
  readonly enabled: boolean;
  readonly paused: boolean;
  /** False when regular heartbeats are off. */
  readonly beats: boolean;
}

const UNTIL_THEN = "the text waits for the main session's next turn";

/** A sentence for whoever left an event; undefined when a heartbeat will take it. */
export function remarkOnWake(
  mode: 'now' | 'next-heartbeat',
  { enabled, paused, beats }: BeatTerms,
): string | undefined {
  if (!enabled) return `cron is off (NIGHTDESK_SKIP_CRON), so nothing will beat: ${UNTIL_THEN}`;
  if (paused) return `the desk is paused, so nothing beats until it resumes: ${UNTIL_THEN}`;
  if (mode === 'next-heartbeat' && !beats) return `heartbeats are switched off: ${UNTIL_THEN}`;
  return undefined;
}
