/**
 * Computes the slots of schedules. Nothing here waits or reads a clock.
 *
 * Slots of `every` are anchored (`anchor + n · every`), so they don't drift. Slots of `cron` are croner's: in a gap
 * of daylight saving time a slot moves to its end, and in a repeated hour it occurs once. A schedule that repeats may
 * end: no slot is after `untilMs`.
 */
import { Cron } from 'croner';
import { isZone } from '../time/zone.ts';
import type { ScheduleProblem } from './problem.ts';
import { sayDay, sayZone } from './say-zone.ts';

export type Schedule =
  | { readonly kind: 'at'; readonly atMs: number }
  | {
      readonly kind: 'every';
      readonly everyMs: number;
      readonly anchorMs?: number;
      readonly untilMs?: number;
    }
  | { readonly kind: 'cron'; readonly expr: string; readonly tz?: string; readonly untilMs?: number };

const LONGEST_EVERY_MS = 10 * 366 * 86_400_000;
/** The latest possible slot. */
const LATEST_MS = Date.UTC(2200, 0, 1);

export class ScheduleError extends Error {
  readonly problem: ScheduleProblem;

  constructor(problem: ScheduleProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ScheduleError';
    this.problem = problem;
  }
}

/** The error for an unknown time zone. */
export function unknownZone(given: string): ScheduleError {
  return new ScheduleError(
    { kind: 'unknown_zone', given },
    `unknown time zone "${given}"; allowed: IANA names such as Europe/London`,
  );
}

/** The error for an unreadable moment. */
export function noMoment(given: string): ScheduleError {
  return new ScheduleError(
    { kind: 'no_moment', given },
    `"${given}" is no moment; allowed: 2026-11-21T07:30, 2026-11-21T07:30:00+08:00, milliseconds, 20m, tomorrow 9:00`,
  );
}

/** The first slot strictly after `afterMs`; null when there is none. `zone` is used for `cron` without `tz`. */
export function nextSlot(schedule: Schedule, afterMs: number, zone: string): number | null {
  const slot = nextWithoutEnd(schedule, afterMs, zone);
  return slot === null || slot > endOf(schedule) ? null : slot;
}

/** The same, as if the schedule had no end. */
export function nextWithoutEnd(schedule: Schedule, afterMs: number, zone: string): number | null {
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

/** The last moment at which a slot may be. */
function endOf(schedule: Schedule): number {
  return schedule.kind === 'at' ? Infinity : (schedule.untilMs ?? Infinity);
}

/** Intervals count from a fixed anchor, so they don't drift: by default from `nowMs`. */
export function anchored(schedule: Schedule, nowMs: number): Schedule {
  if (schedule.kind !== 'every') return schedule;
  return { ...schedule, anchorMs: schedule.anchorMs ?? nowMs };
}

/**
 * An interval whose anchor lies in the future because the clock was set back gets an earlier anchor with the same
 * slots. Other schedules are returned unchanged.
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

/** Slots are counted up to this number; beyond it people see "at least". */
const MOST_COUNTED = 1_000;

/** The slots from `fromMs` (itself a slot) to `untilMs`, inclusive: how many (at least), and the last. */
export function slotsUntil(
  schedule: Schedule,
  fromMs: number,
  untilMs: number,
  zone: string,
): { count: number; lastMs: number } {
  const toMs = Math.min(untilMs, endOf(schedule));
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

/** The last slot before `limitMs`, if any. */
export function slotBefore(schedule: Schedule, limitMs: number, zone: string): number | undefined {
  const beforeMs = Math.min(limitMs, endOf(schedule) + 1);
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
      `${sayDay(schedule.atMs, zone, 'en')}, ${sayZone(zone, 'en')}, has passed; give a time to come`,
    );
  const firstMs = nextWithoutEnd(schedule, nowMs, zone);
  if (firstMs === null) {
    const given = schedule.kind === 'cron' ? schedule.expr : schedule.kind;
    throw new ScheduleError({ kind: 'never_due', given }, `"${given}" never comes due`);
  }
  if (schedule.kind !== 'at' && firstMs > endOf(schedule)) throw noSlotBefore(schedule, firstMs, zone);
}

/** The error for an end before the next slot. */
function noSlotBefore(
  schedule: Exclude<Schedule, { kind: 'at' }>,
  firstMs: number,
  zone: string,
): ScheduleError {
  const { untilMs = firstMs } = schedule;
  const clock = (schedule.kind === 'cron' ? schedule.tz : undefined) ?? zone;
  const [end, first] = [untilMs, firstMs].map((ms) => sayDay(ms, clock, 'en'));
  return new ScheduleError(
    { kind: 'ends_too_early', untilMs, firstMs, zone: clock },
    `schedule.untilMs: the end, ${end}, is before the next run, ${first}, ${sayZone(clock, 'en')}; allowed: an end from that run on, or none`,
  );
}

/** Parsed expressions and computed slots are cached: ten thousand jobs at 07:00 share one computation. */
const parsed = new Map<string, Sum>();

class Sum {
  readonly #cron: Cron;
  /** The last result: there is no slot between `fromMs` and `next`. */
  #found = { fromMs: Infinity, next: null as number | null };

  /** @throws when croner can't parse the expression. */
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
    // Croner counts in whole seconds, and looks before the given one.
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
