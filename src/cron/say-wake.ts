/** Why nobody will look at what the main session was told, as far as that is so. */
export interface BeatTerms {
  /** False with `NIGHTDESK_SKIP_CRON`. */
  readonly enabled: boolean;
  readonly paused: boolean;
  /** False where the regular heartbeats are switched off. */
  readonly beats: boolean;
}

const UNTIL_THEN = "the text waits for the main session's next turn";

/** A sentence for whoever left a text; undefined where a heartbeat will take it. */
export function remarkOnWake(
  mode: 'now' | 'next-heartbeat',
  { enabled, paused, beats }: BeatTerms,
): string | undefined {
  if (!enabled) return `cron is off (NIGHTDESK_SKIP_CRON), so nothing will beat: ${UNTIL_THEN}`;
  if (paused) return `the desk is paused, so nothing beats until it resumes: ${UNTIL_THEN}`;
  if (mode === 'next-heartbeat' && !beats) return `heartbeats are switched off: ${UNTIL_THEN}`;
  return undefined;
}
