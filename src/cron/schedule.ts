/**
 * Schedules, as sums: when is the next slot after a moment? Nothing here waits, and nothing reads a clock.
 *
 * Slots of `every` are anchored (`anchor + n · every`), so they never drift. Slots of `cron` are croner's: in a
 * gap of daylight saving time the slot moves to the end of the gap, in a fold it comes once.
 */
import { Cron } from 'croner';
import { isZone } from '../time/zone.ts';
import type { ScheduleProblem } from './problem.ts';

export type Schedule =
  | { readonly kind: 'at'; readonly atMs: number }
  | { readonly kind: 'every'; readonly everyMs: number; readonly anchorMs?: number }
  | { readonly kind: 'cron'; readonly expr: string; readonly tz?: string };

const LONGEST_EVERY_MS = 10 * 366 * 86_400_000;
/** No slot is later than this, whatever a program sends. */
const LATEST_MS = Date.UTC(2200, 0, 1);

export class ScheduleError extends Error {
  readonly problem: ScheduleProblem;

  constructor(problem: ScheduleProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ScheduleError';
    this.problem = problem;
  }
}

/** For a time zone that is none, with what is allowed. */
export function unknownZone(given: string): ScheduleError {
  return new ScheduleError(
    { kind: 'unknown_zone', given },
    `unknown time zone "${given}"; allowed: IANA names such as Europe/London`,
  );
}

/** For a moment that can't be read, with what is allowed. */
export function noMoment(given: string): ScheduleError {
  return new ScheduleError(
    { kind: 'no_moment', given },
    `"${given}" is no moment; allowed: 2026-11-21T07:30, 2026-11-21T07:30:00+08:00, milliseconds, 20m, tomorrow 9:00`,
  );
}

/** The first slot strictly after `afterMs`; null when there is none any more. `zone` is for `cron` without `tz`. */
export function nextSlot(schedule: Schedule, afterMs: number, zone: string): number | null {
  switch (schedule.kind) {
    case 'at':
      return schedule.atMs > afterMs ? schedule.atMs : null;
    case 'every': {
      const anchor = schedule.anchorMs ?? 0;
      if (anchor > afterMs) return anchor;
      return anchor + (Math.floor((afterMs - anchor) / schedule.everyMs) + 1) * schedule.everyMs;
    }
    case 'cron':
      return sums(schedule.expr, schedule.tz ?? zone).next(afterMs);
  }
}

/**
 * An interval with the same slots that has begun by `nowMs`: its anchor was passed once already, and lies ahead again as
 * the clock was set back. Any other schedule as it is.
 */
export function anchoredBefore(schedule: Schedule, nowMs: number): Schedule {
  if (schedule.kind !== 'every' || (schedule.anchorMs ?? 0) <= nowMs) return schedule;
  const { anchorMs = 0, everyMs } = schedule;
  return { ...schedule, anchorMs: anchorMs - Math.ceil((anchorMs - nowMs) / everyMs) * everyMs };
}

/** The next `count` slots after `afterMs`. */
export function nextSlots(schedule: Schedule, afterMs: number, zone: string, count: number): number[] {
  const slots: number[] = [];
  for (let slot = nextSlot(schedule, afterMs, zone); slot !== null && slots.length < count;) {
    slots.push(slot);
    slot = nextSlot(schedule, slot, zone);
  }
  return slots;
}

/** Slots are counted one by one up to here: whoever was away longer is told "at least so many". */
const MOST_COUNTED = 1_000;

/** The slots from `fromMs` (itself one) up to and including `toMs`: how many (at least), and the last of them. */
export function slotsUntil(
  schedule: Schedule,
  fromMs: number,
  toMs: number,
  zone: string,
): { count: number; lastMs: number } {
  if (schedule.kind === 'every') {
    const more = Math.max(0, Math.floor((toMs - fromMs) / schedule.everyMs));
    return { count: more + 1, lastMs: fromMs + more * schedule.everyMs };
  }
  for (let [count, lastMs] = [1, fromMs]; ; count++) {
    const slot = nextSlot(schedule, lastMs, zone);
    if (slot === null || slot > toMs) return { count, lastMs };
    if (count >= MOST_COUNTED) return { count, lastMs: slotBefore(schedule, toMs + 1, zone) ?? slot };
    lastMs = slot;
  }
}

/** The last slot before `beforeMs`; undefined where there is none. */
export function slotBefore(schedule: Schedule, beforeMs: number, zone: string): number | undefined {
  switch (schedule.kind) {
    case 'at':
      return schedule.atMs < beforeMs ? schedule.atMs : undefined;
    case 'every': {
      const anchor = schedule.anchorMs ?? 0;
      const n = Math.ceil((beforeMs - anchor) / schedule.everyMs) - 1;
      return n < 0 ? undefined : anchor + n * schedule.everyMs;
    }
    case 'cron':
      return sums(schedule.expr, schedule.tz ?? zone).before(beforeMs);
  }
}

/** @throws ScheduleError that says what was given and what is allowed. */
export function checkSchedule(schedule: Schedule, nowMs: number, zone: string): void {
  for (const [name, given] of Object.entries(schedule))
    if (typeof given === 'number' && given > LATEST_MS)
      throw new ScheduleError(
        { kind: 'too_far_away' },
        `${name} ${given} is too far away; allowed: moments before the year 2200`,
      );
  if (schedule.kind === 'every' && schedule.everyMs > LONGEST_EVERY_MS)
    throw new ScheduleError(
      { kind: 'interval_too_long' },
      `an interval of ${schedule.everyMs} ms is too long; allowed: up to ten years`,
    );
  if (schedule.kind === 'cron' && schedule.tz !== undefined && !isZone(schedule.tz))
    throw unknownZone(schedule.tz);
  if (schedule.kind === 'at' && schedule.atMs <= nowMs)
    throw new ScheduleError(
      { kind: 'has_passed', atMs: schedule.atMs },
      `${new Date(schedule.atMs).toISOString()} has passed; give a time to come`,
    );
  if (nextSlot(schedule, nowMs, zone) === null) {
    const given = schedule.kind === 'cron' ? schedule.expr : schedule.kind;
    throw new ScheduleError({ kind: 'never_due', given }, `"${given}" never comes due`);
  }
}

/** Expressions are parsed once, and slots are found once: ten thousand jobs at 07:00 share one sum. */
const parsed = new Map<string, Sum>();

class Sum {
  readonly #cron: Cron;
  /** The last answer: there is no slot after `fromMs` and before `next`. */
  #found = { fromMs: Infinity, next: null as number | null };

  /** @throws when croner can't read the expression. */
  constructor(expr: string, zone: string) {
    this.#cron = new Cron(expr, { timezone: zone, paused: true });
  }

  next(afterMs: number): number | null {
    const { fromMs, next } = this.#found;
    if (next !== null && fromMs <= afterMs && afterMs < next) return next;
    const found = this.#cron.nextRun(new Date(afterMs))?.getTime() ?? null;
    this.#found = { fromMs: afterMs, next: found };
    return found;
  }

  before(beforeMs: number): number | undefined {
    // Croner counts in whole seconds, and looks before the one that it is given.
    const second = new Date(Math.ceil(beforeMs / 1_000) * 1_000);
    return this.#cron.previousRuns(1, second)[0]?.getTime();
  }
}

function sums(expr: string, zone: string): Sum {
  const name = `${zone} ${expr}`;
  let sum = parsed.get(name);
  if (!sum) {
    const fields = expr.trim().split(/\s+/).length;
    if (fields !== 5 && fields !== 6)
      throw new ScheduleError(
        { kind: 'bad_expression', given: expr },
        `cron expression "${expr}" has ${fields} ${fields === 1 ? 'field' : 'fields'}; allowed: 5, or 6 with seconds first`,
      );
    try {
      sum = new Sum(expr, zone);
    } catch (error) {
      const because = (error as Error).message.replace(/^Cron(?:Pattern|Date)?: */, '');
      throw new ScheduleError(
        { kind: 'bad_expression', given: expr },
        `cron expression "${expr}": ${because}`,
        { cause: error },
      );
    }
    if (parsed.size > 10_000) parsed.clear();
    parsed.set(name, sum);
  }
  return sum;
}
