/**
 * Interprets a 429: whether the limit is per minute or per day, and when to ask again.
 *
 * For a day's limit the server's hint is useless: it gives seconds even when the day's quota is used up. Without a
 * short hint a limit counts as a day's.
 */
import { LEAST_PAUSE_MS } from '../patience.ts';
import type { WireError } from './gemini-wire-error.ts';

export interface Limit {
  readonly per: 'minute' | 'day';
  readonly againMs: number;
}

export const HOUR_MS = 60 * 60_000;
const MINUTE_MS = 60_000;
/** A longer hint doesn't belong to a limit per minute. */
export const SHORT_MS = 10 * MINUTE_MS;

/** @param retryAfter the header, if any */
export function limitOf(error: WireError, retryAfter: string | undefined, nowMs: number): Limit {
  const day: Limit = { per: 'day', againMs: nowMs + HOUR_MS };
  if (error.quotas.some((id) => /PerDay|per day/i.test(id))) return day;
  const hint = hintOf(error, retryAfter, nowMs);
  if (hint !== undefined)
    return hint > SHORT_MS ? day : { per: 'minute', againMs: nowMs + Math.max(hint, LEAST_PAUSE_MS) };
  return error.quotas.some((id) => /PerMinute|per minute/i.test(id))
    ? { per: 'minute', againMs: nowMs + MINUTE_MS }
    : day;
}

/** The longest wait that any part of the response gives, in ms. */
export function hintOf(error: WireError, retryAfter: string | undefined, nowMs: number): number | undefined {
  const hints = [
    durationOf(error.retryDelay),
    durationOf(/retry (?:in|after) ((?:[\d.]+\s?(?:ms|[hms])\s?)+)/i.exec(error.message)?.[1]),
    afterHeader(retryAfter, nowMs),
  ].filter((hint) => hint !== undefined);
  return hints.length === 0 ? undefined : Math.ceil(Math.max(...hints));
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: MINUTE_MS, h: HOUR_MS };

/** For example `22s`, `10.689924287s`, `17h3m2s`. */
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
