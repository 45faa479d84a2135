/**
 * What a 429 says: whether a limit of minutes or of days was reached, and when to ask again.
 *
 * Of a day's limit the server's hint is no help: it names seconds even when the day is used up. Without any short
 * hint a limit counts as a day's.
 */
import type { WireError } from './gemini-wire-error.ts';

export interface Limit {
  readonly per: 'minute' | 'day';
  readonly againMs: number;
}

export const HOUR_MS = 60 * 60_000;
const MINUTE_MS = 60_000;
/** A hint that is longer than this is no limit of minutes. */
export const SHORT_MS = 10 * MINUTE_MS;
/** "0s" would be a wheel spinning. */
const LEAST_MS = 250;

/** @param retryAfter the header, where there was one. */
export function limitOf(error: WireError, retryAfter: string | undefined, nowMs: number): Limit {
  const day: Limit = { per: 'day', againMs: nowMs + HOUR_MS };
  if (error.quotas.some((id) => /PerDay|per day/i.test(id))) return day;
  const hint = hintOf(error, retryAfter, nowMs);
  if (hint !== undefined)
    return hint > SHORT_MS ? day : { per: 'minute', againMs: nowMs + Math.max(hint, LEAST_MS) };
  return error.quotas.some((id) => /PerMinute|per minute/i.test(id))
    ? { per: 'minute', againMs: nowMs + MINUTE_MS }
    : day;
}

/** In ms: the longest that any part of the answer names. */
export function hintOf(error: WireError, retryAfter: string | undefined, nowMs: number): number | undefined {
  const hints = [
    durationOf(error.retryDelay),
    durationOf(/retry (?:in|after) ((?:[\d.]+\s?(?:ms|[hms])\s?)+)/i.exec(error.message)?.[1]),
    afterHeader(retryAfter, nowMs),
  ].filter((hint) => hint !== undefined);
  return hints.length === 0 ? undefined : Math.ceil(Math.max(...hints));
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: MINUTE_MS, h: HOUR_MS };

/** As in `22s`, `10.689924287s`, `17h3m2s`. */
function durationOf(text: string | undefined): number | undefined {
  const parts = [...(text ?? '').matchAll(/(\d+(?:\.\d+)?)\s?(ms|[hms])/gi)];
  if (parts.length === 0) return undefined;
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * UNITS[unit!.toLowerCase()]!, 0);
}

/** Seconds, or a date. */
function afterHeader(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+(?:\.\d+)?$/.test(text.trim())) return Number(text) * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}
