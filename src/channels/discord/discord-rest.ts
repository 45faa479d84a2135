/**
 * Requests to Discord with a known result.
 *
 * - A write is tried once: the outbox decides whether to retry, and reads back first.
 * - Short rate limits that are known beforehand are waited for; a 429 and long limits are errors that say when to
 *   ask again.
 * - The whole answer is read within the timeout; one that only claims to be JSON (a proxy's page) isn't treated as
 *   JSON.
 * - `failureOf` classifies every error.
 */
import { DefaultRestOptions, DiscordAPIError, HTTPError, REST, RESTEvents, RateLimitError } from 'discord.js';
import type { RESTOptions, RateLimitData } from 'discord.js';
import { NotAsked } from './invalid-answers.ts';
import type { InvalidAnswers } from './invalid-answers.ts';

export interface RestSettings {
  readonly token: string;
  /** Default: Discord's. */
  readonly apiBase?: string;
  readonly timeoutMs?: number;
  /** Discord's limit of requests per second for this bot: 50, more for large bots. */
  readonly perSecond?: number;
  /** Counts the answers that bring a ban closer. */
  readonly invalid?: InvalidAnswers;
}

/** How a request failed. Only `unknown` may have been carried out. */
export type RestFailure =
  /** Discord refuses; `code` is Discord's own. */
  | { readonly kind: 'refused'; readonly status: number; readonly code: number; readonly says: string }
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'limited'; readonly waitMs: number }
  /**
   * Discord wasn't reached, or something in front of it rejected the request; then `atOnce` is false, because an
   * immediate retry won't help.
   */
  | { readonly kind: 'not sent'; readonly says: string; readonly atOnce: boolean }
  /** `isDown`: Discord itself reported a failure. */
  | { readonly kind: 'unknown'; readonly says: string; readonly isDown?: boolean };

const TIMEOUT_MS = 15_000;
/** The longest rate limit that is waited for inside a request. */
const SHORT_LIMIT_MS = 5_000;
/** The wait for a limit without a duration. */
const UNTOLD_LIMIT_MS = 10_000;
/** Statuses after which the request may still have been carried out. */
const DOUBTFUL: readonly number[] = [408, 499];

/**
 * Discord's REST client without retries of its own: short rate limits known beforehand are waited for; any other
 * rejects.
 */
export function discordRest(settings: RestSettings): REST {
  const { token, apiBase, timeoutMs = TIMEOUT_MS, perSecond = 50, invalid } = settings;
  /** Limits that were known beforehand. */
  const foreseen = new WeakSet<RateLimitData>();
  const rest = new LastingRest({
    version: '10',
    retries: 0,
    timeout: timeoutMs,
    globalRequestsPerSecond: perSecond,
    ...(apiBase !== undefined && { api: apiBase }),
    makeRequest: invalid ? invalid.guard(readWhole) : readWhole,
    rejectOnRateLimit: (limit) => !foreseen.has(limit) || !(waitOf(limit) <= SHORT_LIMIT_MS),
  });
  rest.on(RESTEvents.RateLimited, (limit) => void foreseen.add(limit));
  return rest.setToken(token);
}

/** The SDK drops the token at the first 401. This client keeps it; the caller decides when to try again. */
export class LastingRest extends REST {
  override setToken(token: string | null): this {
    return token === null ? this : super.setToken(token);
  }
}

/** Whether a request was refused, limited, never sent, or has an unknown fate. */
export function failureOf(error: unknown): RestFailure {
  if (error instanceof NotAsked) return { kind: 'limited', waitMs: error.waitMs };
  if (error instanceof RateLimitError) return { kind: 'limited', waitMs: waitOf(error) };
  if (error instanceof DiscordAPIError) return failureOfAnswer(error);
  if (error instanceof HTTPError)
    return { kind: 'unknown', says: `Discord answered ${error.status}`, isDown: error.status >= 500 };
  if (neverConnected(error))
    return { kind: 'not sent', says: `Discord can't be reached (${messageOf(error)})`, atOnce: true };
  const isAbort = error instanceof Error && error.name === 'AbortError';
  return { kind: 'unknown', says: isAbort ? 'Discord did not answer in time' : messageOf(error) };
}

function failureOfAnswer({ status, code, message }: DiscordAPIError): RestFailure {
  if (status === 401) return { kind: 'unauthorized' };
  if (DOUBTFUL.includes(status)) return { kind: 'unknown', says: `the answer was ${status}` };
  // 413 is final even without JSON: the request is too large for a proxy in front of Discord.
  if (status === 413) return { kind: 'refused', status, code: 40_005, says: 'it is too large' };
  if (typeof code !== 'number')
    return { kind: 'not sent', says: `something before Discord answered ${status}`, atOnce: false };
  return { kind: 'refused', status, code, says: message };
}

function waitOf({ retryAfter, timeToReset, sublimitTimeout }: RateLimitData): number {
  const told = [retryAfter, timeToReset, sublimitTimeout].filter((ms) => Number.isFinite(ms) && ms > 0);
  return told.length > 0 ? Math.max(...told) : UNTOLD_LIMIT_MS;
}

/** Failures of name lookup and of connecting: no byte of the request was sent. */
function neverConnected(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { syscall, code } = error as NodeJS.ErrnoException;
  if (syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT') return true;
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(neverConnected);
  return error.cause !== undefined && neverConnected(error.cause);
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return error.message || (typeof code === 'string' ? code : error.name);
}

/** Make a request and read the whole answer. A redirect, which Discord never sends, is an error. */
const readWhole: RESTOptions['makeRequest'] = async (url, init) => {
  const answer = await DefaultRestOptions.makeRequest(url, init);
  const bytes = await answer.arrayBuffer();
  const { status, statusText, ok, headers } = answer;
  if (status < 200 || (status >= 300 && status < 400))
    throw new Error(`something before Discord answered ${status}`);
  const text = Buffer.from(bytes).toString('utf8');
  const json = parsed(text);
  if (json === undefined) headers.delete('content-type');
  return {
    body: null,
    bodyUsed: true,
    headers,
    status,
    statusText,
    ok,
    arrayBuffer: () => Promise.resolve(bytes),
    text: () => Promise.resolve(text),
    json: () => Promise.resolve(ok || json === undefined ? json : plainError(json)),
  };
};

function parsed(text: string): object | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null ? json : undefined;
  } catch {
    return undefined;
  }
}

/** Discord's error with its details as lines, because the SDK fails on details of unexpected shapes. */
function plainError(json: object): object {
  const { code, message, errors, ...rest } = json as Record<string, unknown>;
  const says = [typeof message === 'string' ? message : 'no reason given', ...detailsOf(errors, '')].join(
    '; ',
  );
  return { ...rest, ...(typeof code === 'number' && { code }), message: says };
}

function detailsOf(errors: unknown, path: string): string[] {
  if (typeof errors !== 'object' || errors === null) return [];
  const { message } = errors as { message?: unknown };
  if (typeof message === 'string') return [path === '' ? message : `${path}: ${message}`];
  return Object.entries(errors).flatMap(([name, inner]) => {
    const isPlace = name !== '_errors' && !(path.endsWith('_errors') && /^\d+$/.test(name));
    return detailsOf(
      inner,
      isPlace && !Array.isArray(errors) ? `${path === '' ? '' : `${path}.`}${name}` : path,
    );
  });
}
