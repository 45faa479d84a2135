/**
 * The time limit for reading a page. On a busy machine time may pass in which nothing is read, so the limit is
 * reached only when the time has passed on the clock and this process has used as much processor time.
 */
import { pass, type Clock } from '../../time/clock.ts';

interface PageTime {
  readonly clock: Clock;
  readonly pageMs: number;
  /** The process's processor time, ms. */
  readonly processorMs: () => number;
}

/** A limit however busy the machine is. */
const MOST_MS = 60_000;
/** The shortest wait between two checks of the processor time. */
const LOOK_MS = 100;

/** Resolves when the time of a page that starts now is over. Rejects with the signal's reason. */
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
