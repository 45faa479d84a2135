/** Retries and their end: sums and sentences. */
import type { Retry } from './job-book.ts';

const MINUTE = 60_000;
/** How long after each failed attempt the next comes. */
const LADDER = [30_000, MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE];

/** This many failures in a row pause a job. */
export const FAILURES_IN_A_ROW = 10;

/** The id of the run that tries a slot once more. */
export function retryRun(job: string, { slotMs, attempt }: Retry): string {
  return `${job}:${slotMs}:r${attempt}`;
}

/** How long to wait after the failure of `attempt` (one-based); `firstMs` stretches the ladder's first step. */
export function retryAfter(attempt: number, firstMs?: number): number {
  const step = LADDER[Math.min(attempt, LADDER.length) - 1]!;
  return firstMs === undefined ? step : Math.round((step / LADDER[0]!) * firstMs);
}

/** What its session is told about a job that failed too often. */
export function pausedNotice(name: string, error: string): string {
  return (
    `"${name}" failed ${FAILURES_IN_A_ROW} times in a row and was paused. The last error: ${error} ` +
    'It runs again when somebody resumes it: /cron resume.'
  );
}

/** What its session is told about a failure that was to be tried again, and is not. */
export function droppedNotice(
  name: string,
  {
    because,
    error,
    attempts,
  }: { readonly because: string; readonly error: string; readonly attempts: number },
): string {
  const tries = attempts === 1 ? '' : ` ${attempts} times`;
  return `"${name}" failed${tries} and is not tried again: ${because}. The error: ${error}`;
}
