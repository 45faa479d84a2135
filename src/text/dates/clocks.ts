/** Whether two clock times are the same moment, in whichever of the zones that outlets tell times in. */
import type { TimeRead } from './time-read.ts';

/** Where those sit whose clocks outlets tell. */
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

/** Whether a clock time is that of a moment, in one of the zones that outlets tell times in. */
export function isClockOf(told: TimeRead, atMs: number): boolean {
  if (told.kind !== 'clock') return false;
  return CLOCKS.some((zone) =>
    sameClock(told, { kind: 'clock', minutes: minutesIn(zone, atMs), half: true }),
  );
}

/** Whether two clock times can be the same moment in two of those zones; `atMs`: about when. */
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
  const said = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
  }).format(atMs);
  const [hour = 0, minute = 0] = said.split(':').map(Number);
  return hour * 60 + minute;
}

/** Whether another is meant by the told one, as roughly as that is told. */
export function sameClock(told: TimeRead, other: TimeRead): boolean {
  if (told.kind !== 'clock' || other.kind !== 'clock') return false;
  const turn = told.half && other.half ? 1440 : 720;
  const [earlier, later] = told.within ?? [0, 0];
  const ahead = (((other.minutes - told.minutes) % turn) + turn) % turn;
  return ahead <= later || turn - ahead <= earlier;
}
