/**
 * Reads ISO 8601 dates and times; without an offset they are in the given zone. Dates that don't exist are refused. A
 * local time that daylight saving skips becomes the end of the gap; one that occurs twice means the first.
 */
import { Cron } from 'croner';

const ISO =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/**
 * Parse an ISO 8601 moment.
 * @returns ms since the epoch, or undefined when the date, time or offset doesn't exist.
 */
export function readIso(text: string, zone: string): number | undefined {
  const found = ISO.exec(text.trim());
  if (!found) return undefined;
  const [, date = '', hour = '00', minute = '00', second = '00', fraction = '0', offset] = found;
  if (!isDate(date) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const wall = `${date}T${hour}:${minute}:${second}`;
  const ms = offset === undefined ? wallTime(wall, zone) : atOffset(wall, offset);
  return ms === undefined ? undefined : ms + Math.floor(Number(`0.${fraction}`) * 1_000);
}

/**
 * Parse a local time with an offset of at most 14 hours.
 * @returns ms since the epoch.
 */
export function atOffset(wall: string, offset: string): number | undefined {
  const [, sign, hours = '00', minutes = '00'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(offset) ?? [];
  const ahead = Number(hours) * 60 + Number(minutes);
  if (Number(minutes) > 59 || ahead > 14 * 60) return undefined;
  return Date.parse(`${wall}Z`) - (sign === '-' ? -1 : 1) * ahead * 60_000;
}

/**
 * The moment when clocks in a zone show `wall`, ms since the epoch; the end of the gap when daylight saving skips it.
 */
export function wallTime(wall: string, zone: string): number | undefined {
  return new Cron(wall, { timezone: zone, paused: true }).nextRun(new Date(0))?.getTime();
}

/** Whether a date like "2026-02-30" exists. */
export function isDate(date: string): boolean {
  const ms = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date);
}
