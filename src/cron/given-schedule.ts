import { isDeepStrictEqual } from 'node:util';
import { readMoment } from './moment-words.ts';
import { readEnd, splitEnd } from './end-words.ts';
import { parseScheduleWords, scheduleInWords, unreadable } from './schedule-words.ts';
import type { Schedule } from './schedule.ts';
import { zoneNamed } from '../time/named-zone.ts';
import { isZone } from '../time/zone.ts';
import { DeskError } from '../sessions/desk-error.ts';

const FIELDS = ['schedule', 'expr', 'every', 'at'] as const;

/** A schedule as people and models give it: in words, or as one of three kinds; in several if they say the same. */
export interface GivenSchedule {
  /** "every weekday at 7:30", "in 20m", 每日七點半 */
  readonly schedule?: string | undefined;
  readonly expr?: string | undefined;
  /** "10m" */
  readonly every?: string | undefined;
  /** "2026-11-21 07:30", "20m" */
  readonly at?: string | undefined;
  readonly tz?: string | undefined;
  /** When it ends, unless `schedule` says so: "friday", 十二月五號. */
  readonly until?: string | undefined;
}

/**
 * @param old the previous schedule; a zone or an end alone changes only that, and other times keep its end
 * @returns the whole schedule; undefined when nothing was given.
 * @throws DeskError or ScheduleError that says what is allowed.
 */
export function scheduleOf(
  request: GivenSchedule,
  nowMs: number,
  zone: string,
  old?: Schedule,
): Schedule | undefined {
  const { rest, end: said } = splitEnd(request.schedule ?? '');
  if (said !== undefined && request.until !== undefined)
    throw new DeskError('bad_request', 'give the end in schedule or in until, not in both');
  const end = said ?? request.until;
  const times = timesOf(said === undefined ? request : { ...request, schedule: rest }, nowMs, zone, old);
  const schedule = times ?? (end === undefined ? undefined : old);
  if (schedule?.kind === 'at' && end !== undefined) throw unreadable(request.schedule ?? end);
  if (!schedule || schedule.kind === 'at') return schedule;
  const { untilMs: was, ...endless } = schedule;
  const kept = was ?? (old?.kind === 'at' ? undefined : old?.untilMs);
  const clock = (schedule.kind === 'cron' ? schedule.tz : request.tz) ?? zone;
  const untilMs = end === undefined ? kept : readEnd(end, nowMs, clock);
  return { ...endless, ...(untilMs != null && { untilMs }) };
}

/** As a patch: it also takes away the end that it doesn't have. */
export const asPatch = (schedule: Schedule): object => ({ untilMs: null, ...schedule });

function timesOf(
  request: GivenSchedule,
  nowMs: number,
  zone: string,
  old: Schedule | undefined,
): Schedule | undefined {
  const tz = request.tz === undefined ? undefined : (zoneNamed(request.tz) ?? request.tz);
  if (tz !== undefined && !isZone(tz))
    throw new DeskError(
      'bad_request',
      `"${tz}" is no time zone; allowed: IANA names such as Europe/London, or a city's name.`,
      {
        problem: { kind: 'unknown_zone', given: tz },
      },
    );
  const given = FIELDS.filter((field) => request[field] !== undefined);
  if (given.length === 0) {
    if (tz === undefined) return undefined;
    if (old?.kind !== 'cron')
      throw new DeskError('bad_request', 'a time zone belongs to a schedule that follows the calendar', {
        problem: { kind: 'zone_without_calendar' },
      });
    return { ...old, tz };
  }
  const clock = tz ?? (old?.kind === 'cron' ? (old.tz ?? zone) : zone);
  const [first, ...others] = given.map((field) => readField(field, request[field] ?? '', nowMs, clock));
  if (others.some((other) => !isDeepStrictEqual(other, first)))
    throw new DeskError('bad_request', `give one of ${given.join(', ')}, not several that differ`);
  return first;
}

function readField(field: (typeof FIELDS)[number], words: string, nowMs: number, clock: string): Schedule {
  // What is no expression may be words; the error for anything else is that of an expression.
  if (field === 'expr')
    return scheduleInWords(words, nowMs, clock) ?? { kind: 'cron', expr: words.trim(), tz: clock };
  const atMs = field === 'at' ? readMoment(words, nowMs, clock) : undefined;
  if (atMs !== undefined) return { kind: 'at', atMs };
  const isBare = field === 'every' && !/^(?:every|每)/i.test(words.trim());
  return parseScheduleWords(isBare ? `every ${words}` : words, nowMs, clock);
}
