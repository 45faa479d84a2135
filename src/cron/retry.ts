/** Rules and texts for retries. */
import type { Locale } from '../time/locale.ts';
import type { Retry } from './job-book.ts';

const MINUTE = 60_000;
/** How long after each failed attempt the next one comes. */
const LADDER = [30_000, MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE];

/** After this many failures in a row a job is paused. */
export const FAILURES_IN_A_ROW = 10;

/** The run id of a retry. */
export function retryRun(job: string, { slotMs, attempt }: Retry): string {
  return `${job}:${slotMs}:r${attempt}`;
}

/** How long to wait after attempt `attempt` (one-based) failed; `firstMs` replaces the first step, and the others are scaled alike. */
export function retryAfter(attempt: number, firstMs?: number): number {
  const step = LADDER[Math.min(attempt, LADDER.length) - 1]!;
  return firstMs === undefined ? step : Math.round((step / LADDER[0]!) * firstMs);
}

/** Tells a session about a job that was paused for failing. In English it is also the reason that the job keeps. */
export function pausedNotice(name: string, error: string, locale: Locale = 'en'): string {
  if (locale === 'zh')
    return (
      `「${name}」連續失敗 ${FAILURES_IN_A_ROW} 次，已經暫停。最後的錯誤：${error} ` +
      '有人以 /cron resume 恢復後才會再執行。'
    );
  return (
    `"${name}" failed ${FAILURES_IN_A_ROW} times in a row and was paused. The last error: ${error} ` +
    'It runs again when somebody resumes it: /cron resume.'
  );
}

/** Tells a session about a failure whose retry was dropped. The reason is in English only, so a Chinese text leaves it out. */
export function droppedNotice(
  name: string,
  {
    because,
    error,
    attempts,
  }: { readonly because: string; readonly error: string; readonly attempts: number },
  locale: Locale = 'en',
): string {
  if (locale === 'zh') return `「${name}」失敗了 ${attempts} 次，不會再試。錯誤：${error}`;
  const tries = attempts === 1 ? '' : ` ${attempts} times`;
  return `"${name}" failed${tries} and is not tried again: ${because}. The error: ${error}`;
}
