/** What Brave's news search says on the wire: results, errors, and rates in its headers. */
import { z } from 'zod';
import type { FoundLink } from '../../model/event.ts';
import { foundLink } from './found.ts';

const result = z.object({
  url: z.string(),
  title: z.string(),
  description: z.string().nullish(),
  /** ISO without a zone, meant as UTC. */
  page_age: z.string().nullish(),
  /** In words: `3 hours ago`. */
  age: z.string().nullish(),
});
const answer = z.object({ results: z.array(z.unknown()) });
const coded = z.object({ code: z.string().regex(/^[A-Z_]{3,40}$/) });
const errors = z.union([
  z.object({ error: coded }).transform((it) => it.error.code),
  z.object({ errors: z.array(coded).min(1) }).transform((it) => it.errors[0]?.code),
]);

/** The links of an answer and how many results it had; undefined when it is none. A result out of shape is left out. */
export function readBrave(
  text: string,
  foundBy: string,
  nowMs: number,
): { readonly links: readonly FoundLink[]; readonly results: number } | undefined {
  const read = answer.safeParse(parsed(text));
  if (!read.success) return undefined;
  const links = read.data.results.flatMap((given) => {
    const item = result.safeParse(given);
    if (!item.success) return [];
    const { url, title, description, page_age: pageAge, age } = item.data;
    const atMs = utc(pageAge) ?? ago(age, nowMs);
    return foundLink({ url, title, description: description ?? '', atMs }, foundBy, nowMs) ?? [];
  });
  return { links, results: read.data.results.length };
}

/** The code of a refusal, such as `RATE_LIMITED`, `QUOTA_LIMITED`, `SUBSCRIPTION_TOKEN_INVALID`. */
export function braveErrorCode(body: Uint8Array | undefined): string | undefined {
  return body === undefined ? undefined : errors.safeParse(parsed(new TextDecoder().decode(body))).data;
}

export const RATE_HEADERS = [
  'x-ratelimit-limit',
  'x-ratelimit-policy',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
];

/** One of the windows in which requests are counted. */
interface RateWindow {
  /** 0 for no limit. */
  readonly limit: number;
  readonly remaining: number;
  readonly resetMs: number;
}

export interface BraveRates {
  /** The shortest window, a second. */
  readonly burst?: RateWindow;
  /** The longest, a month, where it has a limit. */
  readonly quota?: RateWindow;
}

/**
 * The windows in headers such as `X-RateLimit-Policy: 1;w=1, 15000;w=2592000`, in whatever order they come, with
 * what remains and the seconds until each begins anew in the others.
 */
export function braveRates(headers: Readonly<Record<string, string>>): BraveRates {
  const list = (name: string) => (headers[name] ?? '').match(/[^\s,][^,]*/g) ?? [];
  const limits = list('x-ratelimit-limit').map(Number);
  const remaining = list('x-ratelimit-remaining').map(Number);
  const resets = list('x-ratelimit-reset').map(Number);
  const widths = list('x-ratelimit-policy').map((part) => Number(/;\s*w=(\d+)/.exec(part)?.[1]));
  const windows = limits
    .map((limit, n) => ({
      limit,
      remaining: remaining[n] ?? NaN,
      resetMs: (resets[n] ?? NaN) * 1_000,
      // Without a policy the order is that of the documentation: the second, then the month.
      width: widths[n] || n + 1,
    }))
    .filter((it) =>
      [it.limit, it.remaining, it.resetMs].every((value) => Number.isFinite(value) && value >= 0),
    )
    .sort((a, b) => a.width - b.width);
  const [burst] = windows;
  const quota = windows.length > 1 ? windows.at(-1) : undefined;
  return { ...(burst && { burst }), ...(quota !== undefined && quota.limit > 0 && { quota }) };
}

function utc(time: string | null | undefined): number | undefined {
  if (!time) return undefined;
  const at = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(time) ? time : `${time}Z`);
  return Number.isNaN(at) ? undefined : at;
}

const UNITS: Readonly<Record<string, number>> = {
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
};

function ago(words: string | null | undefined, nowMs: number): number | undefined {
  const [, count, unit = ''] = /^(\d{1,4}) (second|minute|hour|day|week)s? ago$/i.exec(words ?? '') ?? [];
  const ms = UNITS[unit.toLowerCase()];
  return count === undefined || ms === undefined ? undefined : nowMs - Number(count) * ms;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
