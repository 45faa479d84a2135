/** Times as job files write them: ISO 8601 in UTC, and the run's own time as people in Britain read it. */
import { readIso } from '../../time/iso-moment.ts';

const UK = 'Europe/London';

/** A time of a job file, in UTC: `2026-11-20T07:30:00.000Z`. @param ms since the epoch. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** "2026-11-20 07:00", in Europe/London: the seed's `run_time_uk`. */
export function ukTime(ms: number): string {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone: UK,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(ms);
}

/** Britain's clocks, and names of UTC's, as job files write them after a moment. */
const UK_NAME = / ?(?:BST|UK|Europe\/London)$/i;
const UTC_NAME = /(?:GMT|UTC)$/i;

/**
 * A moment of a job file, ms since the epoch: in the zone that it names, and in Britain's where it names none, wherever
 * this machine is.
 * @returns undefined for what is no moment.
 */
export function readJobTime(text: string): number | undefined {
  return readIso(text.trim().replace(UK_NAME, '').replace(UTC_NAME, 'Z'), UK);
}
