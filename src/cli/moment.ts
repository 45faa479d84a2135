import { parseDuration } from '../time/duration.ts';
import { WrongUse } from './cli-error.ts';

const WALL = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?)?$/;

/**
 * A one-off moment as `--at` takes it: ISO 8601 (without an offset: the clocks of `zone`), milliseconds since
 * the epoch, or a span from now such as "20m".
 * @returns milliseconds since the epoch
 */
export function parseAt(given: string, nowMs: number, zone: string): number {
  const text = given.trim();
  if (/^\d{9,}$/.test(text)) return Number(text);
  const span = parseDuration(text.replace(/^(?:in\s+|\+)/i, ''));
  if (span !== undefined) return nowMs + span;
  const [, date, time = '00:00', seconds = ':00'] = WALL.exec(text) ?? [];
  const stamped = /^\d{4}-\d{2}-\d{2}T.+(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) ? Date.parse(text) : Number.NaN;
  const ms = date !== undefined ? wallTime(Date.parse(`${date}T${time}${seconds}Z`), zone) : stamped;
  if (Number.isNaN(ms))
    throw new WrongUse(
      `--at can't be "${given}"; allowed: 2026-11-21T07:30, 2026-11-21T07:30:00+08:00, milliseconds, 20m`,
    );
  return ms;
}

/** The moment at which a zone's clocks show what UTC's clocks show at `asUtc`; near a change of the clocks, settled in two steps. */
function wallTime(asUtc: number, zone: string): number {
  const first = asUtc - offsetAt(asUtc, zone);
  return asUtc - offsetAt(first, zone);
}

/** How far a zone's clocks are ahead of UTC, in ms. */
function offsetAt(ms: number, zone: string): number {
  if (Number.isNaN(ms)) return ms;
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    timeZoneName: 'longOffset',
  }).formatToParts(ms);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const [, sign, hours, minutes = '0'] = /([+-])(\d{2}):?(\d{2})?/.exec(name) ?? [];
  return hours === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
