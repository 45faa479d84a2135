/**
 * Reads from a server's limit error when it may be asked again: `retry-after-ms`, `retry-after` (seconds or a date),
 * `x-ratelimit-reset…`, or its message ("try again in 6.2s").
 */
import { LEAST_PAUSE_MS } from '../patience.ts';

/** @returns ms since the epoch; undefined when it isn't given. */
export function retryAt(headers: Headers | undefined, message: string, nowMs: number): number | undefined {
  const given =
    ms(headers?.get('retry-after-ms')) ??
    seconds(headers?.get('retry-after'), nowMs) ??
    limits(headers) ??
    reset(headers?.get('x-ratelimit-reset'), nowMs) ??
    duration(
      /(?:try again|retry) (?:in|after) ((?:\d+(?:\.\d+)?\s?(?:ms|h|m|s)\w*\s?)+)/i.exec(message)?.[1],
    );
  // Never at once, which would say that another key is free, and at most a month ahead.
  return given === undefined
    ? undefined
    : nowMs + Math.min(Math.max(Math.ceil(given), LEAST_PAUSE_MS), 31 * DAY_MS);
}

const DAY_MS = 24 * 60 * 60_000;

function ms(text: string | null | undefined): number | undefined {
  return text === null || text === undefined || !/^\d+(?:\.\d+)?$/.test(text.trim())
    ? undefined
    : Number(text);
}

function seconds(text: string | null | undefined, nowMs: number): number | undefined {
  const plain = ms(text);
  if (plain !== undefined) return plain * 1000;
  const date = Date.parse(text ?? '');
  return Number.isNaN(date) ? undefined : date - nowMs;
}

/** OpenAI's headers: the reset of limits that are used up, or the latest reset when none is marked as used up. */
function limits(headers: Headers | undefined): number | undefined {
  const kinds = ['requests', 'tokens'].map((kind) => ({
    usedUp: headers?.get(`x-ratelimit-remaining-${kind}`)?.trim() === '0',
    inMs: duration(headers?.get(`x-ratelimit-reset-${kind}`) ?? undefined),
  }));
  const usedUp = kinds.filter((kind) => kind.usedUp);
  const waits = (usedUp.length > 0 ? usedUp : kinds).flatMap(({ inMs }) => inMs ?? []);
  return waits.length > 0 ? Math.max(...waits) : undefined;
}

/** Other servers: seconds from now, or a moment in seconds or ms since the epoch. */
function reset(text: string | null | undefined, nowMs: number): number | undefined {
  const number = ms(text);
  if (number === undefined) return duration(text ?? undefined);
  if (number > 1e11) return number - nowMs;
  return number > 1e9 ? number * 1000 - nowMs : number * 1000;
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 60 * 60_000, d: DAY_MS };

/** For example `1s`, `6m0s`, `120ms`, `1h30m`; also "seconds" and "minutes". */
function duration(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)\s?(ms|s|m|h|d)[a-z]*/gi)];
  if (parts.length === 0) return undefined;
  return parts.reduce((sum, [, number, unit]) => sum + Number(number) * UNITS[unit!.toLowerCase()]!, 0);
}
