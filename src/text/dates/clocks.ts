/** Compares clock times in the time zones that news outlets commonly use. */
import { remembered } from '../remembered.ts';
import type { TimeRead } from './time-read.ts';

/** The zones of outlets. */
const CLOCKS = [
  'Europe/London',
  'Asia/Hong_Kong',
  'America/New_York',
  'America/Los_Angeles',
  'Europe/Paris',
  'Asia/Tokyo',
  'Australia/Sydney',
  'UTC',
];
const LONGEST_ZONE = 40;
const clockIn = remembered(
  (timeZone) => new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }),
  LONGEST_ZONE,
);

/** Whether a clock time shows a given moment in one of those zones. */
export function isClockOf(told: TimeRead, atMs: number): boolean {
  if (told.kind !== 'clock') return false;
  return CLOCKS.some((zone) =>
    sameClock(told, { kind: 'clock', minutes: minutesIn(zone, atMs), half: true }),
  );
}

/** Whether two clock times can be the same moment in two of those zones, at about `atMs`. */
export function isClockElsewhere(told: TimeRead, other: TimeRead, atMs: number): boolean {
  if (told.kind !== 'clock' || other.kind !== 'clock') return false;
  const here = CLOCKS.map((zone) => minutesIn(zone, atMs));
  return here.some((a) =>
    here.some((b) =>
      sameClock(told, { ...other, minutes: (((other.minutes + a - b) % 1440) + 1440) % 1440 }),
    ),
  );
}

function minutesIn(zone: string, atMs: number): number {
  const said = clockIn(zone).format(atMs);
  const [hour = 0, minute = 0] = said.split(':').map(Number);
  return hour * 60 + minute;
}

/** Whether `other` falls within what `told` means, as roughly as that is given. */
export function sameClock(told: TimeRead, other: TimeRead): boolean {
  if (told.kind !== 'clock' || other.kind !== 'clock') return false;
  const turn = told.half && other.half ? 1440 : 720;
  const [earlier, later] = told.within ?? [0, 0];
  const ahead = (((other.minutes - told.minutes) % turn) + turn) % turn;
  return ahead <= later || turn - ahead <= earlier;
}
