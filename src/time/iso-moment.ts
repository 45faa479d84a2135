/**
 * The reader of moments in ISO 8601: by a zone's clocks where no offset is given. A date that no calendar has is no
 * moment; an hour that the clocks skip is the one after it, of one that comes twice it is the first.
 */
import { Cron } from 'croner';

const ISO =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** ISO 8601, to the millisecond. @returns undefined where the date, the time or the offset does not exist. */
export function readIso(text: string, zone: string): number | undefined {
  const found = ISO.exec(text.trim());
  if (!found) return undefined;
  const [, date = '', hour = '00', minute = '00', second = '00', fraction = '0', offset] = found;
  if (!isDate(date) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const wall = `${date}T${hour}:${minute}:${second}`;
  const ms = offset === undefined ? wallTime(wall, zone) : atOffset(wall, offset);
  return ms === undefined ? undefined : ms + Math.floor(Number(`0.${fraction}`) * 1_000);
}

/** The offsets that zones have: at most 14 hours either way. */
export function atOffset(wall: string, offset: string): number | undefined {
  const [, sign, hours = '00', minutes = '00'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(offset) ?? [];
  const ahead = Number(hours) * 60 + Number(minutes);
  if (Number(minutes) > 59 || ahead > 14 * 60) return undefined;
  return Date.parse(`${wall}Z`) - (sign === '-' ? -1 : 1) * ahead * 60_000;
}

/** The moment at which the clocks of a zone show `wall`; in a gap of daylight saving time, its end. */
export function wallTime(wall: string, zone: string): number | undefined {
  return new Cron(wall, { timezone: zone, paused: true }).nextRun(new Date(0))?.getTime();
}

/** Whether "2026-02-30" and the like stand in the calendar. */
export function isDate(date: string): boolean {
  const ms = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date);
}
