/** Times in job files: ISO 8601 in UTC, and the batch's time in Britain. */
import { readIso } from '../../time/iso-moment.ts';
import { dateFormat } from '../../time/date-format.ts';

const UK = 'Europe/London';

/**
 * A time for a job file, in UTC: `2026-11-20T07:30:00.000Z`.
 * @param ms since the epoch
 */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** "2026-11-20 07:00", in Europe/London, for `run_time_uk`. */
export function ukTime(ms: number): string {
  return dateFormat('sv-SE', {
    timeZone: UK,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(ms);
}

/** Names of Britain's and UTC's time after a moment in job files. */
const UK_NAME = / ?(?:BST|UK|Europe\/London)$/i;
const UTC_NAME = /(?:GMT|UTC)$/i;

/**
 * Parse a moment of a job file. Without a zone it is in Britain's, wherever this machine is.
 * @returns ms since the epoch, or undefined when it can't be parsed.
 */
export function readJobTime(text: string): number | undefined {
  return readIso(text.trim().replace(UK_NAME, '').replace(UTC_NAME, 'Z'), UK);
}
