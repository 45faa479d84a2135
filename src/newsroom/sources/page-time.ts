/**
 * How long a page may be read. On a machine that is busy with other things, time passes in which nothing is read: a page's
 * time is over when it has passed on the clock and this process has used as much of the processor.
 */
import { pass, type Clock } from '../../time/clock.ts';

interface PageTime {
  readonly clock: Clock;
  readonly pageMs: number;
  /** How much processor time the process has used, ms. */
  readonly processorMs: () => number;
}

/** However busy the machine is. */
const MOST_MS = 60_000;
/** The shortest wait between two looks at the processor time. */
const LOOK_MS = 100;

/** Resolves when the time of a page that is taken up now is over; rejects with the signal's reason. */
export async function pageTimeIsOver(page: PageTime, signal: AbortSignal): Promise<void> {
  const { clock, pageMs, processorMs: used } = page;
  const [beganMs, usedMs] = [clock.elapsed(), used()];
  const mostMs = Math.max(MOST_MS, pageMs);
  for (let leftMs = pageMs; leftMs > 0;) {
    const untilMost = beganMs + mostMs - clock.elapsed();
    if (untilMost <= 0) return;
    await pass(clock, Math.min(Math.max(leftMs, LOOK_MS), untilMost), signal);
    leftMs = pageMs - (used() - usedMs);
  }
}

/** Of all threads of this process. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
